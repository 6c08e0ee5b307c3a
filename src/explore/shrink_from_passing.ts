import type { Decision } from '../schedule/index.js';
import type { RunConfig } from '../system/index.js';
import { Interruption, SpentBudget } from './interruption.js';
import { Laboratory, type Trial } from './laboratory.js';
import { sameOrder } from './same_order.js';
import { type ShrunkFailure, shrinkFailure } from './shrink_failure.js';

/** A run that fails with one seed and passes with another. */
export interface SeededFailure {
  /** The run that passes. */
  readonly config: RunConfig;
  readonly checks: readonly string[];
  /** The seed with which it fails. */
  readonly seed: string;
  /** The most runs, not counting those that confirm the result. */
  readonly runs: number;
  /** Number of runs at a time; the result does not depend on it. */
  readonly parallel: number;
  readonly signal?: AbortSignal;
  readonly onRun?: (runs: number) => void;
}

/** The effect of a seed, expressed without randomness if possible. */
export interface ShrunkSeed {
  readonly shrunk: ShrunkFailure;
  /** Number of runs made, not counting those that confirm the result. */
  readonly runs: number;
  /** Whether all allowed runs were used. */
  readonly spent: boolean;
}

/** With more decisions, the result would say less than the seed does. */
const MOST_DECISIONS = 3;

/**
 * Finds out why a run fails with one seed and passes with another. A seed decides everything that is random, so this
 * first looks for the same order without it, in at most half of the runs: a few decisions about the order of
 * callbacks that show the nodes the same. If there are none, the seed itself is the cause. Only failures that depart
 * from the passing run at the same place count.
 *
 * @returns undefined if the runs do not pass and fail as stated, or if the signal was aborted
 */
export async function shrinkFromPassing(options: SeededFailure): Promise<ShrunkSeed | undefined> {
  const { config, checks, parallel, signal } = options;
  const laboratory = new Laboratory({ config, checks }, parallel, signal, true);
  try {
    const standard = await laboratory.standard(0, true);
    if (standard.outcome === undefined || standard.failure !== undefined) return undefined;
    const failing = await laboratory.try({
      kind: 'replay',
      decisions: [{ seed: options.seed }],
    });
    if (failing.failure === undefined || failing.outcome === undefined) return undefined;
    const result = await shrink(laboratory, failing, options);
    return signal?.aborted ? undefined : result;
  } catch (error) {
    if (error instanceof Interruption) return undefined;
    throw error;
  } finally {
    await laboratory.close();
  }
}

async function shrink(
  laboratory: Laboratory,
  { failure, outcome }: Trial,
  { runs, onRun }: SeededFailure,
): Promise<ShrunkSeed> {
  let made = 0;
  const step = () => {
    made++;
    onRun?.(made);
    if (made >= runs) throw new SpentBudget();
  };
  const { kind, text } = failure!;
  const { inputs, decisions, points } = outcome!.explored;
  const half = Math.floor(runs / 2);
  const wanted = { base: [], goal: inputs!, most: MOST_DECISIONS, runs: half };
  const way = half === 0 ? undefined : await sameOrder(laboratory, kind, wanted, step);
  const from: readonly Decision[] = way?.found ?? decisions;
  const found = { run: 0, kind, text, decisions: from };
  const shrunk = await shrinkFailure(laboratory, found, points, step);
  return { shrunk, runs: made, spent: made >= runs };
}
