import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Arrivals, type Arrived } from './arrivals.js';

const sample = (id: number, sequence: number, at: number): Arrived => ({
  at,
  input: { kind: 'sample', id, writer: '', sequence, payload: new Uint8Array(0) },
});

it('returns everything in order while the run keeps up', () => {
  const step = fc.record({ takes: fc.nat(5), puts: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 2000 }), (steps) => {
      const arrivals = new Arrivals();
      let [put, taken] = [0, 0];
      for (const { takes, puts } of steps) {
        for (let n = 0; n < puts; n++) arrivals.push(sample(put % 3, put, put++));
        for (let n = 0; n < takes; n++) {
          expect(arrivals.first?.at).toBe(taken < put ? taken : undefined);
          expect(arrivals.take(put, () => 1)).toBe(true);
          taken = Math.min(put, taken + 1);
        }
      }
      expect(arrivals.takeAll().map(({ at }) => at)).toEqual(
        Array.from({ length: put - taken }, (_, n) => taken + n),
      );
      expect(arrivals.first).toBeUndefined();
    }),
  );
});

it('drops messages that newer ones supersede once the run is a second behind', () => {
  const arrivals = new Arrivals();
  for (let n = 0; n < 100; n++) arrivals.push(sample(n % 2, n, n));
  arrivals.push({
    at: 100,
    input: { kind: 'request', id: 0, number: 1, payload: new Uint8Array(0) },
  });
  const kept: number[] = [];
  const depths = [10, Number.POSITIVE_INFINITY];
  for (let next = arrivals.first; next !== undefined; next = arrivals.first) {
    if (arrivals.take(2e9, (reader) => depths[reader]!)) kept.push(next.at);
  }
  const ofFirst = Array.from({ length: 10 }, (_, n) => 80 + 2 * n);
  const ofSecond = Array.from({ length: 50 }, (_, n) => 2 * n + 1);
  expect(kept).toEqual([...ofFirst, ...ofSecond, 100].sort((a, b) => a - b));
  expect(arrivals.givenUp).toBe(40);
});
