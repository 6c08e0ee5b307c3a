/**
 * `orrery-sim/debug`: moves to any moment of a recorded run, forwards and backwards.
 *
 * @example
 * ```ts run
 * import { openDebugSession } from 'orrery-sim/debug';
 * import { simulate } from 'orrery-sim/testing';
 *
 * await simulate('talker.cjs', { until: '3s', directory: 'run' });
 * const session = await openDebugSession('run');
 * const stop = await session.to({ time: 2_000_000_000n });
 * console.log(stop.callback);
 * await session.close();
 * ```
 *
 * ```text
 * …
 * ```
 *
 * @packageDocumentation
 */
export { DebugSession, openDebugSession } from './debug_session.js';
export type * from './index.js';
