import { join } from 'node:path';
import { openBag } from '../bag/index.js';
import { faultKindsThat } from '../models/index.js';
import { readRunFile, TopicRecord, TraceReader } from '../record/index.js';
import type { Metric, MetricSource } from './metric.js';
import type { MetricNames } from './metric_names.js';

/** The compared figures of one run. */
export interface RunFigures {
  readonly seed: string;
  readonly end: string;
  /** Code of the error that ended the run. */
  readonly error: string | undefined;
  readonly digest: string;
  readonly callbacks: number;
  readonly messages: number;
  /**
   * Time from the arrival of an input, or the due time of a timer, to the end of its callback, in ms.
   */
  readonly response: { readonly mean: number; readonly max: number };
  /** Messages that were overwritten in a queue; `lost`: those lost to faults and full links. */
  readonly overwritten: number;
  readonly lost: number;
  /** Value of each metric, by name. */
  readonly metrics: Readonly<Record<string, number | undefined>>;
}

/** Faults that keep a message from arriving. */
const LOSSES: ReadonlySet<string> = new Set([...faultKindsThat('loses'), 'queue_full']);

/**
 * Reads the figures of a run from the directory that it left.
 *
 * @param names - notes which of the metrics' subjects the run has
 * @throws OrreryError `ORR_RUN_DIRECTORY`, `ORR_BAG_…`
 */
export async function figuresOf(
  directory: string,
  seed: string,
  metrics: readonly Metric[],
  names?: MetricNames,
): Promise<RunFigures> {
  const file = readRunFile(directory);
  const trace = await TraceReader.open(directory);
  const recording = await openBag(join(directory, 'recording.mcap'));
  try {
    const topics = new Map<string, TopicRecord>();
    const topic = (name: string): TopicRecord => {
      const known = topics.get(name) ?? new TopicRecord(name, recording, 0n, directory);
      topics.set(name, known);
      return known;
    };
    const { longest, response, overwritten } = responsesOf(trace);
    const { topics: graphTopics = [], nodes = [] } = file.graph ?? {};
    const source: MetricSource = {
      ...{ topic, longestResponse: longest, results: file.results },
      names: {
        topics: [...graphTopics, ...recording.topics].map(({ name }) => name),
        nodes: [...nodes, ...longest.keys()],
      },
    };
    // A failed run may have ended before it reached what a metric asks for.
    if (file.errors.length === 0) for (const metric of metrics) names?.note(metric, source);
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

function responsesOf(trace: TraceReader) {
  const longest = new Map<string, number>();
  let [sum, count, max, overwritten] = [0, 0, 0, 0];
  for (const { entity, waited, duration, overwritten: dropped } of trace.callbacks()) {
    const milliseconds = (waited + duration) / 1e6;
    const node = entity.slice(0, entity.indexOf(' '));
    longest.set(node, Math.max(milliseconds, longest.get(node) ?? 0));
    sum += milliseconds;
    count++;
    max = Math.max(max, milliseconds);
    overwritten += dropped;
  }
  return { longest, response: { mean: count === 0 ? 0 : sum / count, max }, overwritten };
}

function lossesOf(trace: TraceReader): number {
  let lost = 0;
  for (const { fault } of trace.faults()) if (LOSSES.has(fault)) lost++;
  return lost;
}
