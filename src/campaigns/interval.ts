import { RandomStream } from '../kernel/index.js';
import { pinnedMath } from '../math/index.js';

/** A confidence interval of an estimate. */
export interface EstimateInterval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Samples drawn by a bootstrap: the ends of a 95 % interval then vary by about 1 % of its width.
 */
const RESAMPLES = 2000;
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

/** Interval of a mean by the percentile bootstrap (Efron, 1979), with its own random numbers. */
export function bootstrapInterval(values: readonly number[], level = 0.95): EstimateInterval {
  const estimate = meanOf(values);
  if (values.length < 2) return { estimate, low: estimate, high: estimate };
  if (values.length > MANY) return normalInterval(values, estimate, level);
  const random = new RandomStream(values.length);
  const means = new Float64Array(RESAMPLES);
  for (let i = 0; i < RESAMPLES; i++) {
    let sum = 0;
    for (let j = 0; j < values.length; j++) sum += values[random.integer(values.length)]!;
    means[i] = sum / values.length;
  }
  means.sort();
  const tail = (1 - level) / 2;
  return {
    estimate,
    low: means[Math.floor(tail * RESAMPLES)]!,
    high: means[Math.ceil((1 - tail) * RESAMPLES) - 1]!,
  };
}

function normalInterval(
  values: readonly number[],
  estimate: number,
  level: number,
): EstimateInterval {
  let squares = 0;
  for (const value of values) squares += (value - estimate) ** 2;
  const error = Math.sqrt(squares / (values.length - 1) / values.length);
  const half = normalQuantile(1 - (1 - level) / 2) * error;
  return { estimate, low: estimate - half, high: estimate + half };
}

/**
 * A quantile and its distribution-free interval between two of the sorted values (David, Nagaraja,
 * Order Statistics, 2003, 7.1). Without enough values for the level, the ends are the extremes.
 */
export function quantileInterval(
  values: readonly number[],
  quantile: number,
  level = 0.95,
): EstimateInterval {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  if (n === 0) return { estimate: Number.NaN, low: Number.NaN, high: Number.NaN };
  const at = (position: number) => sorted[Math.min(n - 1, Math.max(0, position))]!;
  const half = normalQuantile(1 - (1 - level) / 2) * Math.sqrt(n * quantile * (1 - quantile));
  return {
    estimate: at(Math.ceil(n * quantile) - 1),
    low: at(Math.floor(n * quantile - half)),
    high: at(Math.ceil(n * quantile + half)),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The quantile of the standard normal distribution, by bisection. */
export function normalQuantile(p: number): number {
  let [low, high] = [-10, 10];
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
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
