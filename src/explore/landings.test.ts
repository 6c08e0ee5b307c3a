import { expect, it } from 'vitest';
import { timeOf } from '../schedule/index.js';
import { landings } from './landings.js';

const place = { topic: '/lamp', from: '/source', to: '/meter', message: 2 };
const seenAt = (...at: number[]) => ({
  names: ['/motor → /meter'],
  nodes: { '/meter': { at, what: at.map(() => 0), number: at.map(() => 0) } },
});

function times(delay: number | 'lost', ...moments: number[]) {
  const alternative = { decision: { ...place, delay }, passes: [], at: 100 };
  const { at, between, after, before } = landings([alternative], seenAt(...moments));
  return [at, between, after, before].map((list) => list.map(({ decision }) => timeOf(decision)));
}

it('are those at which something happens before the longest time is over, and just after and before, and between', () => {
  expect(times(400, 90, 100, 110, 130, 500, 501)).toEqual([
    [10, 30],
    [5, 20, 215],
    [20, 40],
    [390],
  ]);
});

it('are few, and none where nothing happens or the decision has no time', () => {
  const at = Array.from({ length: 1000 }, (_, i) => 101 + 2 * i);
  for (const list of times(5000, ...at)) expect(list.length).toBeLessThanOrEqual(8);
  expect(times(50)).toEqual([[], [], [], []]);
  expect(times('lost', 110)).toEqual([[], [], [], []]);
});

it('begin at the moment that the decision names', () => {
  const decision = { timer: 'timer 5 ns of /meter', call: 1, at: 105, late: 20 };
  const found = landings([{ decision, passes: [] }], seenAt(115));
  expect(found.at.map((each) => timeOf(each.decision))).toEqual([10]);
});
