import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../kernel/index.js';
import { pinnedMath } from '../math/index.js';
import { meanInterval, normalQuantile, studentQuantile, wilsonInterval } from './interval.js';
import { pairedDifference } from './paired_difference.js';
import { quantileInterval, quantileRanks } from './quantile_interval.js';
import type { RunResult } from './run_result.js';
import { StoppingDecision } from './stopping_decision.js';

describe('intervals', () => {
  it('has the quantiles of the normal distribution', () => {
    // Abramowitz and Stegun, table 26.5.
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 8);
    expect(normalQuantile(0.995)).toBeCloseTo(2.575829304, 8);
    expect(normalQuantile(0.5)).toBeCloseTo(0, 8);
    expect(normalQuantile(1 - 1e-6)).toBeCloseTo(4.753424309, 7);
  });

  it("is Wilson's for a share", () => {
    // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    const cases = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const;
    for (const [hits, trials, low, high] of cases) {
      const found = wilsonInterval(hits, trials);
      expect([found.low, found.high].map((x) => Number(x.toFixed(4)))).toEqual([low, high]);
    }
  });

  it("has the quantiles of Student's distribution", () => {
    // scipy.stats.t.ppf
    const cases = [
      [0.975, 1, 12.706204736174694],
      [0.975, 2, 4.302652729749462],
      [0.975, 4, 2.7764451051977934],
      [0.995, 7, 3.4994832973504924],
      [0.9999, 3, 22.203742273205],
      [0.975, 28, 2.0484071417952454],
    ] as const;
    for (const [p, freedom, t] of cases) expect(studentQuantile(p, freedom)).toBeCloseTo(t, 9);
    expect(studentQuantile(0.5, 5)).toBeCloseTo(0, 6);
  });

  it('covers the mean of few values as often as its level claims', () => {
    const random = new RandomStream(6);
    for (const count of [2, 3, 5, 10]) {
      let covered = 0;
      for (let trial = 0; trial < 1000; trial++) {
        // Normal values, by Box and Muller.
        const values = Array.from({ length: count }, () => {
          const radius = Math.sqrt(-2 * pinnedMath.log(1 - random.float()));
          return radius * pinnedMath.cos(2 * Math.PI * random.float());
        });
        const { low, high } = meanInterval(values);
        if (low <= 0 && high >= 0) covered++;
      }
      expect(covered / 1000).toBeGreaterThan(0.93);
      expect(covered / 1000).toBeLessThan(0.97);
    }
  });

  it('has no ends where one value is known', () => {
    const open = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    expect(meanInterval([3])).toEqual({ estimate: 3, ...open });
    expect(quantileInterval([3], 0.5)).toEqual({ estimate: 3, ...open });
    const ten = Array.from({ length: 10 }, (_, i) => i);
    expect(quantileInterval(ten, 0.95)).toEqual({ ...open, estimate: 9, low: 7 });
  });

  it('covers every quantile with its level, by the narrowest ranks for each end', () => {
    const levels = fc.constantFrom(0.8, 0.9, 0.95, 0.99);
    const percents = fc.integer({ min: 1, max: 99 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), percents, levels, (n, percent, level) => {
        const { low, high } = quantileRanks(n, percent / 100, level);
        const below = exactBinomial(n, percent);
        const tail = (1 - level) / 2;
        expect(below(low)).toBeLessThan(tail + 1e-12);
        expect(1 - below(high)).toBeLessThan(tail + 1e-12);
        expect(below(low + 1)).toBeGreaterThan(tail - 1e-12);
        expect(1 - below(high - 1)).toBeGreaterThan(tail - 1e-12);
      }),
    );
  });

  it('has ranks of many values', () => {
    // scipy.stats.binom(n, q).ppf(0.025) and .isf(0.025) + 1
    expect(quantileRanks(1_000_000, 0.5, 0.95)).toEqual({ low: 499_020, high: 500_981 });
    expect(quantileRanks(100_000, 0.999, 0.95)).toEqual({ low: 99_880, high: 99_920 });
  });

  it('covers the true mean and median about as often as its level claims', () => {
    const random = new RandomStream(5);
    let [means, medians] = [0, 0];
    for (let trial = 0; trial < 100; trial++) {
      const values = Array.from({ length: 60 }, () => random.float());
      const mean = meanInterval(values);
      const median = quantileInterval(values, 0.5);
      if (mean.low <= 0.5 && mean.high >= 0.5) means++;
      if (median.low <= 0.5 && median.high >= 0.5) medians++;
    }
    // Binomial(100, 0.95) leaves 85 … 100 once in 30,000 times; the numbers here are fixed.
    expect(means).toBeGreaterThanOrEqual(85);
    expect(medians).toBeGreaterThanOrEqual(85);
  });
});

/** The probability that fewer than `ranks` of n values are below a quantile: a sum of whole numbers. */
function exactBinomial(n: number, percent: number): (ranks: number) => number {
  const [yes, no] = [BigInt(percent), BigInt(100 - percent)];
  const sums = [0n];
  for (let k = 0, ways = 1n; k <= n; k++) {
    sums.push(sums[k]! + ways * yes ** BigInt(k) * no ** BigInt(n - k));
    ways = (ways * BigInt(n - k)) / BigInt(k + 1);
  }
  const digits = 10n ** 17n;
  const all = 100n ** BigInt(n);
  return (ranks) => Number((sums[ranks]! * digits) / all) / 1e17;
}

/** Results of one point, by their figures. */
function resultsOf(figures: readonly number[], isRandom: boolean): RunResult[] {
  return figures.map((messages, seed) => {
    const digest = isRandom ? `${messages} ${seed}` : 'same';
    return { seed: String(seed), digest, messages } as RunResult;
  });
}

describe('a paired difference', () => {
  const differenceOf = (a: number[], b: number[], isRandom: boolean) =>
    pairedDifference(resultsOf(a, isRandom), resultsOf(b, isRandom), ({ messages }) => messages);

  it("is Student's of the differences", () => {
    // scipy.stats.ttest_rel(b, a).confidence_interval()
    const { pairs, difference, isClear } = differenceOf([1, 5, 2, 8], [2, 7, 5, 9], true);
    expect([pairs, isClear]).toEqual([4, true]);
    expect(difference.estimate).toBe(1.75);
    expect(difference.low).toBeCloseTo(0.22651982, 7);
    expect(difference.high).toBeCloseTo(3.27348018, 7);
  });

  it('of equal differences is clear when chance would hardly give as many equal signs', () => {
    const at = (count: number, value: number) => Array.from({ length: count }, () => value);
    for (const [count, isClear] of [
      [1, false],
      [5, false],
      [6, true],
    ] as const) {
      expect(differenceOf(at(count, 0), at(count, 1), true).isClear).toBe(isClear);
    }
    expect(differenceOf(at(9, 0), at(9, 0), true).isClear).toBe(false);
    expect(differenceOf(at(2, 0), at(2, 1), false).isClear).toBe(true);
  });
});

describe('a stopping decision', () => {
  const rule = { within: 0.2, level: 0.95, least: 5 };

  it('does not depend on the order in which runs finish', () => {
    const fails = (row: number) => row % 7 === 0;
    const inOrder = new StoppingDecision(rule, 2);
    const rows: number[] = [];
    for (let row = 0; !inOrder.isEnough; row++) {
      inOrder.add(row, fails(row));
      rows.push(row);
    }
    const backwards = new StoppingDecision(rule, 2);
    for (const row of rows.slice(1).reverse()) backwards.add(row, fails(row));
    expect(backwards.isEnough).toBe(false);
    backwards.add(0, fails(0));
    expect(backwards.isEnough).toBe(true);
  });
});
