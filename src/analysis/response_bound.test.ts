import { expect, it } from 'vitest';
import { ArrivalCurve, ArrivalObserver } from './arrival_curve.js';
import { chainBound, type Demand, longestBusyWindow, responseBound } from './response_bound.js';

const every = (longest: number, period: number): Demand => ({
  longest,
  arrivals: ArrivalCurve.periodic(period),
});

/** Periodic with a jitter: the n-th one after an arrival may be earlier by the jitter. */
const jittered = (longest: number, period: number, jitter: number): Demand => ({
  longest,
  arrivals: new ArrivalCurve(
    Array.from({ length: 64 }, (_, i) => Math.max(0, (i + 1) * period - jitter)),
  ),
});

/** A supply of 3 in every 5, at the worst moment: nothing for 4, then 3 in each 5. */
function periodicResource(length: number): number {
  const after = Math.max(0, length - 4);
  return Math.floor(after / 5) * 3 + Math.min(3, after % 5);
}

it('gives the values published with the analysis', () => {
  const others = [every(1, 10), every(3, 20)];
  expect(responseBound(every(1, 10), others, periodicResource)).toBe(12);
  expect(responseBound(every(1, 10), [every(1, 10), jittered(3, 20, 10)], periodicResource)).toBe(
    17,
  );
  expect(responseBound(jittered(2, 5, 2), [], periodicResource)).toBe(7);
  const rest = [jittered(3, 20, 25), jittered(3, 20, 25)];
  expect(chainBound(every(3, 25), 1 + 2, rest, periodicResource)).toBe(72);
});

it('gives the values computed by hand for a processor of its own', () => {
  expect(responseBound(every(2, 10), [every(3, 15), every(1, 5)])).toBe(6);
  expect(responseBound(every(3, 15), [every(2, 10), every(1, 5)])).toBe(6);
  expect(longestBusyWindow([every(2, 4), every(2, 8)])).toBe(4);
  expect(longestBusyWindow([every(2, 4), every(3, 4)])).toBeUndefined();
  expect(responseBound(every(2, 4), [every(3, 4)])).toBeUndefined();
});

it('extends observed arrivals so that an interval never contains more than the curve says', () => {
  const observer = new ArrivalObserver();
  for (const time of [0, 0, 10, 10, 20, 20, 30, 30]) observer.add(time);
  const curve = observer.curve();
  expect([1, 10, 11, 20, 21].map((length) => curve.arrivals(length))).toEqual([2, 2, 4, 4, 6]);
  expect(curve.arrivals(1000)).toBeGreaterThanOrEqual(200);
  expect(observer.leastDistance).toBe(0);
});
