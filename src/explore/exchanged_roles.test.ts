import { expect, it } from 'vitest';
import type { Decision, OrderDecision } from '../schedule/index.js';
import { exchangedRoles } from './exchanged_roles.js';
import type { Laboratory, Trial } from './laboratory.js';

const order = (at: number, run: string, before: string): OrderDecision => ({
  ...{ at, run, before },
  nth: 1,
});
/** The one that goes first asks; the failure is that the other one asks before the answer, in each of three rounds. */
const SHORTEST = [1, 2, 3].map((at) => order(at, 'other', 'answer'));

function laboratory(): Laboratory {
  return {
    parallel: 2,
    try: async ({ decisions }: { decisions: readonly Decision[] }) => {
      const isShortest = JSON.stringify(decisions) === JSON.stringify(SHORTEST);
      return {
        outcome: { explored: { decisions } } as unknown as Trial['outcome'],
        failure: isShortest ? { kind: 'found', text: '' } : undefined,
        idle: [],
      };
    },
    disregard: () => {},
  } as unknown as Laboratory;
}

it('leaves out that the other one goes first, and gives it the part of the first in all that follows', async () => {
  const detour = [
    SHORTEST[0]!,
    order(2, 'other', 'one'),
    order(2, 'one', 'answer'),
    order(3, 'one', 'answer'),
  ];
  const { found } = await exchangedRoles(laboratory(), 'found', detour, () => {});
  expect(found).toEqual(SHORTEST);
});

it('makes no run for decisions whose exchange no later one names', async () => {
  const { found, runs } = await exchangedRoles(
    laboratory(),
    'found',
    [order(1, 'a', 'b'), order(2, 'c', 'd'), { seed: '7' }],
    () => {},
  );
  expect([found, runs]).toEqual([undefined, 0]);
});
