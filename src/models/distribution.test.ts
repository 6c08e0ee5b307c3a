import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RandomStream } from '../kernel/index.js';
import { createSampler, type Distribution } from './distribution.js';

function draws(distribution: Distribution, count: number, seed = 1): number[] {
  const sampler = createSampler(distribution, new RandomStream(seed));
  return Array.from({ length: count }, () => sampler.next());
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const time = fc.integer({ min: 0, max: 1e12 });
const positive = fc.integer({ min: 1, max: 1e12 });
const limits = fc.tuple(time, time).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
const anyDistribution: fc.Arbitrary<Distribution> = fc.oneof(
  time,
  limits.map((uniform) => ({ uniform })),
  fc.tuple(time, time, limits).map(([m, d, l]) => ({ normal: { mean: m, deviation: d, ...l } })),
  fc
    .tuple(positive, fc.double({ min: 0, max: 3, noNaN: true }), limits)
    .map(([median, sigma, l]) => ({ log_normal: { median, sigma, ...l } })),
  fc.tuple(positive, limits).map(([m, l]) => ({ exponential: { mean: m, ...l } })),
  fc.array(time, { minLength: 1 }).map((values) => ({ empirical: { values } })),
  fc.array(time, { minLength: 1 }).map((values) => ({ trace: { values } })),
);

it('draws whole ns within the bounds, the same for the same seed', () => {
  fc.assert(
    fc.property(anyDistribution, fc.integer(), (distribution, seed) => {
      const values = draws(distribution, 20, seed);
      expect(values).toEqual(draws(distribution, 20, seed));
      for (const value of values) {
        expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
        if (typeof distribution === 'number') continue;
        const [inner] = Object.values(distribution) as { min?: number; max?: number }[];
        if (inner?.min !== undefined) expect(value).toBeGreaterThanOrEqual(inner.min);
        if (inner?.max !== undefined) expect(value).toBeLessThanOrEqual(inner.max);
      }
    }),
  );
});

it('has the moments that its parameters give', () => {
  const n = 40_000;
  expect(mean(draws({ uniform: { min: 0, max: 1000 } }, n))).toBeCloseTo(500, -1);
  const normal = draws({ normal: { mean: 1e6, deviation: 1e4 } }, n);
  expect(Math.abs(mean(normal) - 1e6)).toBeLessThan(300);
  const spread = Math.sqrt(mean(normal.map((value) => (value - 1e6) ** 2)));
  expect(Math.abs(spread - 1e4)).toBeLessThan(200);
  expect(Math.abs(mean(draws({ exponential: { mean: 1e6 } }, n)) - 1e6)).toBeLessThan(2e4);
  const logNormal = draws({ log_normal: { median: 1e6, sigma: 0.5 } }, n).sort((a, b) => a - b);
  expect(Math.abs(logNormal[n / 2]! - 1e6)).toBeLessThan(2e4);
});

it('replays a trace in order, then begins again or repeats its last value', () => {
  const values = [3, 1, 2];
  expect(draws({ trace: { values } }, 5)).toEqual([3, 1, 2, 3, 1]);
  expect(draws({ trace: { values, at_end: 'hold' } }, 5)).toEqual([3, 1, 2, 2, 2]);
});
