import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askRuns, describeAnswer, namesOf, parseQuestion } from '../ask/index.js';
import { didYouMean, OrreryError } from '../errors/index.js';
import { openSimulatedRun, type RunOutcome } from '../record/index.js';
import {
  type CheckVerdict,
  isLiveness,
  parseLiveness,
  parseTopicCondition,
  type RunConfig,
  topicsOfLiveness,
  withChanges,
} from '../system/index.js';
import { behaviourOf } from './behaviour.js';

/** A condition that must hold in every run. */
export interface Check {
  /** The condition as written. */
  readonly text: string;
  /** Whether it compares each run with the default run, so that both need the same seed. */
  readonly comparesRuns?: boolean;
  /** A module that judges runs: its content is part of the verdict. */
  readonly file?: string;
  /** Adds what the check needs to the configuration of a run. */
  prepare(config: RunConfig): RunConfig;
  /** Says why a run that ended without an error fails the check; undefined if it passes. */
  judge(outcome: RunOutcome, config: RunConfig, standard: RunOutcome): Promise<string | undefined>;
  /** Whether a judged run contained anything to judge. Absent: always. */
  evaluated?(outcome: RunOutcome): boolean;
}

const holds = async () => undefined;

/**
 * Parses a check:
 *
 * - `topic:/odom: pose.pose.position.x < 5`: every message of the topic fulfils the condition;
 * - `program:monitor.js`: one more program in the system, which throws or exits with a code;
 * - `test:check.mjs`: a module that exports `check(run)`, which is called with the finished run;
 * - `never:/cmd_vel not followed by /motor within 50ms`, `never:/map not before /scan at /planner`:
 *   the question of `orrery ask` has no answer;
 * - `order:/node`: what the node sends, and any state that it exposes, is the same in every order.
 *
 * - `eventually:`, `leads-to:`, `progress:`, `answered:`, `starvation:`: what must happen, see
 *   `parseLiveness`.
 *
 * In addition, a run must always have no errors and exit with 0.
 *
 * @throws OrreryError `ORR_EXPLORE_CHECK`, `ORR_TOPIC_CONDITION`
 */
export function parseCheck(text: string): Check {
  if (isLiveness(text)) return livenessCheck(text);
  const [, kind = '', rest = ''] = /^(topic|program|test|never|order):\s*(.+)$/s.exec(text) ?? [];
  switch (kind) {
    case 'topic':
      return topicCheck(text, rest);
    case 'program':
      return programCheck(text, resolve(rest));
    case 'test':
      return testCheck(text, resolve(rest));
    case 'never':
      return questionCheck(text, rest);
    case 'order':
      return orderCheck(text, rest);
  }
  throw new OrreryError(
    'ORR_EXPLORE_CHECK',
    `"${text}" is not a check; write topic:/name: condition, eventually:/name: condition, leads-to:/one -> /other within 1s, progress:/name within 1s, answered:1s, starvation:1s, program:file, test:file, never:question or order:/node.`,
  );
}

function topicCheck(text: string, rest: string): Check {
  // Removes the prefix `msg.` of fields, which people tend to write.
  const condition = rest.replace(/(:\s*|\band\s+|&&\s*)msg\./g, '$1');
  const { topic } = parseTopicCondition(condition);
  return {
    text,
    prepare: (config) =>
      withChanges(config, { proof: { expect: [...(config.proof.expect ?? []), condition] } }),
    async judge(_outcome, _config, { graph }) {
      requireTopic(text, topic, graph);
      return undefined;
    },
    evaluated: (outcome) => (verdictOf(outcome, condition)?.seen ?? 1) > 0,
  };
}

function livenessCheck(text: string): Check {
  const topics = topicsOfLiveness(parseLiveness(text));
  return {
    text,
    prepare: (config) =>
      withChanges(config, { proof: { liveness: [...(config.proof.liveness ?? []), text] } }),
    async judge(outcome, _config, { graph }) {
      for (const { topic } of topics) requireTopic(text, topic, graph);
      const violation = verdictOf(outcome, text)?.violation;
      return violation === undefined ? undefined : `"${text}" does not hold: ${violation}`;
    },
    // What should have happened and never did was looked for, even if nothing was there to see.
    evaluated: (outcome) => {
      const { seen = 1, violation } = verdictOf(outcome, text) ?? {};
      return seen > 0 || violation !== undefined;
    },
  };
}

function verdictOf({ checked }: RunOutcome, text: string): CheckVerdict | undefined {
  return checked?.find((each) => each.text === text);
}

/** @throws OrreryError for a topic that does not exist in the default run */
function requireTopic(
  text: string,
  topic: string,
  graph: RunOutcome['graph'],
  services: readonly { readonly name: string }[] = [],
): void {
  const known = [...(graph?.topics ?? [{ name: topic }]), ...services].map(({ name }) => name);
  if (known.includes(topic)) return;
  const hint = didYouMean(topic, known) || '; correct its name.';
  throw new OrreryError(
    'ORR_EXPLORE_CHECK',
    `The check "${text}" is on a topic that no node has${hint}`,
    { place: { topic } },
  );
}

/** @throws OrreryError for a node that does not exist in the default run */
function requireNode(text: string, node: string, graph: RunOutcome['graph']): void {
  if (graph === undefined || graph.nodes.includes(node)) return;
  const hint = didYouMean(node, graph.nodes) || '; correct its name.';
  throw new OrreryError(
    'ORR_EXPLORE_CHECK',
    `The check "${text}" is on a node that is not there${hint}`,
    { place: { node } },
  );
}

function programCheck(text: string, file: string): Check {
  if (!existsSync(file)) {
    throw new OrreryError(
      'ORR_EXPLORE_CHECK',
      `The program ${file} of a check does not exist; correct the path.`,
      { place: { file } },
    );
  }
  return {
    text,
    prepare: (config) =>
      withChanges(config, {
        system: { programs: [...config.system.programs, { file, args: [] }] },
      }),
    judge: holds,
  };
}

function testCheck(text: string, file: string): Check {
  let check: ((run: unknown) => unknown) | undefined;
  return {
    ...{ text, file },
    prepare: (config) => config,
    async judge(outcome, config) {
      check ??= await importCheck(file);
      const run = await openSimulatedRun(outcome, config.output.directory!, 'orrery explore');
      try {
        const result = await check(run);
        if (typeof result === 'string' && result !== '') return result;
        return result === false ? `check(run) of ${file} returned false` : undefined;
      } catch (error) {
        return `check(run) threw ${error instanceof Error ? error.message : String(error)}`;
      } finally {
        run.close();
      }
    },
  };
}

/** Asks the question of the recorded run, because what it looks for may come before or after. */
function questionCheck(text: string, asked: string): Check {
  const question = parseQuestion(asked);
  const { topics, node } = namesOf(question);
  const idle = new WeakSet<RunOutcome>();
  return {
    text,
    prepare: (config) => config,
    async judge(outcome, { output }, { graph }) {
      const services = node === undefined ? [] : graph?.services;
      for (const topic of topics) requireTopic(text, topic, graph, services);
      if (node !== undefined) requireNode(text, node, graph);
      const options = { mayLackTopics: true, end: outcome.stop };
      const [answer] = await askRuns([output.directory!], asked, options);
      const { count, stamps, isEvaluated } = answer!;
      if (!isEvaluated) idle.add(outcome);
      if (count === 0) return undefined;
      const first = `${Number(stamps[0]! - outcome.start) / 1e9} s`;
      const more = count === 1 ? '' : ` and ${count - 1} more`;
      return `"${asked}" is answered${describeAnswer(question, first)}${more}`;
    },
    evaluated: (outcome) => !idle.has(outcome),
  };
}

/** Whether the run must be recorded so that the check can judge it. */
export function needsRecording({ text }: Pick<Check, 'text'>): boolean {
  return /^(test|never):/.test(text);
}

async function importCheck(file: string): Promise<(run: unknown) => unknown> {
  let why = 'exports no function check(run)';
  try {
    const module = (await import(pathToFileURL(file).href)) as { readonly check?: unknown };
    if (typeof module.check === 'function') return module.check as (run: unknown) => unknown;
  } catch (error) {
    why = `cannot be loaded (${error instanceof Error ? error.message : String(error)})`;
  }
  throw new OrreryError(
    'ORR_EXPLORE_CHECK',
    `${file} ${why}; export check(run), which throws or returns false if the run is wrong.`,
    { place: { file } },
  );
}

function orderCheck(text: string, node: string): Check {
  return {
    text,
    comparesRuns: true,
    prepare: (config) => config,
    async judge(outcome, _config, standard) {
      const [mine, expected] = [behaviourOf(outcome, node), behaviourOf(standard, node)];
      if (expected.size === 0) {
        throw new OrreryError(
          'ORR_EXPLORE_CHECK',
          `${node} sends nothing and has no simulationState(), so the effect of the order on it cannot be seen.`,
          { place: { node } },
        );
      }
      const names = new Set([...mine.keys(), ...expected.keys()]);
      const different = [...names].filter((name) => mine.get(name) !== expected.get(name));
      if (different.length === 0) return undefined;
      return `${node} depends on the order: its ${different.join(', ')} differs from the default run`;
    },
  };
}
