import { type KnownNames, OrreryError, requireKnownOptions } from '../errors/index.js';
import type { SimulatedRun, TopicRecord } from '../record/index.js';

/** The result of a check. `message` says what was found, what was expected, and where the run is. */
export interface CheckResult {
  readonly pass: boolean;
  readonly message: string;
}

/** Limits, both inclusive. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Options of `checkValue`. */
export interface ValueOptions {
  /** The largest allowed difference of a number. Default: 0. */
  readonly tolerance?: number;
  /** Which messages to check. Default: `last`. */
  readonly at?: 'first' | 'last' | 'all';
}

const BOUNDS: KnownNames<Bounds> = { min: true, max: true };
const VALUE_OPTIONS: KnownNames<ValueOptions> = { tolerance: true, at: true };
const PLACES = ['first', 'last', 'all'];

function result(pass: boolean, found: string, where: string): CheckResult {
  return { pass, message: `${found}\n${where}` };
}

function within(value: number, { min = -Infinity, max = Infinity }: Bounds): boolean {
  return value >= min && value <= max;
}

function limits({ min, max }: Bounds): string {
  if (min !== undefined && min === max) return `${min}`;
  const least = min === undefined ? [] : [`at least ${min}`];
  const most = max === undefined ? [] : [`at most ${max}`];
  return [...least, ...most].join(' and ');
}

/** Checks how many messages a topic has. */
export function checkCount(topic: TopicRecord, expected: number | Bounds): CheckResult {
  const bounds = typeof expected === 'number' ? { min: expected, max: expected } : expected;
  requireKnownOptions(bounds, BOUNDS, 'a check of a count');
  const found = `${topic.name} has ${topic.count} messages; expected ${limits(bounds)}`;
  return result(within(topic.count, bounds), found, topic.where);
}

/** Checks the mean rate in Hz. `tolerance` is relative; default 0.01. */
export function checkRate(
  topic: TopicRecord,
  hz: number,
  options: { readonly tolerance?: number } = {},
): CheckResult {
  requireKnownOptions(options, { tolerance: true }, 'a check of a rate');
  const { tolerance = 0.01 } = options;
  const pass = Math.abs(topic.rate - hz) <= hz * tolerance;
  const found = `${topic.name} has a rate of ${topic.rate} Hz; expected ${hz} Hz ± ${tolerance * 100} %`;
  return result(pass, found, topic.where);
}

/**
 * Checks every latency, in seconds: from `header.stamp`, or from the last message on `from`. A topic without
 * latencies does not pass.
 */
export function checkLatency(
  topic: TopicRecord,
  bounds: Bounds,
  options: { readonly from?: TopicRecord } = {},
): CheckResult {
  requireKnownOptions(bounds, BOUNDS, 'the bounds of a latency');
  requireKnownOptions(options, { from: true }, 'a check of a latency');
  const { from } = options;
  const latencies = from === undefined ? topic.latencies : topic.latenciesFrom(from);
  const since = from === undefined ? 'its header stamps' : from.name;
  if (latencies.length === 0) {
    return result(false, `${topic.name} has no latency from ${since} to check`, topic.where);
  }
  const worst = latencies.find((latency) => !within(latency, bounds));
  const range = `${Math.min(...latencies)} to ${Math.max(...latencies)} s`;
  const found = `the latency of ${topic.name} from ${since} is ${range}; expected ${limits(bounds)} s`;
  return result(worst === undefined, found, topic.where);
}

/** Checks a field of the first, the last or all messages. */
export function checkValue(
  topic: TopicRecord,
  path: string,
  expected: unknown,
  options: ValueOptions = {},
): CheckResult {
  requireKnownOptions(options, VALUE_OPTIONS, 'a check of a value');
  const { tolerance = 0, at = 'last' } = options;
  if (!PLACES.includes(at)) {
    const sentence = `"${at}" does not say which messages to check; use ${PLACES.join(', ')}.`;
    throw new OrreryError('ORR_OPTION_UNKNOWN', sentence);
  }
  const all = topic.values(path);
  const values = at === 'all' ? all : at === 'first' ? all.slice(0, 1) : all.slice(-1);
  if (values.length === 0) {
    return result(false, `${topic.name} has no messages, so no ${path}`, topic.where);
  }
  const wrong = values.findIndex((value) => !isNear(value, expected, tolerance));
  const shown = values[Math.max(0, wrong)];
  const which = at === 'all' ? `of message ${Math.max(0, wrong)}` : `of the ${at} message`;
  const margin = tolerance === 0 ? '' : ` ± ${tolerance}`;
  const found = `${path} ${which} on ${topic.name} is ${shown}; expected ${expected}${margin}`;
  return result(wrong < 0, found, topic.where);
}

function isNear(value: unknown, expected: unknown, tolerance: number): boolean {
  if (typeof expected !== 'number') return Object.is(value, expected);
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number - expected) <= tolerance;
}

/** Checks the total digest against that of another run, or against a digest as text. */
export function checkDigest(run: SimulatedRun, expected: string | SimulatedRun): CheckResult {
  const digest = typeof expected === 'string' ? expected : expected.digest;
  const found = `the digest of the run is ${run.digest}; expected ${digest}`;
  const other = typeof expected === 'string' ? '' : `\nother:  ${expected.directory}`;
  const pass = run.digest === digest;
  return result(pass, found, `${run.where}${other}`);
}
