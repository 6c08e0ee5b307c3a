import { expect, it } from 'vitest';
import type { OrderDecision } from '../schedule/index.js';
import { exchangedRoles } from './exchanged_roles.js';
import { imaginedLaboratory } from './imagined_laboratory.test_support.js';

const order = (at: number, run: string, before: string): OrderDecision => ({
  ...{ at, run, before },
  nth: 1,
});
/** The one that goes first asks; the failure is that the other one asks before the answer, in each of three rounds. */
const SHORTEST = [1, 2, 3].map((at) => order(at, 'other', 'answer'));

const laboratory = imaginedLaboratory((decisions) => ({
  fails: JSON.stringify(decisions) === JSON.stringify(SHORTEST),
}));

it('leaves out that the other one goes first, and gives it the part of the first in all that follows', async () => {
  const detour = [
    SHORTEST[0]!,
    order(2, 'other', 'one'),
    order(2, 'one', 'answer'),
    order(3, 'one', 'answer'),
  ];
  const { found } = await exchangedRoles(laboratory, 'found', detour, () => {});
  expect(found).toEqual(SHORTEST);
});

it('makes no run for decisions whose exchange no later one names', async () => {
  const { found, runs } = await exchangedRoles(
    laboratory,
    'found',
    [order(1, 'a', 'b'), order(2, 'c', 'd'), { seed: '7' }],
    () => {},
  );
  expect([found, runs]).toEqual([undefined, 0]);
});
