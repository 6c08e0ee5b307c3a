import type { ExploredOutcome } from '../job/index.js';
import { type Alternative, isOrderDecision, type OrderDecision } from '../schedule/index.js';
import { isHousekeeping } from './behaviour.js';
import { type Experiment, Laboratory, type Trial } from './laboratory.js';
import { inOrder } from './run_pool.js';

/** Two callbacks that were ready at one instant and do not commute. */
export interface Race {
  /** What ran first by default, and what was made to run before it. */
  readonly first: string;
  readonly second: string;
  /** The swap that did the most harm, as a decision. */
  readonly example: OrderDecision;
  /** Swaps that were tried, and those after which something differed. */
  readonly tried: number;
  readonly harmful: number;
  /** What went wrong after the swap that did the most harm, if anything did. */
  readonly failure: string | undefined;
  /** Topics that nobody in the system reads and whose messages differ. */
  readonly results: readonly string[];
  /** Topics whose last message of some instant differs. */
  readonly settled: readonly string[];
  /** Topics that differ within instants only. */
  readonly passing: readonly string[];
  /** Nodes that send something else, or say that their state is another. */
  readonly nodes: readonly string[];
  /** Nodes whose state at the end is another. */
  readonly states: readonly string[];
}

export interface RaceReport {
  /** Most harmful first. */
  readonly races: readonly Race[];
  /** Pairs that were ready together, and those of them that were tried. */
  readonly pairs: number;
  readonly triedPairs: number;
  readonly runs: number;
  /** Why the default run fails, if it does: then nothing was swapped. */
  readonly failure: string | undefined;
}

export interface RaceOptions extends Experiment {
  /** Runs at most. */
  readonly runs: number;
  /** Swaps tried of each pair, spread over the run. */
  readonly perPair: number;
  readonly parallel: number;
  readonly onProgress?: (done: number, of: number) => void;
}

/** One swap: which decision, and what it passes over besides its partner. */
interface Swap {
  readonly pair: string;
  readonly decision: OrderDecision;
  readonly passes: readonly string[];
}

/** Alternatives of one run that are looked at. */
const LONGEST_RUN = 1_000_000;

/**
 * Finds pairs of callbacks that can run in either order and for which it matters: runs the system
 * again with the pair swapped and compares what the nodes send and say of their state.
 */
export async function findRaces(options: RaceOptions): Promise<RaceReport> {
  const laboratory = new Laboratory(
    { ...options, config: { ...options.config, reportGraph: true } },
    options.parallel,
  );
  try {
    const standard = await laboratory.standard(LONGEST_RUN);
    const { outcome, failure } = standard;
    if (outcome === undefined || failure !== undefined) {
      return { races: [], pairs: 0, triedPairs: 0, runs: 0, failure: failure?.text };
    }
    const pairs = pairsOf(outcome.explored.alternatives);
    const swaps = chooseSwaps(pairs, options);
    const effects: { readonly swap: Swap; readonly effect: Effect }[] = [];
    const waiting = swaps.values();
    await inOrder(
      options.parallel,
      () => waiting.next().value,
      ({ decision }) => laboratory.try({ kind: 'replay', decisions: [decision] }),
      (swap, trial) => {
        effects.push({ swap, effect: effectOf(standard, trial) });
        options.onProgress?.(effects.length, swaps.length);
        return true;
      },
    );
    const triedPairs = new Set(swaps.map(({ pair }) => pair)).size;
    const races = rank(racesOf(effects));
    return { races, pairs: pairs.size, triedPairs, runs: effects.length, failure: undefined };
  } finally {
    laboratory.close();
  }
}

/** All swaps by pair of names. */
function pairsOf(alternatives: readonly Alternative[]): Map<string, Swap[]> {
  const pairs = new Map<string, Swap[]>();
  for (const { decision, passes } of alternatives) {
    if (!isOrderDecision(decision)) continue;
    const pair = pairName(decision.before, decision.run);
    const swaps = pairs.get(pair) ?? [];
    swaps.push({ pair, decision, passes: passes.slice(1) });
    pairs.set(pair, swaps);
  }
  return pairs;
}

function pairName(first: string, second: string): string {
  return `${first}\n${second}`;
}

/** Of each pair swaps spread over the run, neighbours preferred; round by round until the runs are used up. */
function chooseSwaps(
  pairs: ReadonlyMap<string, readonly Swap[]>,
  { runs, perPair }: RaceOptions,
): Swap[] {
  const rounds: Swap[][] = Array.from({ length: perPair }, () => []);
  for (const swaps of pairs.values()) {
    const nearest = Math.min(...swaps.map(({ passes }) => passes.length));
    const direct = swaps.filter(({ passes }) => passes.length === nearest);
    const count = Math.min(perPair, direct.length);
    for (let i = 0; i < count; i++) {
      rounds[i]!.push(direct[Math.floor((i * direct.length) / count)]!);
    }
  }
  return rounds.flat().slice(0, runs);
}

/** What a swap did. */
interface Effect {
  readonly failure: string | undefined;
  readonly results: readonly string[];
  readonly settled: readonly string[];
  readonly passing: readonly string[];
  readonly nodes: readonly string[];
  readonly states: readonly string[];
}

function effectOf(standard: Trial, { outcome, failure }: Trial): Effect {
  const a = standard.outcome!.explored;
  if (outcome === undefined || failure !== undefined) {
    const nothing: readonly string[] = [];
    const none = { results: nothing, settled: nothing, passing: nothing };
    return { ...none, failure: failure?.text, nodes: nothing, states: nothing };
  }
  const b = outcome.explored;
  const all = differingOutputs(a, b, 'all');
  const settled = topicsOf(differingOutputs(a, b, 'settled'));
  const states = [...new Set([...Object.keys(a.states), ...Object.keys(b.states)])].filter(
    (node) => a.states[node] !== b.states[node],
  );
  const read = new Set(standard.outcome!.graph?.topics.flatMap(readTopic) ?? []);
  return {
    failure: undefined,
    results: settled.filter((topic) => !read.has(topic)),
    settled,
    passing: topicsOf(all).filter((topic) => !settled.includes(topic)),
    nodes: [...new Set([...all.map(({ node }) => node), ...states])].sort(),
    states,
  };
}

function readTopic(topic: { readonly name: string; readonly subscriptions: readonly unknown[] }) {
  return topic.subscriptions.length > 0 ? [topic.name] : [];
}

interface Output {
  readonly node: string;
  readonly topic: string;
}

function differingOutputs(
  a: ExploredOutcome,
  b: ExploredOutcome,
  digest: 'all' | 'settled',
): Output[] {
  const index = (explored: ExploredOutcome) =>
    new Map(
      explored.outputs
        .filter(({ topic }) => !isHousekeeping(topic))
        .map((output) => [`${output.node} ${output.topic}`, output] as const),
    );
  const [left, right] = [index(a), index(b)];
  const keys = [...new Set([...left.keys(), ...right.keys()])];
  return keys
    .filter((key) => left.get(key)?.[digest] !== right.get(key)?.[digest])
    .map((key) => (left.get(key) ?? right.get(key))!);
}

function topicsOf(outputs: readonly Output[]): string[] {
  return [...new Set(outputs.map(({ topic }) => topic))].sort();
}

function isHarmful(effect: Effect): boolean {
  return effect.failure !== undefined || effect.nodes.length > 0;
}

/** Puts the swaps of each pair together; what passing over a third explains is left out. */
function racesOf(effects: readonly { readonly swap: Swap; readonly effect: Effect }[]): Race[] {
  const harmful = new Set(
    effects.filter(({ effect }) => isHarmful(effect)).map(({ swap }) => swap.pair),
  );
  const races = new Map<string, Race>();
  for (const { swap, effect } of effects) {
    const { pair, decision, passes } = swap;
    const explained = passes.some((third) => harmful.has(pairName(third, decision.run)));
    if (!harmful.has(pair) || explained) continue;
    const known = races.get(pair);
    const counts = {
      tried: (known?.tried ?? 0) + 1,
      harmful: (known?.harmful ?? 0) + (isHarmful(effect) ? 1 : 0),
    };
    const found = {
      first: decision.before,
      second: decision.run,
      example: decision,
      ...effect,
      ...counts,
    };
    const worst = known === undefined || compare(found, known) < 0 ? found : known;
    races.set(pair, { ...worst, ...counts });
  }
  return [...races.values()].filter((race) => race.harmful > 0);
}

/** Most harmful first. */
function rank(races: readonly Race[]): Race[] {
  return [...races].sort(compare);
}

function compare(a: Race, b: Race): number {
  const measures = ({ failure, results, states, settled, nodes, passing, harmful }: Race) => [
    failure === undefined ? 0 : 1,
    results.length,
    states.length,
    settled.length,
    nodes.length,
    passing.length,
    harmful,
  ];
  const [left, right] = [measures(a), measures(b)];
  for (const [i, value] of left.entries()) if (value !== right[i]) return right[i]! - value;
  return a.example.at - b.example.at;
}
