import {
  type Decision,
  isDeliveryDecision,
  isSeedDecision,
  timeOf,
  withTime,
} from '../schedule/index.js';
import { type Consequence, decidingMoves, NO_REASONS } from './deciding_moves.js';
import { type Divergence, divergenceOf } from './divergence.js';
import { divergenceFromMiss } from './divergence_from_miss.js';
import { exchangedRoles } from './exchanged_roles.js';
import type { FoundFailure } from './explore_result.js';
import { type Fails, fewestDecisions } from './fewest_decisions.js';
import { everySmaller, type FewestProof, someSmaller, untriedIn } from './fewest_proof.js';
import { Interruption, SpentBudget } from './interruption.js';
import type { Laboratory, Trial } from './laboratory.js';
import { oneForTwo } from './one_for_two.js';
import { type ShorterWay, sameOrder } from './same_order.js';
import { withLongestTimes } from './with_longest_times.js';

/** A failure with the smallest set of decisions found to cause it. */
export interface ShrunkFailure {
  readonly kind: string;
  readonly text: string;
  /** Without any one of them, the failure does not occur. */
  readonly decisions: readonly Decision[];
  /** The evidence that there cannot be fewer. */
  readonly proof: FewestProof;
  /** Where a node first sees another order than in the default run. */
  readonly divergence: Divergence | undefined;
  /** The decisions that matter for that order: without any one of them, the node sees something else there. */
  readonly because: readonly Decision[];
  /** What each of the other decisions changes for a node. */
  readonly consequences: readonly Consequence[];
  /** Total digest of the run, equal in two separate threads; undefined if a thread was lost. */
  readonly digest: string | undefined;
  /** Whether both runs in separate threads failed in the same way, with the same digest. */
  readonly confirmed: boolean;
}

/** How often a time is halved. */
const TIME_STEPS = 10;
/** How often fewer decisions are searched for at random, each time from the fewest so far. */
const ROUNDS = 6;
/** Seeds up to this one are tried instead of a found seed, because they are easier to read. */
const SMALL_SEED = 9;

/**
 * Removes decisions from a failing run as long as it keeps failing in the same way. Since the result depends on the
 * starting point, runs with fewer decisions are then searched for the same failure: all of them if they are few, and
 * some at random. Finally, delays, freezes and the like are shortened.
 *
 * @param points - the number of choices in the run
 * @param onStep - called after each run; may throw {@link SpentBudget} to end with what has been found
 */
export async function shrinkFailure(
  laboratory: Laboratory,
  { kind, text, decisions }: FoundFailure,
  points: number,
  onStep: () => void,
): Promise<ShrunkFailure> {
  const proof: FewestProof = { none: 0, runs: 0, untried: [], proved: decisions.length < 2 };
  const nothing = { divergence: undefined, ...NO_REASONS, digest: undefined, confirmed: false };
  const failing = { kind, text, decisions, proof, ...nothing };
  const fails: Fails = async (tried) => {
    const trial = await laboratory.try({ kind: 'replay', decisions: tried });
    onStep();
    if (trial.failure?.kind !== kind) return undefined;
    // Decisions that did not take effect are dropped.
    const taken = trial.outcome?.explored.decisions ?? tried;
    if (taken.length === 0 && !(await failsAlone(laboratory, kind))) return undefined;
    failing.decisions = taken;
    return taken;
  };
  try {
    const first = await fewestDecisions(await longerTimes(laboratory, decisions, fails), fails);
    const fewest = await evenFewer(laboratory, kind, first, { points, fails, onStep });
    failing.proof = fewest.proof;
    const plain = await smallerSeed(fewest.decisions, fails);
    const shortest = await shorterTimes(laboratory, plain, fails);
    const shrunk = await confirmed(laboratory, failing, shortest.decisions, shortest.miss);
    if (shrunk.confirmed || shrunk.decisions.length === 0) return shrunk;
    // What earlier runs left behind misled the search for fewer; the run that was found may still be repeated.
    const whole = await confirmed(laboratory, { ...failing, proof }, decisions);
    return whole.confirmed ? whole : shrunk;
  } catch (error) {
    if (error instanceof Interruption) return failing;
    if (error instanceof SpentBudget) return confirmed(laboratory, failing, failing.decisions);
    throw error;
  }
}

/** Whether the default run fails in a fresh thread; in another, it may fail by what earlier runs left behind. */
async function failsAlone(laboratory: Laboratory, kind: string): Promise<boolean> {
  const { failure } = await laboratory.fresh({ kind: 'replay', decisions: [] });
  return failure?.kind === kind;
}

interface Means {
  readonly points: number;
  readonly fails: Fails;
  readonly onStep: () => void;
}

/** Searches runs with fewer decisions for the same failure. */
async function evenFewer(
  laboratory: Laboratory,
  kind: string,
  decisions: readonly Decision[],
  { points, fails, onStep }: Means,
): Promise<{ readonly decisions: readonly Decision[]; readonly proof: FewestProof }> {
  const all = await everySmaller(laboratory, kind, decisions, onStep);
  let { runs } = all;
  let current = decisions;
  if (all.found !== undefined) current = await fewestDecisions(all.found, fails);
  for (let round = 0; round < ROUNDS && current.length > all.none + 1; round++) {
    const way = await oneFewer(laboratory, kind, current, { points, fails, onStep });
    runs += way.runs;
    if (way.found === undefined) break;
    const fewer = await fewestDecisions(way.found, fails);
    if (fewer.length >= current.length) break;
    current = fewer;
  }
  const untried = current.length < 2 ? [] : untriedIn(laboratory, current);
  const proved = current.length <= all.none + 1 && untried.length === 0;
  return { decisions: current, proof: { none: all.none, runs, untried, proved } };
}

/** Looks for fewer decisions, by what is most likely to find some first. */
async function oneFewer(
  laboratory: Laboratory,
  kind: string,
  current: readonly Decision[],
  { points, onStep }: Means,
): Promise<ShorterWay> {
  let runs = 0;
  const looks = [
    () => shorterWay(laboratory, kind, current, onStep),
    () => exchangedRoles(laboratory, kind, current, onStep),
    () => oneForTwo(laboratory, kind, current, onStep),
    () => someSmaller(laboratory, kind, current, Math.max(1, points), onStep),
  ];
  for (const look of looks) {
    const { found, runs: made } = await look();
    runs += made;
    if (found !== undefined) return { found, runs };
  }
  return { found: undefined, runs };
}

/** Looks for fewer decisions that show the nodes the same. */
async function shorterWay(
  laboratory: Laboratory,
  kind: string,
  current: readonly Decision[],
  onStep: () => void,
): Promise<ShorterWay> {
  const strategy = { kind: 'replay', decisions: current } as const;
  const goal = (await laboratory.try(strategy, { inputs: true })).outcome?.explored.inputs;
  if (goal === undefined) return { found: undefined, runs: 1 };
  const base = current.filter(isSeedDecision);
  const way = await sameOrder(laboratory, kind, { base, goal, most: current.length - 1 }, onStep);
  return { ...way, runs: way.runs + 2 };
}

/**
 * Runs the decisions twice, each time in a separate thread.
 *
 * @param miss - if there is one decision, the same with the longest time known to pass
 */
async function confirmed(
  laboratory: Laboratory,
  { kind, text, proof }: ShrunkFailure,
  decisions: readonly Decision[],
  miss?: Decision,
): Promise<ShrunkFailure> {
  const replay = { kind: 'replay', decisions } as const;
  const first = await laboratory.fresh(replay, { inputs: true });
  const second = await laboratory.fresh(replay);
  const standard = (await laboratory.standard()).outcome?.explored.inputs;
  const failing = first.outcome?.explored.inputs;
  const divergence =
    (miss && (await divergenceFromMiss(laboratory, miss, { standard, failing }))) ??
    divergenceOf(standard, failing);
  // Uses the decisions as they took effect, because a shorter freeze moves others in time.
  const taken = first.outcome?.explored.decisions ?? decisions;
  return {
    ...{ kind, proof, divergence },
    ...(await decidingMoves(laboratory, taken, divergence, { standard, failing })),
    text: first.failure?.text ?? text,
    decisions: taken,
    digest: digestOf(first),
    confirmed:
      (taken.length > 0 || (await laboratory.standard()).failure !== undefined) &&
      first.failure?.kind === kind &&
      second.failure?.kind === kind &&
      digestOf(first) === digestOf(second),
  };
}

function digestOf({ outcome }: Trial): string | undefined {
  return outcome?.digest.total;
}

/** Replaces the seed by the first small one that also fails. */
async function smallerSeed(
  decisions: readonly Decision[],
  fails: Fails,
): Promise<readonly Decision[]> {
  const at = decisions.findIndex(isSeedDecision);
  const found = decisions[at];
  if (found === undefined || !isSeedDecision(found)) return decisions;
  for (let seed = 1; seed <= Math.min(SMALL_SEED, Number(found.seed) - 1); seed++) {
    const tried = decisions.with(at, { seed: String(seed) });
    const needed = await fails(tried);
    if (needed?.length === decisions.length) return tried;
  }
  return decisions;
}

/** The decisions with their times at the longest, if they fail. */
async function longerTimes(
  { experiment }: Laboratory,
  decisions: readonly Decision[],
  fails: Fails,
): Promise<readonly Decision[]> {
  if (decisions.filter((each) => timeOf(each) !== undefined).length < 2) return decisions;
  return (await fails(withLongestTimes(decisions, experiment))) ?? decisions;
}

/** Bisects each time between its minimum and the value that is known to fail; of one alone, it also tells the nearest miss. */
async function shorterTimes(
  laboratory: Laboratory,
  decisions: readonly Decision[],
  fails: Fails,
): Promise<{ readonly decisions: readonly Decision[]; readonly miss?: Decision }> {
  let current = decisions;
  let miss: Decision | undefined;
  for (let i = 0; i < current.length; i++) {
    const time = timeOf(current[i]!);
    if (time === undefined) continue;
    let [low, high] = [leastTime(laboratory, current[i]!), time];
    for (let step = 0; step < TIME_STEPS && high - low > unitOf(high); step++) {
      const unit = unitOf(high);
      const middle = Math.floor((low + high) / 2 / unit) * unit;
      const needed = await fails(current.with(i, withTime(current[i]!, middle)));
      if (needed?.length === current.length) {
        current = current.with(i, withTime(current[i]!, middle));
        high = middle;
      } else low = middle;
    }
    miss = withTime(current[i]!, low);
  }
  return { decisions: current, ...(current.length === 1 && miss && { miss }) };
}

/** Rounds times to three digits, which are easy to read. */
function unitOf(time: number): number {
  return 10 ** Math.max(0, String(time).length - 3);
}

function leastTime({ experiment }: Laboratory, decision: Decision): number {
  if (!isDeliveryDecision(decision)) return 0;
  return experiment.delays?.find(({ topic }) => topic === decision.topic)?.min ?? 0;
}
