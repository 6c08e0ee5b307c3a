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
import type { SimulatedRun } from './simulated_run.js';
import type { TopicRecord } from './topic_record.js';

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

function matched({ pass, message }: CheckResult): MatcherResult {
  return { pass, message: () => message };
}

/**
 * Matchers for `expect` of vitest and jest: `expect.extend(orreryMatchers)`, then for instance
 * `expect(run.topic('/odom')).toHaveRate(20)`.
 */
export const orreryMatchers = {
  /** A topic has this many messages. */
  toHaveMessageCount: (topic: TopicRecord, expected: number | Bounds) =>
    matched(checkCount(topic, expected)),
  /** A topic has this mean rate in Hz; relative tolerance 0.01 unless given. */
  toHaveRate: (topic: TopicRecord, hz: number, options?: { readonly tolerance?: number }) =>
    matched(checkRate(topic, hz, options)),
  /** Every latency of a topic, in seconds, is within bounds. */
  toHaveLatency: (topic: TopicRecord, bounds: Bounds, options?: { readonly from?: TopicRecord }) =>
    matched(checkLatency(topic, bounds, options)),
  /** A field of the last (first, every) message has this value. */
  toHaveFieldValue: (topic: TopicRecord, path: string, value: unknown, options?: ValueOptions) =>
    matched(checkValue(topic, path, value, options)),
  /** A run has this digest, or that of another run. */
  toHaveDigest: (run: SimulatedRun, expected: string | SimulatedRun) =>
    matched(checkDigest(run, expected)),
};
