import { expect, it } from 'vitest';
import type { RunError } from '../record/index.js';
import { kindOf } from './judge_run.js';

const stall = (node: string): RunError => {
  const message = `Nothing is left to happen, but ${node} waits.`;
  return { code: 'ORR_STALLED', message, place: { node }, stack: undefined };
};
const [left, right] = [stall('/left'), stall('/right')];

it('A deadlock is the same failure whoever waits first', () => {
  const both = kindOf(left, [left, right]);
  expect(kindOf(right, [right, left])).toBe(both);
  expect(kindOf(left, [left])).not.toBe(both);
});
