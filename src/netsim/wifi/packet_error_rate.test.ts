import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { erfc } from './erfc.js';
import { packetErrorRate } from './packet_error_rate.js';
import { wifiStandard } from './wifi_standard.js';

const { rates } = wifiStandard('11n');

describe('packetErrorRate', () => {
  it('is a probability that falls with the signal and grows with the length', () => {
    const model = fc.constantFrom('nist' as const, 'table' as const);
    const decibels = fc.double({ min: -20, max: 60, noNaN: true });
    fc.assert(
      fc.property(
        model,
        fc.nat(7),
        decibels,
        fc.integer({ min: 1, max: 1e5 }),
        (m, i, db, bits) => {
          const per = (at: number, size: number) =>
            packetErrorRate(m, rates[i]!.modulation, 10 ** (at / 10), size);
          const here = per(db, bits);
          expect(here).toBeGreaterThanOrEqual(0);
          expect(here).toBeLessThanOrEqual(1);
          expect(per(db + 1, bits)).toBeLessThanOrEqual(here);
          expect(per(db, bits + 1)).toBeGreaterThanOrEqual(here);
        },
      ),
    );
  });
});

describe('erfc', () => {
  it('has the values of the tables', () => {
    // Abramowitz and Stegun, Table 7.1, and Table 7.3 for large arguments.
    expect(erfc(0)).toBe(1);
    expect(erfc(0.5)).toBeCloseTo(0.4795001222, 10);
    expect(erfc(2)).toBeCloseTo(0.0046777349810473, 14);
    expect(erfc(5) / 1.5374597944280349e-12).toBeCloseTo(1, 12);
  });

  it('has no step where the series gives way to the fraction', () => {
    expect(erfc(2.2 - 1e-9) / erfc(2.2)).toBeCloseTo(1, 7);
  });
});
