import { expect, it } from 'vitest';
import type { Decision } from '../schedule/index.js';
import { fewestDecisions } from './fewest_decisions.js';
import { withLongestTimes } from './longest_times.js';

const experiment = { config: {} as never, delays: [{ topic: '/x', min: 0, max: 8 }] };
const late = (sequence: number, delay: number) =>
  ({ topic: '/x', from: '/a', to: '/b', sequence, delay }) as unknown as Decision;
const total = (decisions: readonly Decision[]) =>
  decisions.reduce((sum, each) => sum + ('delay' in each ? Number(each.delay) : 0), 0);

it('of times that add up, the longest are the fewest', async () => {
  const found = Array.from({ length: 30 }, (_, i) => late(i, 1 + (i % 5)));
  const fails = async (tried: readonly Decision[]) => (total(tried) >= 60 ? tried : undefined);
  const before = await fewestDecisions(found, fails);
  const after = await fewestDecisions(withLongestTimes(found, experiment), fails);
  expect(before.length).toBeGreaterThan(12);
  expect(after).toHaveLength(8);
});

it('leaves what has no time, or no bound', () => {
  const others = [{ seed: '7' }, { topic: '/y', delay: 3 }] as unknown as Decision[];
  expect(withLongestTimes(others, experiment)).toEqual(others);
});
