/**
 * Room `job`: a complete run, and what describes it.
 *
 * - `launch`: launch files in YAML and XML, expanded to plain actions;
 * - `components`: packages, components and executables, rslcpp's command line;
 * - delay files of rslcpp;
 * - jobs, the programs of a run, its monitor, and what it leaves behind.
 *
 * May import: `errors`, `parameters`, `kernel`, `interfaces`, `graph`, `models`, `simulation`,
 * `client`, `tf2`, `guard`, `schedule`, `trace`, `bag`.
 */
export { DescriptionError, formatPlace, nearestNames, type Place } from '../errors/index.js';
export { componentPrograms } from './component_programs.js';
export * from './components/index.js';
export { readDelayFile } from './delay_file.js';
export { describeErrors } from './describe_errors.js';
export { parseDuration } from './duration.js';
export { CODES_BY_END, exitCodeOf } from './exit_code.js';
export type { ExploredOutcome } from './explored_outcome.js';
export { givenParameters } from './given_parameters.js';
export type {
  EndpointReport,
  GraphReport,
  IncompatibilityReport,
  LifecycleReport,
  TopicReport,
} from './graph_report.js';
export type { NodeInputs } from './input_log.js';
export { defineJob, type Job, type JobContext, type JobNode } from './job.js';
export { junitReport, writeOutputFile } from './junit.js';
export * from './launch/index.js';
export { type PreparedLaunch, prepareLaunch } from './launch_plan.js';
export type { LaunchStep, StartStep } from './launch_step.js';
export { ERROR_CODE_TOPICS, type MonitorOptions, SimulationMonitor } from './monitor.js';
export type { OutputDigest } from './output_digests.js';
export { PassingObserver } from './passing_observer.js';
export { initialTimeOf, plainRosWords } from './program_arguments.js';
export { programNameOf } from './program_names.js';
export { type RecordedConfig, readRunConfig } from './recorded_config.js';
export { type RecordedGraph, readRecordedGraph } from './recorded_graph.js';
export type {
  PlayedBag,
  Program,
  RecordedBag,
  RunConfig,
  RunEnd,
  RunError,
  RunOutcome,
  StopConditions,
} from './run_config.js';
export { freeRunDirectory, RunDirectory, writeRunFile } from './run_directory.js';
export { changedInputs, type RunInput } from './run_inputs.js';
export { RunSeries } from './run_series.js';
export { type RunWatch, SystemRun } from './run_system.js';
export {
  type RunningSystem,
  rebuildErrors,
  scrubbedEnvironment,
  spawnRun,
} from './spawn_run.js';
export { parseTopicCondition, type TopicCondition } from './topic_condition.js';
