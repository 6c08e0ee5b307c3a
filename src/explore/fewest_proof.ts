import { RandomStreams } from '../kernel/index.js';
import type { ExploredOutcome } from '../record/index.js';
import {
  type Decision,
  isSeedDecision,
  type Strategy,
  timeOf,
  withTime,
} from '../schedule/index.js';
import { inOrder } from './in_order.js';
import type { Laboratory, Trial } from './laboratory.js';
import { type Landings, landings } from './landings.js';
import { SystematicSearch } from './systematic_search.js';

/** The evidence that a failure needs as many decisions as found. */
export interface FewestProof {
  /** Every schedule of at most this many decisions was run without this failure, as far as {@link untried} allows. */
  readonly none: number;
  /** How many schedules were run for this proof. */
  readonly runs: number;
  /** What could still make fewer decisions enough, whatever was run: not every time and seed was tried. */
  readonly untried: readonly ('times' | 'seeds')[];
  /** Whether fewer decisions are impossible. */
  readonly proved: boolean;
}

/** What no number of runs settles: a time is tried at its longest and where it meets something, a seed as it was found. */
export function untriedIn(laboratory: Laboratory, decisions: readonly Decision[]) {
  const seeds = decisions.some(isSeedDecision) ? (['seeds'] as const) : [];
  return [...(laboratory.variesTimes ? (['times'] as const) : []), ...seeds];
}

/** The most runs with fewer decisions in which the same failure is looked for. */
const SYSTEMATIC_RUNS = 300;
const RANDOM_RUNS = 120;
/** With more decisions at a time, there would be too many schedules. */
const MOST = 3;

/** Which shorter times are tried instead of the longest. */
interface ShorterTimes {
  /** Where they land. */
  readonly where: readonly (keyof Landings)[];
  /** Whether only what was found is tried with them: one time may do what several others did. */
  readonly isFound: boolean;
}

/** In turn; undefined: the longest. */
const TIMES: readonly (ShorterTimes | undefined)[] = [
  undefined,
  { where: ['at', 'between', 'after', 'before'], isFound: true },
  { where: ['at', 'between'], isFound: false },
];

export interface FewerSearch {
  /** Fewer decisions that fail in the same way; undefined: none were found. */
  readonly found: readonly Decision[] | undefined;
  readonly none: number;
  readonly runs: number;
}

/**
 * Tries every schedule of fewer decisions, fewest first, until one fails in this way: those with the
 * configured seed, then those with the seed that was found. If that finds nothing, it tries shorter times, too.
 */
export async function everySmaller(
  laboratory: Laboratory,
  kind: string,
  current: readonly Decision[],
  onStep: () => void,
): Promise<FewerSearch> {
  const bound = Math.min(current.length - 1, MOST);
  const seeds = current.filter(isSeedDecision);
  let none = MOST;
  let runs = 0;
  for (const times of laboratory.variesTimes ? TIMES : [undefined]) {
    for (const base of seeds.length === 0 ? [[]] : [[], seeds]) {
      const scope = { kind, base, bound, times, current };
      const every = await everyUpTo(laboratory, scope, onStep);
      runs += every.runs;
      // Shorter times prove nothing: there are too many of them to try each.
      if (times === undefined || every.found !== undefined) none = Math.min(none, every.none);
      if (every.found !== undefined) return { found: every.found, none, runs };
    }
  }
  return { found: undefined, none, runs };
}

interface Scope {
  readonly kind: string;
  /** Decisions that all these schedules contain; they count. */
  readonly base: readonly Decision[];
  readonly bound: number;
  readonly times: ShorterTimes | undefined;
  /** The decisions that were found. */
  readonly current: readonly Decision[];
}

async function everyUpTo(
  laboratory: Laboratory,
  { kind, base, bound, times, current }: Scope,
  onStep: () => void,
): Promise<FewerSearch> {
  if (bound < 1) return { found: undefined, none: 0, runs: 0 };
  const search = new SystematicSearch(bound, SYSTEMATIC_RUNS, true);
  const replay = (decisions: readonly Decision[]) =>
    laboratory.try(
      { kind: 'replay', decisions },
      { alternatives: search.alternativesOf(decisions.length), inputs: times !== undefined },
    );
  const explored = ({ outcome }: Trial) =>
    times && outcome ? withShorterTimes(outcome.explored, times, current) : outcome?.explored;
  const start = await replay(base);
  const alone = base.length > 0 ? decisionsOf(start, kind, base) : undefined;
  if (alone !== undefined) return { found: alone, none: alone.length - 1, runs: 1 };
  search.expand(base, explored(start));
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
      search.expand(decisions, explored(trial));
      search.made(decisions);
      found = decisionsOf(trial, kind, decisions);
      return found === undefined;
    },
  );
  laboratory.disregard(started - runs);
  return { found, none: found === undefined ? search.exhausted : found.length - 1, runs };
}

/** The shorter times are in place of the longest one. */
function withShorterTimes(
  explored: ExploredOutcome,
  { where, isFound }: ShorterTimes,
  current: readonly Decision[],
): ExploredOutcome {
  const { inputs, alternatives: all } = explored;
  if (inputs === undefined) return explored;
  const places = new Set(current.map(placeOf));
  const alternatives = isFound ? all.filter(({ decision }) => places.has(placeOf(decision))) : all;
  const timeless = alternatives.filter(({ decision }) => timeOf(decision) === undefined);
  const landed = landings(alternatives, inputs);
  return { ...explored, alternatives: [...timeless, ...where.flatMap((each) => landed[each])] };
}

/** What a decision is about, whatever its time; other decisions may have moved when it is taken. */
function placeOf(decision: Decision): string {
  const timed = timeOf(decision) === undefined ? decision : withTime(decision, 0);
  return JSON.stringify('at' in timed && !('run' in timed) ? { ...timed, at: 0 } : timed);
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
