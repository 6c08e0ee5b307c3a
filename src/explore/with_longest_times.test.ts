import { expect, it } from 'vitest';
import type { Decision } from '../schedule/index.js';
import { fewestDecisions } from './fewest_decisions.js';
import { withLongestTimes } from './with_longest_times.js';

const experiment = { config: {} as never, delays: [{ topic: '/x', min: 0, max: 8 }] };
const late = (message: number, delay: number, topic = '/x'): Decision => ({
  ...{ topic, from: '/a', to: '/b', message, delay },
});
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
  const others = [{ seed: '7' }, late(1, 3, '/y')];
  expect(withLongestTimes(others, experiment)).toEqual(others);
});
