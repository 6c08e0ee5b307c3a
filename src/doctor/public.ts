/**
 * `orrery-sim/doctor`: finds what fails silently in ROS 2.
 *
 * @example
 * ```ts run
 * import { diagnose } from 'orrery-sim/doctor';
 * import { readRecordedGraph } from 'orrery-sim/record';
 * import { simulate } from 'orrery-sim/testing';
 *
 * await simulate('talker.cjs', { until: '3s', directory: 'run', doctor: true });
 * console.log(diagnose(readRecordedGraph('run').graph).map(({ kind }) => kind));
 * ```
 *
 * ```text
 * …
 * ```
 *
 * @packageDocumentation
 */
export { diagnose } from './diagnose.js';
export type * from './index.js';
