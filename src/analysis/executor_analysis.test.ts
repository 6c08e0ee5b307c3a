import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DescribedEntity } from '../trace/index.js';
import { CallbackStatistics } from './callback_statistics.js';
import { PriorityInversions } from './priority_inversions.js';
import { ReadyQueue } from './ready_queue.js';

/** Callbacks of two threads, which each run one after another, in the order of their ends. */
const runs = fc
  .array(
    fc.record({
      thread: fc.nat(1),
      idle: fc.nat(3),
      duration: fc.nat(6),
      waited: fc.nat(12),
      priority: fc.nat(2),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((plans) => {
    const free = [20, 20];
    const all = plans.map(({ thread, idle, duration, waited, priority }) => {
      const start = free[thread]! + idle;
      const end = start + duration;
      free[thread] = end;
      return { ready: start - waited, start, end, priority };
    });
    return all.sort((a, b) => a.end - b.end);
  });

const longest = (values: readonly number[]) => Math.max(0, ...values);

it('finds the most callbacks that waited at once, whatever it has dropped', () => {
  fc.assert(
    fc.property(runs, (all) => {
      const queue = new ReadyQueue(longest(all.map(({ ready, end }) => end - ready)), 4);
      for (const { ready, start, end } of all) queue.add(ready, start, end);
      queue.finish();
      const waiting = all.map(
        ({ ready: time }) => all.filter(({ ready, start }) => ready <= time && time < start).length,
      );
      expect(queue.longest).toBe(longest(waiting));
    }),
  );
});

it('finds all time in which less urgent callbacks ran while more urgent ones waited', () => {
  const of = [0, 1, 2].map(
    (priority) =>
      new CallbackStatistics({ node: '/n', name: `/${priority}`, priority } as DescribedEntity, {}),
  );
  fc.assert(
    fc.property(runs, (all) => {
      const inversions = new PriorityInversions(
        'e',
        longest(all.map(({ start, end }) => end - start)),
        longest(all.map(({ ready, end }) => end - ready)),
        4,
      );
      for (const run of all) inversions.add({ ...run, of: of[run.priority]! });
      const found = inversions.finish();
      for (const priority of [0, 1, 2]) {
        const times = all
          .filter((run) => run.priority === priority)
          .map((run) => {
            const shared = all
              .filter((other) => other.priority < priority)
              .map((o) => Math.min(run.start, o.end) - Math.max(run.ready, o.start));
            return shared.filter((time) => time > 0).reduce((sum, time) => sum + time, 0);
          })
          .filter((time) => time > 0);
        const figures = found.find((inversion) => inversion.priority === priority);
        expect(figures?.count ?? 0).toBe(times.length);
        expect(figures?.total ?? 0).toBe(times.reduce((sum, time) => sum + time, 0));
        expect(figures?.longest ?? 0).toBe(longest(times));
      }
    }),
  );
});
