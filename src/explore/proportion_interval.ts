import { pinnedMath } from '../math/index.js';

/** A confidence interval of a probability. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** The confidence level, e.g. 0.95. */
  readonly level: number;
}

/** Number of bisections of [0, 1]; they give more digits than are ever printed. */
const STEPS = 60;

/**
 * The exact (Clopper–Pearson, 1934) confidence interval of a probability from `hits` in `trials`
 * independent trials. It is correct at least as often as its level says.
 */
export function proportionInterval(hits: number, trials: number, level = 0.95): Interval {
  const tail = (1 - level) / 2;
  const growth = termGrowth(hits, trials);
  // P(X ≥ hits) grows with p, P(X ≤ hits) falls.
  const low = hits === 0 ? 0 : solve((p) => 1 - lowerTail(hits - 1, trials, p, growth) < tail);
  const high = hits === trials ? 1 : solve((p) => lowerTail(hits, trials, p, growth) > tail);
  return { low, high, level };
}

/** The largest p for which `below` holds; it must hold up to some p and not beyond. */
function solve(below: (p: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < STEPS; i++) {
    const middle = (low + high) / 2;
    if (below(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** At index i: the logarithm of C(n, i) / C(n, i − 1), for all i up to k. */
function termGrowth(k: number, n: number): Float64Array {
  return Float64Array.from({ length: k + 1 }, (_, i) => pinnedMath.log((n - i + 1) / i));
}

/** P(X ≤ k) of a binomial distribution. */
function lowerTail(k: number, n: number, p: number, growth: Float64Array): number {
  const [logP, logQ] = [pinnedMath.log(p), pinnedMath.log1p(-p)];
  let logTerm = n * logQ;
  let sum = pinnedMath.exp(logTerm);
  for (let i = 1; i <= k; i++) {
    logTerm += growth[i]! + logP - logQ;
    sum += pinnedMath.exp(logTerm);
  }
  return Math.min(1, sum);
}
