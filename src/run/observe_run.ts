import { OrreryError } from '../errors/index.js';
import type { Graph } from '../graph/index.js';
import { endedOutside, type RunOutcome } from '../record/index.js';
import { type MissedDecision, staleSchedule } from '../schedule/index.js';
import {
  type CheckVerdict,
  parseLiveness,
  parseTopicCondition,
  type RunConfig,
  topicsOfLiveness,
} from '../system/index.js';
import { type MessageSink, RunObserver, type RunObserverOptions } from '../trace/index.js';
import { CheckWatch } from './check_watch.js';
import { ConditionFields } from './condition_fields.js';
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
  /** Judges at the end what had to happen, and which decisions were never reached. */
  readonly judge: (
    report: (error: OrreryError) => void,
    ended: Pick<RunOutcome, 'end' | 'errors'>,
    missed?: readonly MissedDecision[],
  ) => readonly CheckVerdict[] | undefined;
  /** Knows the names that the conditions refer to. */
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
    messages = new ConditionSink(conditions, messages, ({ text }) =>
      endings.finish({ end: 'condition', detail: text }),
    );
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
  const asked = liveness.flatMap((text) => topicsOfLiveness(parseLiveness(text)));
  const named = [...conditions, ...expectations, ...asked];
  if (named.length > 0) messages = new ConditionFields(named, messages, fail);
  const outputs = config.proof.schedule && new OutputDigests(graph, messages);
  messages = outputs ?? messages;
  const observer = new RunObserver(graph, messages === undefined ? sinks : { ...sinks, messages });
  if (messages !== undefined || config.output.digest === 'content') {
    graph.observers.add('record', observer);
  }
  const judge: RunObservation['judge'] = (report, ended, missed = []) => {
    const verdicts = checks?.verdicts();
    const hasFailed = ended.errors.length > 0;
    const isStale = missed.length > 0 && !endedOutside(ended);
    // A check is not at fault for what a run that broke off never reached.
    const judged = verdicts?.filter(({ seen }) => seen > 0 || !hasFailed) ?? [];
    const { checksBind, decisionsBind } = config.proof;
    const broken = checksBind ? brokenChecks(judged) : [];
    broken.forEach(report);
    // Also of a failed run: that may have failed because of what makes the schedule stale.
    if (isStale && decisionsBind !== undefined) report(staleSchedule(decisionsBind, missed));
    return verdicts;
  };
  return { observer, outputs, judge, names: new ConditionNames(graph, conditions) };
}

/** A check that saw nothing proves nothing: its topic may have been renamed. */
function brokenChecks(verdicts: readonly CheckVerdict[]): OrreryError[] {
  return verdicts.flatMap(({ text, seen, violation }) => {
    if (violation === undefined && seen > 0) return [];
    const why =
      violation === undefined
        ? 'had nothing to judge; correct its names, or let the run last longer'
        : `does not hold: ${violation}`;
    return [new OrreryError('ORR_EXPECTATION', `"${text}" ${why}.`)];
  });
}
