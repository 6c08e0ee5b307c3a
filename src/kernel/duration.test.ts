import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDuration, parseLongDuration, readDuration } from './duration.js';

it('reads every documented form exactly', () => {
  const forms: Record<string, bigint> = {
    '80ms': 80_000_000n,
    '1.5 s': 1_500_000_000n,
    '250us': 250_000n,
    '5 µs': 5000n,
    '5μs': 5000n,
    '0.000001ms': 1n,
    '0.4ns': 0n,
    '0.5ns': 1n,
    '1.5min': 90_000_000_000n,
    '2h': 7_200_000_000_000n,
    '20': 20_000_000_000n,
    '-2ms': -2_000_000n,
    '9007199254740993ns': 9_007_199_254_740_993n,
  };
  for (const [text, expected] of Object.entries(forms)) expect(readDuration(text)).toBe(expected);
});

it('keeps every ns, with any number of digits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (ns) => {
      const seconds = `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`;
      expect(parseLongDuration(seconds)).toBe(ns);
      expect(parseLongDuration(`${seconds}s`)).toBe(ns);
      expect(parseLongDuration(`${ns}ns`)).toBe(ns);
    }),
  );
});

it.each(['ms', '', '1e3s', '20sec', '1d', '.5s', '-1s', '+-1s'])('refuses "%s"', (text) => {
  expect(() => parseLongDuration(text)).toThrow(`"${text}" is not a valid duration`);
});

it('refuses a part of a run that a Number cannot hold exactly', () => {
  expect(parseDuration('9007199254740991ns')).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => parseDuration('9007199254740993ns')).toThrow('longer than a run can be');
});
