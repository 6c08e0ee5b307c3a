import { join } from 'node:path';
import { type BagReader, openBag } from '../bag/index.js';
import { TopicRecord } from '../testing/index.js';
import { CALLBACK_TYPE, decodeCallback, FAULT_TOPIC } from '../trace/index.js';
import { type RunFile, readRunFile } from '../verify/index.js';
import type { Metric, MetricSource } from './metric.js';

/** What is compared of one run. */
export interface RunFigures {
  readonly seed: string;
  readonly end: string;
  /** Code of the error that ended it. */
  readonly error: string | undefined;
  readonly digest: string;
  readonly callbacks: number;
  readonly messages: number;
  /** From the arrival of an input, or the due time of a timer, to the end of its callback; in ms. */
  readonly response: { readonly mean: number; readonly max: number };
  /** Messages that were overwritten in a queue, and those lost by faults and full links. */
  readonly overwritten: number;
  readonly lost: number;
  /** By name of the metric. */
  readonly metrics: Readonly<Record<string, number | undefined>>;
}

/** Faults of messages by which a message does not arrive. */
const LOSSES: ReadonlySet<string> = new Set(['loss', 'partition', 'service_timeout', 'queue_full']);

/**
 * Reads the figures of a run from the directory that it left.
 *
 * @throws OrreryError `ORR_RUN_DIRECTORY`, `ORR_BAG_…`
 */
export async function figuresOf(
  directory: string,
  seed: string,
  metrics: readonly Metric[],
): Promise<RunFigures> {
  const file = readRunFile(directory) as RunFile & Pick<MetricSource, 'results'>;
  const trace = await openBag(join(directory, 'trace.mcap'));
  const recording = await openBag(join(directory, 'recording.mcap'));
  try {
    const topics = new Map<string, TopicRecord>();
    const topic = (name: string): TopicRecord => {
      const known = topics.get(name) ?? new TopicRecord(name, recording, 0n, directory);
      topics.set(name, known);
      return known;
    };
    const { longest, response, overwritten } = responsesOf(trace);
    const source = { topic, longestResponse: longest, results: file.results };
    return {
      seed,
      end: file.end,
      error: file.errors[0]?.code,
      digest: file.digest.total,
      ...{ callbacks: file.counts.callbacks, messages: file.counts.messages },
      ...{ response, overwritten, lost: lossesOf(trace) },
      metrics: Object.fromEntries(metrics.map((metric) => [metric.name, metric.of(source)])),
    };
  } finally {
    trace.close();
    recording.close();
  }
}

function responsesOf(trace: BagReader) {
  const longest = new Map<string, number>();
  let [sum, count, max, overwritten] = [0, 0, 0, 0];
  const entities = trace.topics.filter(({ type }) => type === CALLBACK_TYPE);
  for (const { topic, data } of trace.messages({ topics: entities.map(({ name }) => name) })) {
    const callback = decodeCallback(data);
    if (callback === undefined) continue;
    const milliseconds = (callback.waited + callback.duration) / 1e6;
    const node = topic.slice(0, topic.indexOf(' '));
    longest.set(node, Math.max(milliseconds, longest.get(node) ?? 0));
    sum += milliseconds;
    count++;
    max = Math.max(max, milliseconds);
    overwritten += callback.overwritten;
  }
  return { longest, response: { mean: count === 0 ? 0 : sum / count, max }, overwritten };
}

function lossesOf(trace: BagReader): number {
  if (!trace.topics.some(({ name }) => name === FAULT_TOPIC)) return 0;
  let lost = 0;
  for (const { data } of trace.messages({ topics: [FAULT_TOPIC] })) {
    if (LOSSES.has(faultName(data))) lost++;
  }
  return lost;
}

/** The first string of a CDR message, little endian. */
function faultName(data: Uint8Array): string {
  const length = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(4, true);
  return Buffer.from(data.subarray(8, 7 + length)).toString();
}
