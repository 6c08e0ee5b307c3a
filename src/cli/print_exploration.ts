import { counted } from '../errors/index.js';
import {
  confirmationOf,
  type ExploreResult,
  fewestLine,
  type Race,
  type RaceReport,
  statementOf,
} from '../explore/index.js';
import { describeDecision } from '../schedule/index.js';
import { print, printProgress } from './print.js';

interface SearchState {
  readonly phase: 'search' | 'shrink';
  readonly runs: number;
  readonly failures: number;
  readonly orders: number;
  readonly pairs: number;
}

/** One line on a terminal that follows a search; silent when the output is piped. */
export class ExploreProgressLine {
  follow({ phase, runs, failures, orders, pairs }: SearchState, of: string | undefined): void {
    const failed = failures === 0 ? 'none fails' : `${failures} fail`;
    const most = of === undefined ? '' : ` of at most ${of}`;
    const text = `${runs}${most} runs, ${orders} orders, ${pairs} pairs reversed, ${failed}`;
    this.show(phase === 'shrink' ? `${text}; shrinking` : text);
  }

  show(text: string): void {
    printProgress(text);
  }

  clear(): void {
    printProgress('');
  }
}

export function printExploration(result: ExploreResult, json: boolean): void {
  // The corpus is long, and only of use to a search.
  const { corpus: _, ...shown } = result;
  const lines = json ? [JSON.stringify(shown, null, 2)] : explorationLines(result);
  print(`${lines.join('\n')}\n`);
}

function explorationLines(result: ExploreResult): string[] {
  const { runs, points, lanes, failures, unrepeated, interrupted } = result;
  return [
    ...(interrupted ? ['Interrupted.'] : []),
    `${counted(runs, 'run')} besides the default one; up to ${counted(points, 'choice')} among ${counted(lanes, 'contender')}`,
    coverageLine(result),
    ...boundLines(result),
    ...everyOrderLines(result),
    ...failures.map(({ count, first }) =>
      first.run === 0
        ? `The default run fails: ${first.text}`
        : `${count} of ${counted(runs, 'run')} ${count === 1 ? 'fails' : 'fail'}, first run ${first.run} (${counted(first.decisions.length, 'decision')}): ${first.text}`,
    ),
    ...unrepeated.map(
      ({ run, text }) =>
        `NOT REPEATED: run ${run} failed, but not when it was repeated by its decisions in a fresh thread: ${text}`,
    ),
    ...(unrepeated.length > 0 ? [UNREPEATED] : []),
    ...(failures.length === 0 ? [`No ${unrepeated.length > 0 ? 'other ' : ''}run fails.`] : []),
    ...result.unevaluated.map(
      (check) => `NOT EVALUATED: "${check}" had nothing to judge in any run.`,
    ),
    ...probabilityLines(result),
    ...armLines(result),
    ...(failures.length === 0 ? result.hints.map((hint) => `Hint: ${hint}.`) : []),
    ...shrunkLines(result),
  ];
}

/** What explains a failure that decisions do not. */
const UNREPEATED =
  'Its cause is outside of these decisions: state outside the modules of the system or a check, something that is not deterministic (orrery verify), or a machine that was too busy.';

function coverageLine({ orders, views, unseen }: ExploreResult): string {
  const seen = `${counted(orders, 'distinct order')} of callbacks, ${views} that a node can tell apart`;
  if (unseen === undefined) return seen;
  return `${seen}; one more run has a new order with probability ${percent(unseen)} (Good–Turing)`;
}

function boundLines(result: ExploreResult): string[] {
  const { strategy, complete, guarantee, points, lanes, failures, interrupted } = result;
  if (strategy.kind === 'systematic') {
    const all = `every schedule with at most ${counted(strategy.bound, 'decision')}`;
    if (complete) return [`That is ${all}.`];
    return failures.length > 0 || interrupted ? [] : [`That is not ${all}: give more --runs.`];
  }
  if (guarantee === undefined) return [];
  return [
    `PCT: a run meets a bug of depth ${depthOf(strategy)} with probability ≥ ${guarantee.toPrecision(2)} = 1/(n·k^(d−1)), n = ${lanes}, k = ${points}`,
  ];
}

function everyOrderLines({ everyOrder, strategy, failures }: ExploreResult): string[] {
  if (everyOrder === undefined || failures.length > 0) return [];
  const { complete, orders, witnesses, unfit } = everyOrder;
  const seen = counted(orders, 'order');
  if (complete) {
    return [
      `All orders are covered: ${seen} ${orders === 1 ? 'was' : 'were'} run, and in any other one each node sees the same as in one of them (${counted(witnesses, 'other run')} did not differ).`,
    ];
  }
  if (strategy.kind !== 'dpor') return [];
  return [
    `${seen} that may differ were run, but these are not all: ${unfit ?? 'give more --runs'}.`,
  ];
}

function depthOf(strategy: ExploreResult['strategy']): number {
  return strategy.kind === 'pct' ? strategy.depth : 0;
}

/** What each strategy of a portfolio did. */
function armLines({ strategy, arms }: ExploreResult): string[] {
  if (strategy.kind !== 'portfolio') return [];
  const made = arms.filter(({ runs }) => runs > 0);
  return made.map(({ name, runs, fresh, failures, probability }) => {
    const found = `${counted(runs, 'run')}, ${fresh} new to a node, ${failures} ${failures === 1 ? 'fails' : 'fail'}`;
    if (probability === undefined) return `  ${ARMS[name] ?? name}: ${found}`;
    const { estimate, low, high } = probability;
    return `  ${ARMS[name] ?? name}: ${found}: ${percent(estimate)}, between ${percent(low)} and ${percent(high)}`;
  });
}

/** What the strategies of a portfolio vary. */
const ARMS: Readonly<Record<string, string>> = {
  seeds: 'seeds of the system',
  random: 'orders at random',
  pct: 'priorities (PCT)',
  systematic: 'one decision, then two, three',
  dpor: 'each order that matters, once (DPOR)',
  sparse: 'few decisions at random',
  mutations: 'runs that showed something new, changed',
};

function probabilityLines({ probability, strategy, arms }: ExploreResult): string[] {
  if (probability === undefined) return [];
  const { estimate, low, high, level } = probability;
  const drawn = arms.some(({ name, runs }) => name === 'seeds' && runs > 0)
    ? 'seeds and orders'
    : 'orders';
  return [
    `Probability that such a run fails: ${percent(estimate)}, between ${percent(low)} and ${percent(high)} (${level * 100} % confidence)${strategy.kind === 'portfolio' ? `, of ${drawn} at random` : ''}`,
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function shrunkLines({ shrunk, executions, interrupted }: ExploreResult): string[] {
  if (shrunk === undefined) return [];
  const { decisions } = shrunk;
  const same = interrupted ? 'not shrunk to the end' : confirmationOf(shrunk);
  if (decisions.length === 0) return [same];
  return [
    '',
    decisions.length === 1
      ? 'It takes one decision to fail:'
      : `It takes ${decisions.length} decisions to fail:`,
    ...statementOf(shrunk).map((line) => `  ${line}`),
    ...(interrupted ? [] : [fewestLine(shrunk)]),
    `${same}; ${executions} executions in all`,
  ];
}

export function printRaces(report: RaceReport, json: boolean): void {
  const lines = json ? [JSON.stringify(report, null, 2)] : raceLines(report);
  print(`${lines.join('\n')}\n`);
}

function raceLines(report: RaceReport): string[] {
  const { races, pairs, triedPairs, runs, failure, interrupted } = report;
  if (failure !== undefined) return [`The default run fails: ${failure}`];
  const verdict =
    races.length === 0
      ? 'No order was seen to matter.'
      : `${races.length} ${races.length === 1 ? 'does' : 'do'} not commute.`;
  return [
    ...(interrupted ? ['Interrupted.'] : []),
    `${counted(pairs, 'pair')} of callbacks of one node ran at one instant; ${triedPairs} ${triedPairs === 1 ? 'was' : 'were'} reversed in ${counted(runs, 'run')}. ${verdict}`,
    ...races.flatMap((race, index) => ['', ...linesOfRace(race, index + 1)]),
  ];
}

function linesOfRace(race: Race, rank: number): string[] {
  const { node, first, second, example, harmful, tried, together } = race;
  return [
    `${rank}. ${node ?? 'no common node'}: ${first}  |  ${second}`,
    ...harm('code:', race.code),
    `   matters in ${harmful} of ${counted(tried, 'run')}, e.g. ${describeDecision(example)}`,
    ...harm('nodes whose inputs the same decision reverses:', together),
    ...harm('fails:', race.failure === undefined ? [] : [race.failure]),
    ...harm('results that differ:', race.results),
    ...harm('states that differ at the end:', race.states),
    ...harm(
      'topics that differ:',
      race.settled.filter((topic) => !race.results.includes(topic)),
    ),
    ...harm('topics that differ only within an instant:', race.passing),
    ...harm('nodes that do something else:', race.nodes),
  ];
}

function harm(title: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`   ${title} ${names.join(', ')}`];
}
