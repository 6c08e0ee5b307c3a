import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Alternative, Decision } from '../schedule/index.js';
import type { Arm } from './arm.js';
import { imaginedTrial } from './imagined_laboratory.test_support.js';
import { Portfolio } from './portfolio.js';
import { SystematicArm } from './search_arms.js';
import { singlesInTurn } from './singles_in_turn.js';

const crash = (callback: number): Decision => ({
  fault: 'crash',
  node: '/writer',
  callback,
  at: callback,
});
const late = (call: number): Decision => ({ timer: 'timer', call, at: call, late: 1 });
const order = (at: number): Decision => ({ at, run: `a${at % 7}`, before: 'b', nth: 1 });

/** So many of each, in the order of a run. */
function possible(crashes: number, times: number, orders: number): Alternative[] {
  const counts = [crashes, times, orders];
  const moments = Array.from({ length: Math.max(...counts) }, (_, i) => i + 1);
  const decisions = moments.flatMap((moment) =>
    [crash, late, order].flatMap((make, i) => (moment <= counts[i]! ? [make(moment)] : [])),
  );
  return decisions.map((decision) => ({ decision, passes: [] }));
}

/** Which single decisions a portfolio of so many runs tries, beside arms that always show something new. */
function tried(alternatives: readonly Alternative[], runs: number): Set<Decision> {
  const known = { seed: '0', points: 9, moments: 9, corpus: [], varySeed: false, isRandom: false };
  const systematic = new SystematicArm(3, runs, { ...known, variesMore: true });
  systematic.begin(imaginedTrial([], alternatives));
  const rich = (name: string): Arm => ({
    name,
    next: () => ({ strategy: { kind: 'random', seed: name }, alternatives: 0 }),
  });
  const arms = [rich('one'), rich('two'), rich('three'), rich('four'), rich('five'), systematic];
  const portfolio = new Portfolio(arms, runs);
  const singles = new Set<Decision>();
  for (let job = portfolio.next(); job !== undefined; job = portfolio.next()) {
    const { strategy } = job;
    if (strategy.kind === 'replay') for (const each of strategy.decisions) singles.add(each);
    portfolio.used(job, imaginedTrial([], []), strategy.kind === 'random');
  }
  return singles;
}

it('has every decision once, and the ends at which all of a class are tried', () => {
  const counts = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60));
  fc.assert(
    fc.property(counts, ([crashes, times, orders]) => {
      const all = possible(crashes, times, orders);
      const { alternatives, ends } = singlesInTurn(all);
      expect(new Set(alternatives)).toEqual(new Set(all));
      expect(alternatives).toHaveLength(all.length);
      expect(ends.at(-1)).toBe(all.length);
      const last = alternatives.findLastIndex(({ decision }) => 'fault' in decision);
      expect(ends).toContain(last + 1);
    }),
  );
});

it('other times come early if they are few, and otherwise after all decisions', () => {
  const all = possible(8, 8, 8);
  const after = [2, 3, 4, 5].map((call) => ({
    decision: { ...late(call), late: 0.5 },
    passes: [],
  }));
  const shorter = { at: [], between: [], after, before: [] };
  const few = singlesInTurn(all, shorter, 28).alternatives;
  expect(few.indexOf(after[0]!)).toBeLessThan(8);
  expect(new Set(few)).toEqual(new Set([...all, ...after]));
  const many = singlesInTurn(all, shorter, 27);
  expect(new Set(many.alternatives.slice(-4))).toEqual(new Set(after));
  expect(many.ends.at(-1)).toBe(all.length);
});

it('a search tries each single decision if three quarters of its runs are enough', () => {
  for (const [crashes, times, orders] of [
    [75, 0, 0],
    [300, 30, 40],
    [75, 100, 200],
  ] as const) {
    const all = possible(crashes, times, orders);
    const singles = tried(all, 500);
    for (const { decision } of all) expect(singles).toContain(decision);
  }
});

it('otherwise it tries each moment of a fault, wherever in the run, and some of everything else', () => {
  const all = possible(75, 700, 1000);
  const singles = tried(all, 500);
  for (const { decision } of all) if ('fault' in decision) expect(singles).toContain(decision);
  expect([...singles].filter((each) => 'late' in each).length).toBeGreaterThan(30);
  expect([...singles].filter((each) => 'run' in each).length).toBeGreaterThan(15);
});

it('leaves at least a quarter of the runs to others', () => {
  expect(tried(possible(5000, 0, 0), 500).size).toBeLessThan(375);
});
