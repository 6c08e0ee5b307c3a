import { bootstrapInterval, type EstimateInterval } from './interval.js';
import type { RunResult } from './run_result.js';

/** How much one point differs from another, seed by seed. */
export interface PairedDifference {
  /** Seeds with the figure in both. */
  readonly pairs: number;
  readonly difference: EstimateInterval;
  /** Whether the interval excludes zero. */
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
  const first = new Map(a.map((result) => [result.seed, figure(result)]));
  const differences = b.flatMap((result) => {
    const [from, to] = [first.get(result.seed), figure(result)];
    return typeof from === 'number' && typeof to === 'number' ? [to - from] : [];
  });
  const difference = bootstrapInterval(differences, level);
  const isClear = differences.length > 1 && (difference.low > 0 || difference.high < 0);
  return { pairs: differences.length, difference, isClear };
}
