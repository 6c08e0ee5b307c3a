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
    // Asked for when the test fails, after `.not` by a check that passes.
    message: () => {
      keepRunsIn(message);
      return pass ? `not expected: ${message}` : message;
    },
  };
}

/**
 * What {@link orreryMatchers} add to `expect`. Types come with `orrery-sim/testing/vitest` and
 * `orrery-sim/testing/jest`.
 */
export interface OrreryMatchers<Result = void, _Actual = unknown> {
  /** A topic has this many messages. */
  toHaveMessageCount(expected: number | Bounds): Result;
  /** A topic has this mean rate in Hz; relative tolerance 0.01 unless given. */
  toHaveRate(hz: number, options?: { readonly tolerance?: number }): Result;
  /** Every latency of a topic, in seconds, is within bounds. */
  toHaveLatency(bounds: Bounds, options?: { readonly from?: TopicRecord }): Result;
  /** A field of the last (first, every) message has this value. */
  toHaveFieldValue(path: string, value: unknown, options?: ValueOptions): Result;
  /** A run has this digest, or that of another run. */
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
