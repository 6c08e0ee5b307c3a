/**
 * `orrery-sim/verify`: proves that a run repeats, and names what differed first if it does not.
 *
 * @example
 * ```ts run
 * import { systemConfig } from 'orrery-sim';
 * import { diffRuns, diffText, verifySystem } from 'orrery-sim/verify';
 * import { simulate } from 'orrery-sim/testing';
 *
 * const config = systemConfig('talker.cjs', { until: '3s' });
 * const { runs } = await verifySystem({ config, runs: 2, parallel: 1, nodes: [] });
 * console.log(runs.every(({ same }) => same));
 *
 * await simulate('talker.cjs', { until: '3s', directory: 'a' });
 * await simulate('talker.cjs', { until: '2s', directory: 'b' });
 * console.log((await diffRuns('a', 'b')).same);
 * ```
 *
 * ```text
 * true
 * false
 * ```
 *
 * @packageDocumentation
 */
export { certificateOf, disagreements, readCertificate } from './certificate.js';
export { diffRuns } from './diff_runs.js';
export { diffText } from './diff_text.js';
export type * from './index.js';
export { installedNodes } from './installed_nodes.js';
export { verifySystem } from './verify_system.js';
