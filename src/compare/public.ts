/**
 * `orrery-sim/compare`: runs a system in several variants and compares the results in one table.
 *
 * @example
 * ```ts run
 * import { systemConfig } from 'orrery-sim';
 * import { compareSystem, comparisonText, parseMetric } from 'orrery-sim/compare';
 *
 * const variants = ['events', 'single'].map((executor) => ({
 *   name: executor,
 *   config: systemConfig('talker.cjs', { until: '3s', executors: [executor] }),
 * }));
 * const comparison = await compareSystem({
 *   variants,
 *   seeds: ['0'],
 *   metrics: [parseMetric('rate(/chatter)')],
 *   parallel: 1,
 * });
 * console.log(comparison.variants.map(({ name, runs }) => `${name}: ${runs.length}`));
 * ```
 *
 * ```text
 * [ 'events: 1', 'single: 1' ]
 * ```
 *
 * @packageDocumentation
 */
export { compareSystem } from './compare_system.js';
export { comparisonCsv, comparisonJson, comparisonText } from './comparison_text.js';
export type * from './index.js';
export { parseMetric } from './metric.js';
