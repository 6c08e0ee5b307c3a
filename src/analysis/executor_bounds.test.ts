import { expect, it } from 'vitest';
import type { DescribedEntity } from '../trace/index.js';
import { CallbackStatistics } from './callback_statistics.js';
import { ExecutorStatistics } from './executor_analysis.js';
import { boundsOf } from './executor_bounds.js';
import type { PlacedCallback } from './run_trace.js';

const PERIOD = 10_000_000;

interface Plan {
  /** The part of one thread that it needs. */
  readonly load: number;
  readonly group?: string;
  readonly kind?: 'timer' | 'subscription';
}

/** Why there are no bounds for periodic callbacks of this executor; undefined: there are. */
function whyUnbounded(policy: string, threads: number, plans: readonly Plan[]): string | undefined {
  const executor = new ExecutorStatistics({ name: 'e', policy, threads, blocking: false });
  for (const [i, { load, group, kind = 'timer' }] of plans.entries()) {
    const entity = {
      ...{ node: '/n', name: `/${i}`, kind, group: group ?? 'own', reentrant: group === undefined },
      ...{ longest: load * PERIOD, period: PERIOD, priority: null, overwritten: 0, waiting: 0 },
    } as DescribedEntity;
    const arrivals = [{ callback: `/${i}`, period: PERIOD, jitter: 0 }];
    const member = new CallbackStatistics(entity, { arrivals });
    const fields = { duration: load * PERIOD, waited: 0, sequence: 0 };
    member.add({ fields, ready: 0, start: 0, end: load * PERIOD } as PlacedCallback);
    executor.members.push(member);
  }
  const { assumptions, callbacks } = boundsOf(executor, []).bounds;
  const violated = assumptions.filter(({ state }) => state === 'violated');
  expect(callbacks.every(({ bound }) => (bound === null) === violated.length > 0)).toBe(true);
  return violated.map(({ reason }) => reason).join('; ') || undefined;
}

const OVERLOADED = 'what may arrive in a long time takes longer than that time';
const OVERESTIMATED =
  'nothing is overloaded, but the method overestimates what waits, and finds no bound for so much work';

const loads = (...all: readonly number[]): Plan[] => all.map((load) => ({ load }));

it.each<[string, string, number, Plan[], string | undefined]>([
  ['a thread with time left', 'single', 1, loads(0.4, 0.5), undefined],
  ['an overloaded thread', 'single', 1, loads(0.6, 0.5), OVERLOADED],
  ['two threads with time left', 'multi', 2, loads(0.4, 0.5), undefined],
  ['two threads at 1.2 of 2', 'multi', 2, loads(0.4, 0.4, 0.4), undefined],
  ['two threads at 1.8 of 2', 'multi', 2, loads(0.6, 0.6, 0.6), undefined],
  [
    'two threads at 1.2 of 2, in groups',
    ...(['multi', 2] as const),
    ...([['a', 'a', 'b', 'c'].map((group) => ({ load: 0.3, group })), undefined] as const),
  ],
  [
    'two threads with three busy groups',
    ...(['multi', 2] as const),
    ...([['a', 'b', 'c'].map((group) => ({ load: 0.6, group })), OVERESTIMATED] as const),
  ],
  ['two overloaded threads', 'multi', 2, loads(0.7, 0.7, 0.7), OVERLOADED],
  [
    'an overloaded group of two threads',
    ...(['multi', 2] as const),
    ...([['a', 'a'].map((group) => ({ load: 0.6, group })), OVERLOADED] as const),
  ],
  [
    'an overloaded thread beside one for timers',
    ...(['events', 2] as const),
    ...([
      [0.1, 0.6, 0.5].map((load, i) => ({ load, kind: i ? 'subscription' : 'timer' })),
      OVERLOADED,
    ] as [Plan[], string]),
  ],
])('says why %s has no bound', (_, policy, threads, plans, reason) => {
  expect(whyUnbounded(policy, threads, plans)).toBe(reason);
});
