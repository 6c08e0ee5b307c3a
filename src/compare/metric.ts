import { OrreryError } from '../errors/index.js';
import type { TopicRecord } from '../record/index.js';

/** What a metric is computed from. */
export interface MetricSource {
  topic(name: string): TopicRecord;
  /** Longest time in ms from the arrival of an input to the end of its callback, by node. */
  readonly longestResponse: ReadonlyMap<string, number>;
  readonly results: Readonly<Record<string, string | number>>;
  /** Every topic and node of the run, also those without messages and callbacks. */
  readonly names: { readonly topics: readonly string[]; readonly nodes: readonly string[] };
}

/** A figure by which runs are compared; undefined if the run has none. */
export interface Metric {
  /** As written, e.g. `rate(/scan)`. */
  readonly name: string;
  /** The topic, node or result that it asks for, and those that the run has. */
  subject(run: MetricSource): { readonly name: string; readonly known: readonly string[] };
  of(run: MetricSource): number | undefined;
}

type Figure = (argument: string, run: MetricSource) => number | undefined;

const FIGURES: Readonly<Record<string, Figure>> = {
  count: (name, run) => run.topic(name).count,
  rate: (name, run) => run.topic(name).rate,
  first: (argument, run) => numbers(argument, run)[0],
  last: (argument, run) => numbers(argument, run).at(-1),
  min: (argument, run) => extreme(numbers(argument, run), -1),
  max: (argument, run) => extreme(numbers(argument, run), 1),
  mean: (argument, run) => mean(numbers(argument, run)),
  latency: (name, run) => mean(milliseconds(run.topic(name).latencies)),
  max_latency: (name, run) => extreme(milliseconds(run.topic(name).latencies), 1),
  response: (node, run) => run.longestResponse.get(node),
  result: (name, run) => {
    const value = Number(run.results[name]);
    return Number.isNaN(value) ? undefined : value;
  },
};

/**
 * Reads a metric: `count(/topic)`, `rate(/topic)` in Hz, `latency(/topic)` and
 * `max_latency(/topic)` in ms since the header stamp, `first`, `last`, `min`, `max`, `mean` of
 * `(/topic:field)`,
 * `response(/node)` in ms, `result(name)`.
 *
 * @throws OrreryError `ORR_COMPARE_METRIC`; those of a field when the figure is computed
 */
export function parseMetric(text: string): Metric {
  const match = /^(\w+)\(([^()]+)\)$/.exec(text.trim());
  const [, word = '', argument = ''] = match ?? [];
  const figure = Object.hasOwn(FIGURES, word) ? FIGURES[word] : undefined;
  if (figure === undefined) {
    throw new OrreryError(
      'ORR_COMPARE_METRIC',
      `The metric "${text}" is not known; write one of ${Object.keys(FIGURES).join(', ')} with its topic, node or name in parentheses, e.g. rate(/scan) or last(/odom:pose.pose.position.x).`,
    );
  }
  const subject = (run: MetricSource) => subjectOf(word, argument, run);
  return { name: text.trim(), subject, of: (run) => figure(argument, run) };
}

function subjectOf(word: string, argument: string, { names, results }: MetricSource) {
  if (word === 'result') return { name: argument, known: Object.keys(results) };
  if (word === 'response') return { name: argument, known: names.nodes };
  return { name: argument.split(':')[0]!, known: names.topics };
}

/**
 * The values of `/topic:field`.
 *
 * @throws OrreryError `ORR_FIELD_UNKNOWN`; `ORR_FIELD_KIND` if no value is a number
 */
function numbers(argument: string, run: MetricSource): number[] {
  const [topic = '', field = 'data'] = argument.split(':').map((part) => part.trim());
  const values = run.topic(topic).values(field);
  const found = values.filter((value) => ['number', 'bigint', 'boolean'].includes(typeof value));
  // An element that an array lacks is undefined.
  const other = values.find((value) => value !== undefined);
  if (found.length > 0 || other === undefined) return found.map(Number);
  throw new OrreryError(
    'ORR_FIELD_KIND',
    `The metric of ${argument} cannot be computed: "${field}" is not a number; name a field or an element that is one.`,
    { place: { topic } },
  );
}

function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** NaN if any value is: it is neither larger nor smaller than the others, and must not get lost among them. */
function extreme(values: readonly number[], sign: 1 | -1): number | undefined {
  let found: number | undefined;
  for (const value of values) {
    if (Number.isNaN(value)) return value;
    if (found === undefined || sign * (value - found) > 0) found = value;
  }
  return found;
}

function milliseconds(seconds: readonly number[]): number[] {
  return seconds.map((value) => value * 1000);
}
