import { type EstimateInterval, meanInterval } from './interval.js';
import type { RunResult } from './run_result.js';

/** How much one point differs from another, seed by seed. */
export interface PairedDifference {
  /** Seeds with the figure in both. */
  readonly pairs: number;
  readonly difference: EstimateInterval;
  /** Whether the interval excludes zero, and so many pairs are known that chance would not do that. */
  readonly isClear: boolean;
}

/**
 * The mean of b − a over equal seeds. Runs with the same seed draw the same random numbers, so what
 * they have in common cancels: far fewer runs show a difference than with different seeds.
 *
 * @param figure - of a result, e.g. a metric, or 1 for a failure
 */
export function pairedDifference(
  a: readonly RunResult[],
  b: readonly RunResult[],
  figure: (result: RunResult) => number | null | undefined,
  level = 0.95,
): PairedDifference {
  const first = new Map(a.map((result) => [result.seed, result]));
  const pairs = b.flatMap((to) => {
    const from = first.get(to.seed);
    const [x, y] = [from && figure(from), figure(to)];
    return from && typeof x === 'number' && typeof y === 'number' ? [{ from, to, by: y - x }] : [];
  });
  const difference = meanInterval(
    pairs.map(({ by }) => by),
    level,
  );
  // Equal differences show no spread, so only their number speaks: as many signs as equal by chance. Unless nothing is random.
  const isExact = [pairs.map(({ from }) => from), pairs.map(({ to }) => to)].every(
    (runs) => new Set(runs.map(({ digest }) => digest)).size === 1,
  );
  const isSpread = difference.low < difference.high;
  const isEnough =
    pairs.length > 1 && (isSpread || isExact || 2 ** (1 - pairs.length) <= 1 - level);
  const isClear = isEnough && (difference.low > 0 || difference.high < 0);
  return { pairs: pairs.length, difference, isClear };
}
