import { RandomStream } from '../kernel/index.js';
import { pinnedMath } from '../math/index.js';

/** A confidence interval of an estimate. An end is infinite if too few values are known to say it; in JSON, it is null. */
export interface EstimateInterval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Samples drawn by a bootstrap: the ends of a 95 % interval then vary by about 1 % of its width.
 */
const RESAMPLES = 2000;
/**
 * With fewer values, resampling cannot go far enough beyond them: of 2 normal values, half of the percentile intervals
 * miss the mean, of 5 every sixth.
 */
const FEW = 30;
/** With more values, the distribution of their mean is as normal as the bootstrap can tell. */
const MANY = 10_000;

/** Wilson's interval of a share (Wilson, 1927), which also suits few runs and rare failures. */
export function wilsonInterval(hits: number, trials: number, level = 0.95): EstimateInterval {
  if (trials === 0) return { estimate: Number.NaN, low: 0, high: 1 };
  const z = normalQuantile(1 - (1 - level) / 2);
  const share = hits / trials;
  const scale = 1 + (z * z) / trials;
  const centre = (share + (z * z) / (2 * trials)) / scale;
  const variance = (share * (1 - share)) / trials + (z * z) / (4 * trials * trials);
  const half = (z * Math.sqrt(variance)) / scale;
  return {
    estimate: share,
    low: hits === 0 ? 0 : Math.max(0, centre - half),
    high: hits === trials ? 1 : Math.min(1, centre + half),
  };
}

/**
 * Interval of a mean: by the percentile bootstrap (Efron, 1979), with its own random numbers, or Student's with few values.
 * One value says nothing of how far others are from it.
 */
export function meanInterval(values: readonly number[], level = 0.95): EstimateInterval {
  const estimate = meanOf(values);
  const { length } = values;
  const infinity = Number.POSITIVE_INFINITY;
  if (length < 2) return { estimate, low: -infinity, high: infinity };
  const tail = (1 - level) / 2;
  if (length < FEW) return errorInterval(values, estimate, studentQuantile(1 - tail, length - 1));
  if (length > MANY) return errorInterval(values, estimate, normalQuantile(1 - tail));
  const random = new RandomStream(values.length);
  const means = new Float64Array(RESAMPLES);
  for (let i = 0; i < RESAMPLES; i++) {
    let sum = 0;
    for (let j = 0; j < values.length; j++) sum += values[random.integer(values.length)]!;
    means[i] = sum / values.length;
  }
  means.sort();
  return {
    estimate,
    low: means[Math.floor(tail * RESAMPLES)]!,
    high: means[Math.ceil((1 - tail) * RESAMPLES) - 1]!,
  };
}

function errorInterval(
  values: readonly number[],
  estimate: number,
  errors: number,
): EstimateInterval {
  let squares = 0;
  for (const value of values) squares += (value - estimate) ** 2;
  const half = errors * Math.sqrt(squares / (values.length - 1) / values.length);
  return { estimate, low: estimate - half, high: estimate + half };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The quantile of the standard normal distribution. */
export function normalQuantile(p: number): number {
  return bisect((x) => normalCdf(x) < p, -10, 10);
}

/** The quantile of Student's distribution, for p ≥ 0.5, by the cosine of its angle, which is bounded. */
export function studentQuantile(p: number, freedom: number): number {
  const cosine = bisect((c) => studentShare(c, freedom) > 2 * p - 1, 0, 1);
  return Math.sqrt(freedom * (1 - cosine * cosine)) / cosine;
}

/** Where a condition stops to hold. */
function bisect(isBelow: (x: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The probability that |t| is below √freedom · tan(angle), by the cosine of the angle (Abramowitz and Stegun, 26.7.3
 * and 26.7.4).
 */
function studentShare(cosine: number, freedom: number): number {
  const sine = Math.sqrt(1 - cosine * cosine);
  const isOdd = freedom % 2 === 1;
  let [term, sum] = [isOdd ? cosine : 1, 0];
  for (let k = isOdd ? 1 : 0; k < freedom - 1; k += 2) {
    sum += term;
    term *= (cosine * cosine * (k + 1)) / (k + 2);
  }
  if (!isOdd) return sine * sum;
  return (2 / Math.PI) * (pinnedMath.atan2(sine, cosine) + sine * sum);
}

/** By the series of the error function for small x, its continued fraction for large ones. */
function normalCdf(x: number): number {
  const density = pinnedMath.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (Math.abs(x) < 3) {
    let [term, sum] = [x, x];
    for (let i = 1; i < 200; i++) {
      term *= (x * x) / (2 * i + 1);
      sum += term;
    }
    return 0.5 + density * sum;
  }
  let fraction = 0;
  for (let i = 60; i > 0; i--) fraction = i / (Math.abs(x) + fraction);
  const tail = density / (Math.abs(x) + fraction);
  return x > 0 ? 1 - tail : tail;
}
