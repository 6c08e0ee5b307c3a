import { expect, it } from 'vitest';
import { describeDivergence, divergenceOf } from './divergence.js';

const names = ['/estop → /motor', '/cmd → /motor', 'timer 5 ms of /motor'];
const inputs = (...what: number[]) => ({
  names,
  nodes: { '/motor': { at: what.map((_, index) => index * 1e8), what } },
});

it.each([
  [[0, 1], [1, 0], 'at /motor: /cmd before /estop at 0.000000000 s, normally the reverse'],
  [[0, 1], [1], 'at /motor: /cmd before /estop at 0.000000000 s, normally the reverse'],
  [[0, 1, 2], [0, 2], 'at /motor: timer 5 ms before /cmd at 0.100000000 s, normally the reverse'],
  [[0, 1], [0, 2], 'at /motor: timer 5 ms at 0.100000000 s, normally /cmd'],
  [[0], [0, 2], 'at /motor: timer 5 ms at 0.100000000 s, normally nothing'],
])('%j, then %j', (standard, failing, words) => {
  expect(describeDivergence(divergenceOf(inputs(...standard), inputs(...failing))!)).toBe(words);
});

it('does not call an event reversed if it has not come by the time at which it was due', () => {
  const [standard, failing] = [inputs(0, 1, 2), inputs(0, 2)];
  failing.nodes['/motor'].at[1] = 2e8;
  expect(describeDivergence(divergenceOf(standard, failing)!)).toBe(
    'at /motor: timer 5 ms at 0.200000000 s, normally after /cmd',
  );
});

it('is undefined if a run only ended earlier', () => {
  expect(divergenceOf(inputs(0, 1), inputs(0))).toBeUndefined();
});
