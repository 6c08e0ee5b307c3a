/**
 * Room `testing`: runs whole systems in users' tests, with vitest, jest or node:test. Published as
 * `orrery-sim/testing`.
 *
 * May import: `errors`, `system`, `launch`, `record`, `run`.
 *
 * @example
 * ```ts run
 * import { assertCount, simulate } from 'orrery-sim/testing';
 *
 * const run = await simulate('talker.cjs', { until: '3s' });
 * assertCount(run.topic('/chatter'), 3);
 * console.log(run.topic('/chatter').messages[0]?.message);
 * ```
 *
 * ```text
 * { data: 'hello 1' }
 * ```
 *
 * @packageDocumentation
 */

export type {
  ComponentArgument,
  EnvironmentOptions,
  LiveSettings,
  PackageSearch,
  ResumeSettings,
  ServeSettings,
  SystemOptions,
  SystemTarget,
} from '../launch/index.js';
export {
  type NodeRecord,
  openSimulatedRun,
  type RecordedMessage,
  type SimulatedRun,
  TopicRecord,
} from '../record/index.js';
export {
  assertCount,
  assertDigest,
  assertLatency,
  assertRate,
  assertValue,
} from './asserts.js';
export type { Bounds, CheckResult, ValueOptions } from './checks.js';
export { type MatcherResult, type OrreryMatchers, orreryMatchers } from './orrery_matchers.js';
export { type SimulateOptions, simulate, systemConfig } from './simulate.js';
