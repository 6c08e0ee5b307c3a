/**
 * Room `schedule`: decisions that a run may take otherwise than by default, within what ROS 2
 * allows: which ready callback of an instant goes first, how long a message is under way, whether
 * it is lost. Takes them at random, by PCT or from a file, and says which were taken.
 *
 * May import: `errors`, `kernel`, `graph`.
 */
export { applyExploration, type RunSchedule } from './apply_exploration.js';
export {
  type Alternative,
  type Decision,
  type DeliveryDecision,
  describeDecision,
  isOrderDecision,
  type OrderDecision,
} from './decision.js';
export type {
  DelayBounds,
  Exploration,
  LossBudget,
  ScheduleReport,
  Strategy,
} from './exploration.js';
export { parseSchedule, type ScheduleFile, scheduleText } from './schedule_file.js';
