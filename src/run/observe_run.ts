import type { OrreryError } from '../errors/index.js';
import type { Graph } from '../graph/index.js';
import type { RunConfig } from '../system/index.js';
import { parseTopicCondition } from '../system/index.js';
import { type MessageSink, RunObserver, type RunObserverOptions } from '../trace/index.js';
import { CheckWatch } from './check_watch.js';
import { ConditionNames } from './condition_names.js';
import { ConditionSink } from './condition_sink.js';
import { ExpectationSink } from './expectation_sink.js';
import { OutputDigests } from './output_digests.js';
import type { RunEndings } from './run_endings.js';

/** The observers of a run. */
export interface RunObservation {
  readonly observer: RunObserver;
  /** What each node sent; only when the run follows a schedule. */
  readonly outputs: OutputDigests | undefined;
  /** Judges what must happen. */
  readonly checks: CheckWatch | undefined;
  /** Knows the names that the conditions are on. */
  readonly names: ConditionNames;
}

/**
 * Observes a whole run: digests it, records it, checks the conditions that end it and the
 * conditions on its messages.
 */
export function observeRun(
  graph: Graph,
  config: RunConfig,
  sinks: RunObserverOptions,
  endings: RunEndings,
  fail: (error: OrreryError) => void,
): RunObservation {
  let messages: MessageSink | undefined = sinks.messages;
  const conditions = (config.stop.topics ?? []).map(parseTopicCondition);
  if (conditions.length > 0) {
    const onFulfilled = ({ text }: { readonly text: string }) =>
      endings.finish({ end: 'condition', detail: text });
    messages = new ConditionSink(conditions, messages, { onFulfilled, fail });
  }
  const expectations = (config.proof.expect ?? []).map(parseTopicCondition);
  if (expectations.length > 0) messages = new ExpectationSink(graph, expectations, messages, fail);
  const { expect = [], liveness = [] } = config.proof;
  let checks: CheckWatch | undefined;
  if (expect.length + liveness.length > 0) {
    checks = new CheckWatch(graph, expect, liveness, messages);
    graph.observers.add('watch', checks);
    messages = checks;
  }
  const outputs = config.proof.schedule && new OutputDigests(graph, messages);
  messages = outputs ?? messages;
  const observer = new RunObserver(graph, messages === undefined ? sinks : { ...sinks, messages });
  if (messages !== undefined || config.output.digest === 'content') {
    graph.observers.add('record', observer);
  }
  return { observer, outputs, checks, names: new ConditionNames(graph, conditions) };
}
