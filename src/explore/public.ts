/**
 * `orrery-sim/explore`: searches for the order, delay, loss or fault that breaks a system.
 *
 * @example
 * ```ts run
 * import { systemConfig } from 'orrery-sim';
 * import { exploreSystem } from 'orrery-sim/explore';
 *
 * const { failures, runs } = await exploreSystem({
 *   config: systemConfig('talker.cjs', { until: '3s' }),
 *   checks: ["topic:/chatter: data != ''"],
 *   runs: 5,
 * });
 * console.log(failures.length);
 * ```
 *
 * ```text
 * 0
 * ```
 *
 * @packageDocumentation
 */
export type * from '../schedule/index.js';
export { describeDecision, parseSchedule, scheduleText } from '../schedule/index.js';
export { parseCheck } from './check.js';
export { exploreSystem } from './explore_system.js';
export { findRaces } from './find_races.js';
export type * from './index.js';
export { replaySchedule } from './replay_schedule.js';
export { savedTest } from './saved_test.js';
