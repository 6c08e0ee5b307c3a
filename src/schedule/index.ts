/**
 * Room `schedule`: decisions that differ from the default within what ROS 2 allows: which ready callback of an
 * instant goes first, how long a message is under way, whether it is lost, which node crashes or is frozen, and
 * when. Takes them at random, by PCT or from a file, and reports which were taken.
 *
 * May import: `errors`, `kernel`, `graph`, `models`.
 */
export { applyExploration, type RunSchedule } from './apply_exploration.js';
export { corpusText, parseCorpus } from './corpus_text.js';
export {
  type Alternative,
  type CallPart,
  type Decision,
  type DeliveryDecision,
  type DiscoveryDecision,
  isDeliveryDecision,
  isDiscoveryDecision,
  isOrderDecision,
  isSeedDecision,
  isTimerDecision,
  type LinkFaultDecision,
  type MessagePlace,
  type NodeFaultDecision,
  type OrderDecision,
  type SeedDecision,
  type TimerDecision,
  timeOf,
  withTime,
} from './decision.js';
export { describeDecision } from './describe_decision.js';
export {
  type DelayBounds,
  type Exploration,
  type LossBudget,
  type Moments,
  type PathStrategy,
  type PossibleFault,
  type RandomStrategy,
  type ScheduleReport,
  type Strategy,
  systemSeed,
} from './exploration.js';
export { type Footprint, meet } from './footprint.js';
export type { MissedDecision } from './journal.js';
export {
  isNodeFaultKind,
  isPossibleFaultKind,
  type KindOn,
  type Kinds,
  type LinkFaultKind,
  type NodeFaultKind,
  POSSIBLE_FAULTS,
  type PossibleFaultKind,
} from './possible_fault_kind.js';
export {
  parseSchedule,
  SCHEDULE_FORMAT,
  type ScheduleFile,
  scheduleText,
} from './schedule_file.js';
export { anchorOf, staleSchedule } from './stale_schedule.js';
export type { Sleeper, Step, StepOptions, StepReport } from './step_log.js';
