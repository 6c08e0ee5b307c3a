import type { SimulatedRun, TopicRecord } from '../record/index.js';
import {
  type Bounds,
  type CheckResult,
  checkCount,
  checkDigest,
  checkLatency,
  checkRate,
  checkValue,
  type ValueOptions,
} from './checks.js';
import { keepRunsIn } from './simulate.js';

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

function matched({ pass, message }: CheckResult): MatcherResult {
  return {
    pass,
    // Called only when the test fails: for a check that failed, or, after `.not`, one that passed.
    message: () => {
      keepRunsIn(message);
      return pass ? `not expected: ${message}` : message;
    },
  };
}

/**
 * The matchers that {@link orreryMatchers} adds to `expect`. Their types come with `orrery-sim/testing/vitest` and
 * `orrery-sim/testing/jest`.
 */
export interface OrreryMatchers<Result = void, _Actual = unknown> {
  /** Expects a topic to have this many messages. */
  toHaveMessageCount(expected: number | Bounds): Result;
  /** Expects a topic to have this mean rate in Hz, with a relative tolerance of 0.01 unless given. */
  toHaveRate(hz: number, options?: { readonly tolerance?: number }): Result;
  /** Expects every latency of a topic, in seconds, to be within bounds. */
  toHaveLatency(bounds: Bounds, options?: { readonly from?: TopicRecord }): Result;
  /** Expects a field of the last message (or the first, or every one) to have this value. */
  toHaveFieldValue(path: string, value: unknown, options?: ValueOptions): Result;
  /** Expects a run to have this digest, or the same digest as another run. */
  toHaveDigest(expected: string | SimulatedRun): Result;
}

/**
 * Matchers for `expect` of vitest and jest: `expect.extend(orreryMatchers)`, then for instance
 * `expect(run.topic('/odom')).toHaveRate(20)`.
 */
export const orreryMatchers = {
  toHaveMessageCount: (topic: TopicRecord, expected: number | Bounds) =>
    matched(checkCount(topic, expected)),
  toHaveRate: (topic: TopicRecord, hz: number, options?: { readonly tolerance?: number }) =>
    matched(checkRate(topic, hz, options)),
  toHaveLatency: (topic: TopicRecord, bounds: Bounds, options?: { readonly from?: TopicRecord }) =>
    matched(checkLatency(topic, bounds, options)),
  toHaveFieldValue: (topic: TopicRecord, path: string, value: unknown, options?: ValueOptions) =>
    matched(checkValue(topic, path, value, options)),
  toHaveDigest: (run: SimulatedRun, expected: string | SimulatedRun) =>
    matched(checkDigest(run, expected)),
};
