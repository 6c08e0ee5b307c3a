import { expect, it } from 'vitest';
import type { Arm, Job } from './arm.js';
import { Portfolio } from './portfolio.js';

const arm = (name: string): Arm => ({
  name,
  next: () => ({ strategy: { kind: 'replay', decisions: [] }, alternatives: 0 }),
});
const trial = { outcome: undefined, failure: undefined, idle: [] };

/** Makes the runs with this many under way at a time; arm `rich` always shows something new. */
function plan(ahead: number, arms = [arm('rich'), arm('poor')], further = 0): string[] {
  const portfolio = new Portfolio(arms, 400, further);
  const names: string[] = [];
  const underWay: Job[] = [];
  for (;;) {
    while (underWay.length < ahead) {
      const job = portfolio.next();
      if (job === undefined) break;
      underWay.push(job);
    }
    const job = underWay.shift();
    if (job === undefined) return names;
    names.push(job.arm);
    portfolio.used(job, trial, job.arm === 'rich');
  }
}

it('plans the same runs, however many are under way', () => {
  expect(plan(1)).toHaveLength(400);
  for (const ahead of [2, 7, 32]) expect(plan(ahead)).toEqual(plan(1));
});

it('gives more runs to an arm that finds something, and some to one that does not', () => {
  const poor = plan(4).filter((name) => name === 'poor').length;
  expect(poor).toBeGreaterThan(400 * 0.1);
  expect(poor).toBeLessThan(400 * 0.3);
});

it('gives most runs to an arm that repeats nothing where the others do', () => {
  const finishing = { ...arm('once'), finishes: true };
  const idle = { ...arm('idle'), next: () => undefined };
  const once = (arms: Arm[]) => plan(4, arms).filter((name) => name === 'once').length;
  expect(once([finishing, arm('poor'), arm('poor as well'), idle])).toBeGreaterThan(400 * 0.6);
  // Where another one finds something, it has only the share of an arm that does not.
  expect(once([finishing, arm('rich'), arm('poor')])).toBeLessThan(400 * 0.2);
});

it('gives as many runs to an arm that goes through all that may vary as to all others', () => {
  const finishing = { ...arm('once'), finishes: true };
  const share = (more: Partial<Arm>) => {
    const names = plan(4, [{ ...finishing, ...more }, arm('rich'), arm('poor')]);
    return names.filter((name) => name === 'once').length / 400;
  };
  expect(share({ goesThroughAll: true })).toBeCloseTo(0.5, 1);
  expect(share({ goesThroughAll: false })).toBeLessThan(0.2);
});

it('does not make up for the time in which an arm had nothing to try', () => {
  let asked = 0;
  const wish = arm('').next(1)!;
  const late = { ...arm('late'), next: () => (++asked < 200 ? undefined : wish) };
  const names = plan(4, [arm('rich'), late]);
  expect(names.slice(names.indexOf('late')).slice(0, 60)).toContain('rich');
});

it('looks at the results of the first runs soon, since one may follow from another', () => {
  let isUnderWay = false;
  const chain: Arm = {
    ...arm('chain'),
    next() {
      if (isUnderWay) return undefined;
      isUnderWay = true;
      return arm('').next(1);
    },
    used() {
      isUnderWay = false;
    },
  };
  const names = plan(2, [chain, arm('rich')]).slice(0, 64);
  expect(names.filter((name) => name === 'chain').length).toBeGreaterThanOrEqual(8);
});

it('goes on with an arm that will have seen everything in so many further runs, and only with that one', () => {
  for (const ahead of [1, 7]) {
    let left = 600;
    const all: Arm = {
      ...arm('all'),
      get left() {
        return left;
      },
      next: () => (left > 0 ? arm('').next(1) : undefined),
      used: () => void left--,
    };
    const further = plan(ahead, [arm('rich'), all], 600).slice(400);
    expect(further.length).toBeGreaterThan(300);
    expect(new Set(further)).toEqual(new Set(['all']));
    left = 600;
    expect(plan(ahead, [arm('rich'), all], 100)).toHaveLength(400);
  }
});
