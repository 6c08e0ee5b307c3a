/**
 * Room `testing`: whole systems in tests of users, with vitest, jest or node:test. Published as
 * `orrery-sim/testing`.
 *
 * May import: `errors`, `parameters`, `interfaces`, `models`, `trace`, `bag`, `job`.
 */
export {
  assertCount,
  assertDigest,
  assertLatency,
  assertRate,
  assertValue,
} from './asserts.js';
export type { Bounds, CheckResult, ValueOptions } from './checks.js';
export { type OrreryMatchers, orreryMatchers } from './matchers.js';
export { openSimulatedRun, type SimulateOptions, simulate, systemConfig } from './simulate.js';
export type { NodeRecord, SimulatedRun } from './simulated_run.js';
export { type RecordedMessage, TopicRecord } from './topic_record.js';
