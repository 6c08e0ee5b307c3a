/** The results and the report of a search do not depend on the number of threads. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExploreOptions } from '../src/index.js';
import { exploreSystem, orrerySim, systemOf } from './explored.js';

const strategies: fc.Arbitrary<NonNullable<ExploreOptions['strategy']>> = fc.oneof(
  fc.constant({ kind: 'random' as const }),
  fc.record({ kind: fc.constant('pct' as const), depth: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('systematic' as const), bound: fc.integer({ min: 1, max: 2 }) }),
);

describe('one thread and four', () => {
  it('give the same report', async () => {
    const systems = fc.constantFrom<string[]>(['order_bug'], ['sums'], ['planner', 'follower']);
    const search = fc.record({
      strategy: strategies,
      seed: fc.string({ maxLength: 4 }),
      first: fc.boolean(),
      runs: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(systems, search, async (names, options) => {
        const faults = names.includes('planner')
          ? [{ fault: 'crash', on: '/planner' } as const]
          : [];
        const all = { ...options, faults, checks: ['order:/sink'].slice(faults.length) };
        const [one, four] = await Promise.all(
          [1, 4].map((parallel) => exploreSystem(names, { ...all, until: '350ms', parallel })),
        );
        expect(four).toEqual(one);
      }),
      { numRuns: 5, seed: 20261121 },
    );
  });

  it('find the same races', async () => {
    const config = systemOf(['order_bug'], '350ms');
    const [one, four] = await Promise.all(
      [1, 4].map((parallel) => orrerySim.findRaces({ config, parallel })),
    );
    expect(four).toEqual(one);
    expect(one!.races).toHaveLength(1);
  });
});
