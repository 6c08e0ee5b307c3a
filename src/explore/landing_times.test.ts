import { expect, it } from 'vitest';
import { timeOf } from '../schedule/index.js';
import { landingTimes } from './landing_times.js';

const place = { topic: '/lamp', from: '/source', to: '/meter', message: 2 };
const seenAt = (...at: number[]) => ({
  names: ['/motor → /meter'],
  nodes: { '/meter': { at, what: at.map(() => 0), number: at.map(() => 0) } },
});

function times(delay: number | 'lost', ...at: number[]): (number | undefined)[] {
  const alternative = { decision: { ...place, delay }, passes: [], at: 100 };
  return landingTimes(alternative, seenAt(...at)).map(({ decision }) => timeOf(decision));
}

it('are those at which something happens before the longest time is over, and those in between', () => {
  expect(times(50, 90, 100, 110, 130, 150, 151)).toEqual([5, 10, 20, 30, 40]);
});

it('are few, and none where nothing happens or the decision has no time', () => {
  const at = Array.from({ length: 1000 }, (_, i) => 101 + 2 * i);
  expect(times(5000, ...at).length).toBeLessThanOrEqual(16);
  expect(times(50)).toEqual([]);
  expect(times('lost', 110)).toEqual([]);
});

it('begin at the moment that the decision names', () => {
  const decision = { timer: 'timer 5 ns of /meter', call: 1, at: 105, late: 20 };
  const found = landingTimes({ decision, passes: [] }, seenAt(115));
  expect(found.map((each) => timeOf(each.decision))).toEqual([5, 10]);
});
