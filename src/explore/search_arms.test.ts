import { expect, it } from 'vitest';
import type { Arm, SearchKnowledge } from './arm.js';
import { PctArm, RandomArm, SeedArm, SparseArm } from './search_arms.js';

const RUNS = [1, 2, 3, 4, 5, 6];
const known = {
  seed: '0',
  points: 3,
  moments: 9,
  corpus: [],
  varySeed: true,
  variesMore: false,
  isRandom: true,
};

/** The seeds of the system in some runs. */
function seeds(arm: Arm): (string | undefined)[] {
  return RUNS.map((run) => arm.next(run)?.system);
}

it('orders at random have a new seed in every run, so that the share that fails is not that of one seed', () => {
  expect(seeds(new RandomArm(known))).toEqual(RUNS.map(String));
  expect(seeds(new RandomArm({ ...known, varySeed: false }))).toEqual(RUNS.map(() => undefined));
});

it.each([
  ['pct', (each: SearchKnowledge) => new PctArm(each)],
  ['sparse', (each: SearchKnowledge) => new SparseArm(each)],
])('%s has one in every other run, or in every run if nothing else varies', (_, armOf) => {
  const half = RUNS.map((run) => (run % 2 === 1 ? String(run) : undefined));
  expect(seeds(armOf(known))).toEqual(half);
  expect(seeds(armOf({ ...known, points: 0, variesMore: true }))).toEqual(half);
  expect(seeds(armOf({ ...known, points: 0 }))).toEqual(RUNS.map(String));
});

it('tries other seeds of the system if the search has another seed', () => {
  expect(seeds(new SeedArm(known))).toEqual(RUNS.map(String));
  const [one, other] = ['1', 'mine'].map((seed) => seeds(new SeedArm({ ...known, seed })));
  expect(new Set([...one!, ...other!, ...RUNS.map(String)]).size).toBe(3 * RUNS.length);
});
