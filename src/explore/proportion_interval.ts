import { pinnedMath } from '../math/index.js';

/** A confidence interval of a probability. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** The confidence level, e.g. 0.95. */
  readonly level: number;
}

/** Halvings of [0, 1], for more digits than are ever printed. */
const STEPS = 60;

/**
 * The exact (Clopper–Pearson, 1934) confidence interval of a probability from `hits` in `trials`
 * independent trials. It is correct at least as often as its level says.
 */
export function proportionInterval(hits: number, trials: number, level = 0.95): Interval {
  const tail = (1 - level) / 2;
  // P(X ≥ hits) grows with p, P(X ≤ hits) falls.
  const low = hits === 0 ? 0 : solve((p) => 1 - lowerTail(hits - 1, trials, p) < tail);
  const high = hits === trials ? 1 : solve((p) => lowerTail(hits, trials, p) > tail);
  return { low, high, level };
}

/** The largest p for which `below` holds; it holds up to some p only. */
function solve(below: (p: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < STEPS; i++) {
    const middle = (low + high) / 2;
    if (below(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** P(X ≤ k) of a binomial distribution. */
function lowerTail(k: number, n: number, p: number): number {
  let logTerm = n * pinnedMath.log1p(-p);
  let sum = pinnedMath.exp(logTerm);
  for (let i = 1; i <= k; i++) {
    logTerm += pinnedMath.log((n - i + 1) / i) + pinnedMath.log(p) - pinnedMath.log1p(-p);
    sum += pinnedMath.exp(logTerm);
  }
  return Math.min(1, sum);
}
