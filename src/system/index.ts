/**
 * Room `system`: what a run is asked to do, as plain data: its programs, the steps of its launch,
 * its bags, when it ends, its models; and the text in which people write them.
 *
 * May import: `errors`, `parameters`, `kernel`, `interfaces`, `models`, `schedule`, `simulation`, `bag`, `live`.
 */
export { conditionMistake } from './condition_mistake.js';
export { readDelayFile } from './delay_file.js';
export { drawsUnseen } from './draws_unseen.js';
export { givenParameters } from './given_parameters.js';
export { hasProcesses } from './has_processes.js';
export { isMachineCode } from './is_machine_code.js';
export type {
  LaunchEvent,
  LaunchStep,
  LifecycleTransition,
  LogLevel,
  StartStep,
} from './launch_step.js';
export {
  isLiveness,
  type LivenessCondition,
  parseLiveness,
  topicsOfLiveness,
} from './liveness_condition.js';
export { type CheckVerdict, LivenessMonitor } from './liveness_monitor.js';
export { processNames, unknownProcess } from './process_names.js';
export type { BuiltinProgram, Program } from './program.js';
export { ProgramNames, programNameOf, withNames } from './program_names.js';
export {
  INITIAL_TIME,
  initialTimeOf,
  plainRosWords,
  rosArgumentsOf,
  rosWords,
} from './ros_words.js';
export {
  type ClockSettings,
  type Distro,
  type ModelSettings,
  type MonitorOptions,
  type OutputSettings,
  type PlayedBag,
  type ProofSettings,
  type RecordedBag,
  type RunConfig,
  type StopConditions,
  type SystemParts,
  withChanges,
} from './run_config.js';
export {
  type DeclaredInput,
  declaredBytes,
  declareInput,
  refusedInput,
  STANDARD_INPUT,
  STANDARD_INPUT_LIMIT,
} from './standard_input.js';
export { isWithin, systemFolder } from './system_folder.js';
export {
  type Comparable,
  type Comparison,
  fulfils,
  parseComparisons,
  parseTopicCondition,
  type TopicCondition,
  violationOf,
} from './topic_condition.js';
