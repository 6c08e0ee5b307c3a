import type { RandomStream } from '../kernel/index.js';
import { pinnedMath } from '../math/index.js';

/**
 * How long something takes, in ns. A number is a fixed time. Draws are rounded to whole ns and
 * never negative; `min` and `max` truncate: draws outside are drawn again.
 */
export type Distribution =
  | number
  | { readonly uniform: { readonly min: number; readonly max: number } }
  | { readonly normal: { readonly mean: number; readonly deviation: number } & Bounds }
  | { readonly log_normal: { readonly median: number; readonly sigma: number } & Bounds }
  | { readonly exponential: { readonly mean: number } & Bounds }
  | { readonly empirical: { readonly values: readonly number[] } }
  | { readonly trace: Trace };

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Recorded values, in the order in which they are used. */
export interface Trace {
  readonly values: readonly number[];
  /** What follows the last value: the first one again, or the last one for ever. Default: `repeat`. */
  readonly at_end?: 'repeat' | 'hold';
}

/** After this many draws outside the bounds, the nearest bound is used. */
const MOST_REDRAWS = 1000;

/** Draws from a distribution, one value after another. */
export interface Sampler {
  /** ns, a whole number that is not negative. */
  next(): number;
}

/** A sampler of `distribution`; all randomness comes from `random`. */
export function createSampler(distribution: Distribution, random: RandomStream): Sampler {
  if (typeof distribution === 'number') return { next: () => distribution };
  if ('uniform' in distribution) {
    const { min, max } = distribution.uniform;
    return { next: () => min + Math.floor(random.float() * (max - min + 1)) };
  }
  if ('normal' in distribution) {
    const { mean, deviation } = distribution.normal;
    return bounded(distribution.normal, () => mean + deviation * normal(random));
  }
  if ('log_normal' in distribution) {
    const { median, sigma } = distribution.log_normal;
    return bounded(distribution.log_normal, () => median * pinnedMath.exp(sigma * normal(random)));
  }
  if ('exponential' in distribution) {
    const { mean } = distribution.exponential;
    return bounded(distribution.exponential, () => -mean * pinnedMath.log1p(-random.float()));
  }
  if ('empirical' in distribution) {
    const { values } = distribution.empirical;
    return { next: () => values[random.integer(values.length)]! };
  }
  return replay(distribution.trace);
}

/** The largest value that can be drawn, in ns; Infinity if there is none. */
export function greatestOf(distribution: Distribution): number {
  if (typeof distribution === 'number') return distribution;
  if ('uniform' in distribution) return distribution.uniform.max;
  if ('normal' in distribution) return distribution.normal.max ?? Number.POSITIVE_INFINITY;
  if ('log_normal' in distribution) return distribution.log_normal.max ?? Number.POSITIVE_INFINITY;
  if ('exponential' in distribution) {
    return distribution.exponential.max ?? Number.POSITIVE_INFINITY;
  }
  const { values } = 'empirical' in distribution ? distribution.empirical : distribution.trace;
  return values.reduce((greatest, value) => Math.max(greatest, value), 0);
}

function replay({ values, at_end = 'repeat' }: Trace): Sampler {
  let used = 0;
  return {
    next() {
      const index = at_end === 'repeat' ? used % values.length : Math.min(used, values.length - 1);
      used++;
      return values[index]!;
    },
  };
}

function bounded({ min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds, draw: () => number): Sampler {
  const least = Math.max(0, min);
  return {
    next() {
      let value = draw();
      for (let i = 0; i < MOST_REDRAWS && !(value >= least && value <= max); i++) value = draw();
      return Math.round(Math.min(max, Math.max(least, value)));
    },
  };
}

/** A standard normal draw by the polar method (Marsaglia, Bray 1964); only one of each pair is used. */
function normal(random: RandomStream): number {
  for (;;) {
    const u = 2 * random.float() - 1;
    const v = 2 * random.float() - 1;
    const s = u * u + v * v;
    if (s > 0 && s < 1) return u * Math.sqrt((-2 * pinnedMath.log(s)) / s);
  }
}
