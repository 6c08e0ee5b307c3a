import { availableParallelism } from 'node:os';
import { type KnownNames, requireKnownOptions } from '../errors/index.js';
import { type Alternative, isOrderDecision, type OrderDecision } from '../schedule/index.js';
import { inOrder } from './in_order.js';
import { Interruption } from './interruption.js';
import { type Experiment, Laboratory, type Trial } from './laboratory.js';
import { pairKey, pairsAtOneInstant, type Reversal, reversalsOf } from './reversals.js';
import { compareHarm, effectOf, isHarmful, type SwapEffect } from './swap_effect.js';

/** Two callbacks that can run in either order at one instant, with different results. */
export interface Race extends SwapEffect {
  /** Their node; undefined if they belong to two nodes that share something other than messages. */
  readonly node: string | undefined;
  /** The one that runs first by default; `second` was made to run before it. */
  readonly first: string;
  readonly second: string;
  /** Where the code of the two is defined, as far as known: file, line and function. */
  readonly code: readonly string[];
  /** The decision with the worst effect. */
  readonly example: OrderDecision;
  /** Other nodes with callbacks that the same decision reversed. */
  readonly together: readonly string[];
  /** The number of runs in which they were reversed; `harmful`: those in which something differed. */
  readonly tried: number;
  readonly harmful: number;
}

export interface RaceReport {
  /** Most harmful first. */
  readonly races: readonly Race[];
  /** The number of pairs of callbacks of one node that ran at one instant; `triedPairs`: those that were reversed. */
  readonly pairs: number;
  readonly triedPairs: number;
  readonly runs: number;
  /** Why the default run fails, if it does; then nothing was swapped. */
  readonly failure: string | undefined;
  /** Whether its `signal` ended the search. */
  readonly interrupted: boolean;
}

export interface RaceOptions extends Experiment {
  /** The most runs to make. Default: 1000. */
  readonly runs?: number;
  /**
   * Swaps to try for each pair of entities that were ready together, spread over the run. Default: 3.
   */
  readonly perPair?: number;
  /** Number of threads; the result does not depend on it. Default: one for each core. */
  readonly parallel?: number;
  readonly onProgress?: (done: number, of: number) => void;
  /** Ends the search; the result is the races found by then. */
  readonly signal?: AbortSignal;
}

/** One swap: its decision, and how many others the moved one overtakes. */
interface Swap {
  readonly decision: OrderDecision;
  readonly passes: number;
}

/** A swap that was run. */
interface Tried {
  readonly decision: OrderDecision;
  readonly reversals: readonly Reversal[];
  readonly effect: SwapEffect;
}

/** The most alternatives of one run that are considered. */
const LONGEST_RUN = 1_000_000;

const OPTIONS: KnownNames<RaceOptions> = {
  runs: true,
  perPair: true,
  parallel: true,
  onProgress: true,
  signal: true,
  config: true,
  checks: true,
  delays: true,
  losses: true,
  faults: true,
  jitter: true,
  timers: true,
  discovery: true,
  isolated: true,
};

/**
 * Finds pairs of callbacks of one node that can run in either order at one instant with different results. It
 * repeats the system with two ready entities swapped, determines which inputs of a node that reversed, and compares
 * the outputs and states of the nodes.
 *
 * @throws OrreryError for mistakes in the system
 */
export async function findRaces(options: RaceOptions): Promise<RaceReport> {
  requireKnownOptions(options, OPTIONS, 'findRaces()');
  const { parallel = availableParallelism(), signal, onProgress } = options;
  const laboratory = new Laboratory(options, parallel, signal);
  const tried: Tried[] = [];
  let standard: Trial | undefined;
  try {
    standard = await laboratory.standard(LONGEST_RUN, true);
    const { outcome, failure } = standard;
    if (outcome === undefined || failure !== undefined) return reportOf(standard, tried, false);
    const swaps = chooseSwaps(outcome.explored.alternatives, options);
    const waiting = swaps.values();
    await inOrder(
      parallel,
      () => waiting.next().value,
      ({ decision }) => laboratory.try({ kind: 'replay', decisions: [decision] }, { inputs: true }),
      ({ decision }, trial) => {
        tried.push({ decision, ...compare(standard!, trial) });
        onProgress?.(tried.length, swaps.length);
        if (signal?.aborted) throw new Interruption();
        return true;
      },
    );
    return reportOf(standard, tried, false);
  } catch (error) {
    if (error instanceof Interruption) return reportOf(standard, tried, true);
    throw error;
  } finally {
    await laboratory.close();
  }
}

/** Chooses swaps of each pair of names, spread over the run; prefers neighbours, and takes all pairs in turn. */
function chooseSwaps(
  alternatives: readonly Alternative[],
  { runs = 1000, perPair = 3 }: RaceOptions,
): Swap[] {
  const pairs = new Map<string, Swap[]>();
  for (const { decision, passes } of alternatives) {
    if (!isOrderDecision(decision)) continue;
    const pair = `${decision.before}\n${decision.run}`;
    pairs.set(pair, [...(pairs.get(pair) ?? []), { decision, passes: passes.length }]);
  }
  const rounds: Swap[][] = Array.from({ length: perPair }, () => []);
  for (const swaps of pairs.values()) {
    const nearest = Math.min(...swaps.map(({ passes }) => passes));
    const direct = swaps.filter(({ passes }) => passes === nearest);
    const count = Math.min(perPair, direct.length);
    for (let i = 0; i < count; i++) {
      rounds[i]!.push(direct[Math.floor((i * direct.length) / count)]!);
    }
  }
  return rounds.flat().slice(0, runs);
}

function compare(standard: Trial, trial: Trial): Omit<Tried, 'decision'> {
  const a = standard.outcome?.explored.inputs;
  const b = trial.outcome?.explored.inputs;
  const reversals = a === undefined || b === undefined ? [] : reversalsOf(a, b);
  return { reversals, effect: effectOf(standard, trial) };
}

function reportOf(
  standard: Trial | undefined,
  tried: readonly Tried[],
  interrupted: boolean,
): RaceReport {
  const inputs = standard?.outcome?.explored.inputs;
  const reversed = tried.flatMap(({ reversals }) => reversals.map(keyOf));
  return {
    races: racesOf(tried, standard?.outcome?.explored.places ?? {}).sort(
      (a, b) => compareHarm(a, b) || b.harmful - a.harmful,
    ),
    pairs: inputs === undefined ? 0 : pairsAtOneInstant(inputs).size,
    triedPairs: new Set(reversed).size,
    runs: tried.length,
    failure: standard?.failure?.text,
    interrupted,
  };
}

function keyOf({ node, first, second }: Reversal): string {
  return pairKey(node, first, second);
}

/** Whether the reversal may be the cause: its node failed, or behaves differently. */
function mattersIn(effect: SwapEffect, { node }: Reversal): boolean {
  return effect.failure !== undefined || effect.nodes.includes(node);
}

/**
 * Combines the results of each pair, without differences that overtaking a third callback explains.
 */
function racesOf(tried: readonly Tried[], places: Readonly<Record<string, string>>): Race[] {
  const harmful = new Set(
    tried.flatMap(({ reversals, effect }) =>
      reversals.filter((reversal) => mattersIn(effect, reversal)).map(keyOf),
    ),
  );
  const races = new Map<string, Race>();
  for (const one of tried) {
    const own = one.reversals.filter(
      ({ node, second, passes }) =>
        !passes.some((third) => harmful.has(pairKey(node, third, second))),
    );
    for (const reversal of own) note(races, one, reversal);
    if (isHarmful(one.effect) && !one.reversals.some((each) => mattersIn(one.effect, each))) {
      note(races, one, undefined);
    }
  }
  return [...races.values()]
    .filter((race) => race.harmful > 0)
    .map((race) => {
      const code = [race.first, race.second].flatMap((name) => codeOf(name, places));
      return { ...race, code: [...new Set(code)] };
    });
}

/** The source location of a callback. Its name may be more specific than its label, with a publisher or client. */
function codeOf(name: string, places: Readonly<Record<string, string>>): string[] {
  const label = name.replace(/ of \/\S+(?= →)/, '').replace(/(, asked by .*| #\d+)$/, '');
  const place = places[label];
  return place === undefined ? [] : [place];
}

function note(races: Map<string, Race>, one: Tried, reversal: Reversal | undefined): void {
  const { decision, effect, reversals } = one;
  const node = reversal?.node;
  const { first, second } = reversal ?? { first: decision.before, second: decision.run };
  const key = pairKey(node ?? '', first, second);
  const known = races.get(key);
  const matters = reversal === undefined || mattersIn(effect, reversal);
  const counts = {
    tried: (known?.tried ?? 0) + 1,
    harmful: (known?.harmful ?? 0) + (matters ? 1 : 0),
  };
  const others = reversals.filter((each) => each.node !== node && mattersIn(effect, each));
  const together = others.map((each) => each.node);
  const found = {
    node,
    first,
    second,
    code: [],
    example: decision,
    together,
    ...effect,
    ...counts,
  };
  const isWorse = known === undefined || (matters && compareHarm(effect, known) < 0);
  races.set(key, { ...(isWorse ? found : known), ...counts });
}
