import { type Decision, isDeliveryDecision, timeOf, withTime } from '../schedule/index.js';
import type { FoundFailure } from './explore_result.js';
import { Interruption } from './interruption.js';
import type { Laboratory, Trial } from './laboratory.js';

/** A failure with the smallest set of decisions found to cause it. */
export interface ShrunkFailure {
  readonly kind: string;
  readonly text: string;
  /** Without any one of them the failure does not occur. */
  readonly decisions: readonly Decision[];
  /** Total digest of the run, equal in two separate threads; undefined: a thread was lost. */
  readonly digest: string | undefined;
  /** Whether both runs in separate threads failed in the same way, with the same digest. */
  readonly confirmed: boolean;
}

/** How often a time is halved. */
const TIME_STEPS = 10;

/**
 * Removes decisions from a failing run as long as it keeps failing in the same way: delta
 * debugging (Zeller and Hildebrandt, 2002), every step a run. Then delays, freezes and the like are
 * made shorter.
 */
export async function shrinkFailure(
  laboratory: Laboratory,
  { kind, text, decisions }: FoundFailure,
  onStep: () => void,
): Promise<ShrunkFailure> {
  const failing = { kind, text, decisions, digest: undefined, confirmed: false };
  const fails = async (tried: readonly Decision[]): Promise<readonly Decision[] | undefined> => {
    const trial = await laboratory.try({ kind: 'replay', decisions: tried });
    onStep();
    if (trial.failure?.kind !== kind) return undefined;
    // Decisions that did not take effect are not needed.
    failing.decisions = trial.outcome?.explored.decisions ?? tried;
    return failing.decisions;
  };
  try {
    const fewest = await fewestDecisions(decisions, fails);
    const shortest = await shorterTimes(laboratory, fewest, fails);
    return await confirmed(laboratory, failing, shortest);
  } catch (error) {
    if (error instanceof Interruption) return failing;
    throw error;
  }
}

/** Runs the decisions twice, each time in a separate thread. */
async function confirmed(
  laboratory: Laboratory,
  { kind, text }: ShrunkFailure,
  decisions: readonly Decision[],
): Promise<ShrunkFailure> {
  const replay = { kind: 'replay', decisions } as const;
  const first = await laboratory.fresh(replay);
  const second = await laboratory.fresh(replay);
  return {
    kind,
    text: first.failure?.text ?? text,
    // The decisions as they took effect, because a shorter freeze moves others in time.
    decisions: first.outcome?.explored.decisions ?? decisions,
    digest: digestOf(first),
    confirmed:
      first.failure?.kind === kind &&
      second.failure?.kind === kind &&
      digestOf(first) === digestOf(second),
  };
}

function digestOf({ outcome }: Trial): string | undefined {
  return outcome?.digest.total;
}

/** Returns the tried decisions that took effect, if the run failed. */
type Fails = (decisions: readonly Decision[]) => Promise<readonly Decision[] | undefined>;

/** Algorithm ddmin: a subset that fails, of which no element can be left out. */
async function fewestDecisions(
  all: readonly Decision[],
  fails: Fails,
): Promise<readonly Decision[]> {
  if (all.length === 0) return all;
  let current = (await fails(all)) ?? all;
  let parts = 2;
  while (current.length > 0) {
    const size = Math.ceil(current.length / parts);
    const reduced = await firstThatFails(subsets(current, size, parts), fails);
    if (reduced !== undefined) {
      current = reduced.decisions;
      parts = reduced.isPart ? 2 : Math.max(2, parts - 1);
    } else if (size === 1) {
      break;
    } else {
      parts = Math.min(current.length, parts * 2);
    }
  }
  return current;
}

/** Each part, then everything without each part. */
function* subsets(current: readonly Decision[], size: number, parts: number) {
  if (parts > 2 || current.length > 1) {
    for (let at = 0; at < current.length; at += size) {
      yield { decisions: current.slice(at, at + size), isPart: true };
    }
  }
  if (parts === 2 && current.length > 1) return;
  for (let at = 0; at < current.length; at += size) {
    yield { decisions: [...current.slice(0, at), ...current.slice(at + size)], isPart: false };
  }
}

async function firstThatFails(
  candidates: Iterable<{ readonly decisions: readonly Decision[]; readonly isPart: boolean }>,
  fails: Fails,
): Promise<{ readonly decisions: readonly Decision[]; readonly isPart: boolean } | undefined> {
  for (const { decisions, isPart } of candidates) {
    const needed = await fails(decisions);
    if (needed !== undefined) return { decisions: needed, isPart };
  }
  return undefined;
}

/** Bisects each time between its minimum and what is known to fail. */
async function shorterTimes(
  laboratory: Laboratory,
  decisions: readonly Decision[],
  fails: Fails,
): Promise<readonly Decision[]> {
  let current = decisions;
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
  }
  return current;
}

/** Three digits of a time are enough, and easy to read. */
function unitOf(time: number): number {
  return 10 ** Math.max(0, String(time).length - 3);
}

function leastTime({ experiment }: Laboratory, decision: Decision): number {
  if (!isDeliveryDecision(decision)) return 0;
  return experiment.delays?.find(({ topic }) => topic === decision.topic)?.min ?? 0;
}
