import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EXACT_VALUES, SampleSet } from './sample_set.js';

const rank = (sorted: readonly number[], part: number) =>
  sorted[Math.max(1, Math.ceil(part * sorted.length)) - 1];

it('gives exact figures of few values', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat(), { minLength: 1 }), (values) => {
      const set = new SampleSet();
      for (const value of values) set.add(value);
      const sorted = [...values].sort((a, b) => a - b);
      const { min, max, p50, p90, p99, count } = set.summary();
      expect([min, max, count]).toEqual([sorted[0], sorted.at(-1), values.length]);
      expect([p50, p90, p99]).toEqual([0.5, 0.9, 0.99].map((part) => rank(sorted, part)));
    }),
  );
});

it('gives quantiles of many values within 0.025 %', () => {
  const values: number[] = [];
  let x = 1;
  for (let i = 0; i < 2 * EXACT_VALUES; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    values.push(x >>> (i % 28));
  }
  const set = new SampleSet();
  for (const value of values) set.add(value);
  values.sort((a, b) => a - b);
  for (let part = 0; part <= 1; part += 1 / 64) {
    const exact = rank(values, part)!;
    expect(Math.abs(set.quantile(part) - exact)).toBeLessThanOrEqual(exact * 0.00025);
  }
  expect(set.max).toBe(values.at(-1));
});
