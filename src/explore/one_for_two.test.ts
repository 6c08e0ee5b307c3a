import { expect, it } from 'vitest';
import type { OrderDecision } from '../schedule/index.js';
import { imaginedLaboratory } from './imagined_laboratory.test_support.js';
import { oneForTwo } from './one_for_two.js';

const INSTANTS = [1, 2, 3];
const order = (at: number, run: string): OrderDecision => ({ at, run, before: 'a', nth: 1 });

/** At each instant `b` may go first, or by a detour `c` and then `d`. Fails if one of both happens at each. */
const laboratory = imaginedLaboratory((decisions) => {
  const taken = new Set(decisions.map((each) => JSON.stringify(each)));
  const has = (at: number, run: string) => taken.has(JSON.stringify(order(at, run)));
  const last = Math.max(0, ...decisions.map((each) => ('at' in each ? (each.at ?? 0) : 0)));
  return {
    fails: INSTANTS.every((at) => has(at, 'b') || (has(at, 'c') && has(at, 'd'))),
    alternatives: INSTANTS.filter((at) => at > last).flatMap((at) =>
      ['c', 'd', 'b'].map((run) => order(at, run)),
    ),
  };
});

it('replaces two decisions of one instant by one, in the middle of others that are needed', async () => {
  const detour = [order(1, 'b'), order(2, 'c'), order(2, 'd'), order(3, 'b')];
  const { found } = await oneForTwo(laboratory, 'found', detour, () => {});
  expect(found).toEqual(INSTANTS.map((at) => order(at, 'b')));
});

it('finds nothing where every decision is needed, in a bounded number of runs', async () => {
  const needed = INSTANTS.map((at) => order(at, 'b'));
  let steps = 0;
  const { found, runs } = await oneForTwo(laboratory, 'found', needed, () => steps++);
  expect([found, runs === steps, runs < 240]).toEqual([undefined, true, true]);
});
