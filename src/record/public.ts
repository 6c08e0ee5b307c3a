/**
 * `orrery-sim/record`: reads what a run left behind: its run.json, its topics, its trace.
 *
 * @example
 * ```ts run
 * import { openSimulatedRun, readRunFile } from 'orrery-sim/record';
 * import { simulate } from 'orrery-sim/testing';
 *
 * const run = await simulate('talker.cjs', { until: '3s', directory: 'run' });
 * console.log(run.topic('/chatter').messages.map(({ message }) => message.data));
 * console.log(readRunFile('run').digest.total === run.outcome.digest.total);
 * ```
 *
 * ```text
 * [ 'hello 1', 'hello 2', 'hello 3' ]
 * true
 * ```
 *
 * @packageDocumentation
 */
export type { Leak, LeakRecord } from '../guard/index.js';
export type * from '../trace/index.js';
export type * from './index.js';
export { junitReport } from './junit_report.js';
export { readRecordedGraph } from './recorded_graph.js';
export { readRunFile } from './run_file.js';
export { openSimulatedRun, SimulatedRun } from './simulated_run.js';
export { TopicRecord } from './topic_record.js';
export { TraceReader } from './trace_reader.js';
