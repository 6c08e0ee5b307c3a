import { RandomStreams } from '../kernel/index.js';
import { type Decision, isSeedDecision, type Strategy } from '../schedule/index.js';
import { inOrder } from './in_order.js';
import type { Laboratory, Trial } from './laboratory.js';
import { SystematicSearch } from './systematic_search.js';

/** The evidence that a failure needs as many decisions as found. */
export interface FewestProof {
  /** Every schedule of at most this many decisions was run without this failure. */
  readonly none: number;
  /** How many schedules were run for this proof. */
  readonly runs: number;
  /** Whether fewer decisions are impossible. The proof tried times at their longest, and the seed that was found. */
  readonly proved: boolean;
}

/** The most runs with fewer decisions in which the same failure is looked for. */
const SYSTEMATIC_RUNS = 300;
const RANDOM_RUNS = 120;
/** With more decisions at a time, there would be too many schedules. */
const MOST = 3;

export interface FewerSearch {
  /** Fewer decisions that fail in the same way; undefined: none were found. */
  readonly found: readonly Decision[] | undefined;
  readonly none: number;
  readonly runs: number;
}

/**
 * Tries every schedule of fewer decisions, fewest first, until one fails in this way: those with the
 * configured seed, then those with the seed that was found.
 */
export async function everySmaller(
  laboratory: Laboratory,
  kind: string,
  current: readonly Decision[],
  onStep: () => void,
): Promise<FewerSearch> {
  const bound = Math.min(current.length - 1, MOST);
  const seeds = current.filter(isSeedDecision);
  const plain = await everyUpTo(laboratory, kind, [], bound, onStep);
  if (plain.found !== undefined || seeds.length === 0) return plain;
  const seeded = await everyUpTo(laboratory, kind, seeds, bound, onStep);
  const none = Math.min(plain.none, seeded.none);
  return { found: seeded.found, none, runs: plain.runs + seeded.runs };
}

/** @param base - decisions that all these schedules contain; they count */
async function everyUpTo(
  laboratory: Laboratory,
  kind: string,
  base: readonly Decision[],
  bound: number,
  onStep: () => void,
): Promise<FewerSearch> {
  if (bound < 1) return { found: undefined, none: 0, runs: 0 };
  const search = new SystematicSearch(bound, SYSTEMATIC_RUNS, true);
  const replay = (decisions: readonly Decision[]) =>
    laboratory.try(
      { kind: 'replay', decisions },
      { alternatives: search.alternativesOf(decisions.length) },
    );
  const start = await replay(base);
  const alone = base.length > 0 ? decisionsOf(start, kind, base) : undefined;
  if (alone !== undefined) return { found: alone, none: alone.length - 1, runs: 1 };
  search.expand(base, start.outcome?.explored);
  let found: readonly Decision[] | undefined;
  let runs = 0;
  let started = 0;
  await inOrder(
    laboratory.parallel,
    () => search.next(),
    (decisions) => {
      started++;
      return replay(decisions);
    },
    (decisions, trial) => {
      runs++;
      onStep();
      search.expand(decisions, trial.outcome?.explored);
      search.made(decisions);
      found = decisionsOf(trial, kind, decisions);
      return found === undefined;
    },
  );
  laboratory.disregard(started - runs);
  return { found, none: found === undefined ? search.exhausted : found.length - 1, runs };
}

/** Random tries: the found decisions with two left out and one added, and a few others. */
export async function someSmaller(
  laboratory: Laboratory,
  kind: string,
  current: readonly Decision[],
  points: number,
  onStep: () => void,
): Promise<FewerSearch> {
  const most = current.length - 1;
  let found: readonly Decision[] | undefined;
  let [runs, started] = [0, 0];
  await inOrder(
    laboratory.parallel,
    () => (started < RANDOM_RUNS ? smallerStrategy(current, most, points, started++) : undefined),
    (strategy) => laboratory.try(strategy),
    (_, trial) => {
      runs++;
      onStep();
      const decisions = decisionsOf(trial, kind, []);
      if (decisions !== undefined && decisions.length <= most) found = decisions;
      return found === undefined;
    },
  );
  laboratory.disregard(started - runs);
  return { found, none: 0, runs };
}

function smallerStrategy(
  current: readonly Decision[],
  most: number,
  points: number,
  number: number,
): Strategy {
  const seed = `smaller ${current.length} ${number}`;
  const stream = new RandomStreams(seed).stream('exploration: smaller');
  // One in three starts from the default run.
  if (number % 3 === 2) return { kind: 'random', seed, rate: Math.min(1, most / points), most };
  const [one, other] = [stream.integer(current.length), stream.integer(current.length)];
  const base = current.filter((_, index) => index !== one && index !== other);
  return { kind: 'random', seed, rate: Math.min(1, 1 / points), base, most: most - base.length };
}

function decisionsOf(
  { outcome, failure }: Trial,
  kind: string,
  tried: readonly Decision[],
): readonly Decision[] | undefined {
  if (failure?.kind !== kind) return undefined;
  return outcome?.explored.decisions ?? tried;
}
