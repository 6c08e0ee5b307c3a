import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proportionInterval } from './proportion_interval.js';

describe('the interval of a proportion', () => {
  // The exact interval has closed forms at both ends.
  it('is 0 … 1 − (α/2)^(1/n) without hits, and mirrored if every trial hits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (n) => {
        const edge = 1 - 0.025 ** (1 / n);
        expect(proportionInterval(0, n).low).toBe(0);
        expect(proportionInterval(0, n).high).toBeCloseTo(edge, 9);
        expect(proportionInterval(n, n).low).toBeCloseTo(1 - edge, 9);
        expect(proportionInterval(n, n).high).toBe(1);
      }),
    );
  });

  it('contains the observed share, and shrinks with more trials', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(300), (n, k) => {
        const hits = Math.min(n, k);
        const { low, high } = proportionInterval(hits, n);
        expect(low).toBeLessThanOrEqual(hits / n);
        expect(high).toBeGreaterThanOrEqual(hits / n);
        const more = proportionInterval(hits * 10, n * 10);
        expect(more.high - more.low).toBeLessThan(high - low);
      }),
    );
  });

  // A textbook case, 10 of 100: 0.0490 … 0.1762.
  it('agrees with tables', () => {
    const { low, high } = proportionInterval(10, 100);
    expect(low).toBeCloseTo(0.0490047, 6);
    expect(high).toBeCloseTo(0.1762226, 6);
  });
});
