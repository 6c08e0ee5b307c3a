/**
 * Room `debug`: time travel. Re-executes a recorded run in a separate process up to a callback,
 * stops it there in Node's inspector, moves forward and back from there, and finds in the trace who
 * published a message and why a callback ran.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `guard`, `guests`, `simulation`, `trace`, `bag`,
 * `system`, `record`, `run`, `verify`.
 */

export type { Break } from './breaks.js';
export type { DebugOptions } from './debug_options.js';
export type { DebugProgress } from './debug_report.js';
export {
  DebugSession,
  type DebugTarget,
  openDebugSession,
} from './debug_session.js';
export type { DebugStop, SourcePlace, StopReason } from './debug_stop.js';
export type { Evaluation, Variable } from './evaluator.js';
export type { InspectorDoor } from './inspector_door.js';
export type { PythonAnswer, ReExecutionParts } from './re_execution.js';
export type { CauseStep, RunHistory, WrittenMessage } from './run_history.js';
export { sourceAround } from './source_places.js';
