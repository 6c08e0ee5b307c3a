import { describe, expect, it } from 'vitest';
import { RandomStream } from '../kernel/index.js';
import { bootstrapInterval, normalQuantile, quantileInterval, wilsonInterval } from './interval.js';
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

  it('covers the true mean and median about as often as its level claims', () => {
    const random = new RandomStream(5);
    let [means, medians] = [0, 0];
    for (let trial = 0; trial < 100; trial++) {
      const values = Array.from({ length: 60 }, () => random.float());
      const mean = bootstrapInterval(values);
      const median = quantileInterval(values, 0.5);
      if (mean.low <= 0.5 && mean.high >= 0.5) means++;
      if (median.low <= 0.5 && median.high >= 0.5) medians++;
    }
    // Binomial(100, 0.95) leaves 85 … 100 once in 30,000 times; the numbers here are fixed.
    expect(means).toBeGreaterThanOrEqual(85);
    expect(medians).toBeGreaterThanOrEqual(85);
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
