/**
 * Room `record`: what a run leaves behind, written and read in one place: its outcome, its
 * directory with `run.json`, recording and trace, and its report as JUnit XML.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `schedule`, `guard`, `trace`,
 * `bag`, `system`.
 */

export type { AgentPlace } from './agent_place.js';
export type { CallbackRecording } from './callback_recording.js';
export { describeErrors } from './describe_errors.js';
export { fromExactJson, toExactJson } from './exact_json.js';
export { exitCodeOf } from './exit_code.js';
export type {
  ExploredOutcome,
  HandledInputs,
  NodeInputs,
  OutputDigest,
} from './explored_outcome.js';
export {
  describeIncompatibility,
  type EndpointReport,
  type FrameReport,
  type GraphReport,
  type IncompatibilityReport,
  type LifecycleReport,
  type MistypedReport,
  reportIncompatibility,
  type TopicReport,
  type UnspunReport,
  type ZeroStampReport,
} from './graph_report.js';
export { GraphWitness } from './graph_witness.js';
export { describeHeldUp, type HeldUpReport, reportHeldUp } from './held_up_report.js';
export { endedOutside, isReproducible } from './is_reproducible.js';
export { junitReport } from './junit_report.js';
export { type LeftRun, leftRuns, markRuns, prunable, removeRun } from './left_runs.js';
export {
  describeNeverSettles,
  type NeverSettlesReport,
  reportLostCallbacks,
} from './never_settles_report.js';
export { readRunConfig } from './read_run_config.js';
export { noteConfig, type RecordedConfig, withInput } from './recorded_config.js';
export { noGraph, type RecordedGraph, readRecordedGraph, unorderedOf } from './recorded_graph.js';
export { reserveRunDirectory } from './reserve_run_directory.js';
export { RunDirectory } from './run_directory.js';
export {
  noteFailure,
  noteRunEnd,
  type RunFile,
  readRunFile,
  runFileText,
  unreadableRun,
  writeRunFile,
} from './run_file.js';
export {
  type ChangedInput,
  changedInputs,
  inputFiles,
  type RunInput,
  runInputs,
} from './run_inputs.js';
export type { ProcessRecord, RunEnd, RunError, RunOutcome } from './run_outcome.js';
export { type NodeRecord, openSimulatedRun, SimulatedRun } from './simulated_run.js';
export { TemporaryFolder } from './temporary_folder.js';
export { type RecordedMessage, TopicRecord } from './topic_record.js';
export {
  type TracedCallback,
  type TracedFault,
  TraceReader,
  type TraceRecord,
} from './trace_reader.js';
export { TraceWriter } from './trace_writer.js';
export {
  describeUnanswered,
  reportUnanswered,
  type UnansweredReport,
} from './unanswered_report.js';
export { differencesIn, type VersionDifference } from './version_differences.js';
export { writeOutputFile } from './write_output_file.js';
