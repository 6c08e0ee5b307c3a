import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CallbackTiming, Observer } from '../graph/index.js';
import { Bench, MS } from './bench.test_support.js';
import { multiThreaded, priorityBased, singleThreaded, staticSingleThreaded } from './policies.js';
import { TimedEventsExecutor } from './timed_events_executor.js';
import type { VirtualThreads } from './virtual_threads.js';
import { WaitSetLoopExecutor } from './wait_set_loop.js';

it('finishes the more critical chain first by priority; rclcpp serves the timers first', () => {
  const chains = (executor: (bench: Bench) => VirtualThreads) => {
    const bench = new Bench();
    bench.timer('T1', 100, 10, '/s1');
    bench.timer('T2', 100, 40, '/s2');
    bench.sub('/s1', 10);
    bench.sub('/s2', 40);
    bench.node.attach(executor(bench));
    return bench.run(199);
  };
  const priorities: Record<string, number> = { '/s1': 5, '/s2': 2, 'timer#1': 4 };
  const byPriority = chains((bench) => {
    const priority = (entity: { name: string }) => priorities[entity.name] ?? 1;
    return priorityBased(bench.graph, 'jazzy', priority, { times: bench.times });
  });
  expect(byPriority).toBe('T1@100 /s10@110 T2@120 /s20@160');
  const humble = chains((bench) => singleThreaded(bench.graph, 'humble', { times: bench.times }));
  expect(humble).toBe('T1@100 T2@110 /s10@150 /s20@160');
});

it('re-arms an overrun timer as its distribution does', () => {
  const run = (era: 'humble' | 'jazzy') => {
    const bench = new Bench(era === 'humble' ? 'at-or-after' : 'after');
    let calls = 0;
    bench.timer('T', 100, () => (calls++ === 0 ? 200 : 10));
    bench.node.attach(singleThreaded(bench.graph, era, { times: bench.times }));
    return bench.run(450);
  };
  expect(run('jazzy')).toBe('T@100 T@300 T@400');
  expect(run('humble')).toBe('T@100 T@300 T@310 T@400');
});

it('runs batches on the static executor of Humble', () => {
  const bench = new Bench();
  bench.sub('/z', 300);
  bench.sub('/a', 100);
  bench.sub('/b', 100);
  bench.timer('T', 250, 10);
  bench.at('/z', 100);
  bench.at('/a', 150, 160);
  bench.at('/b', 200, 210);
  bench.node.attach(staticSingleThreaded(bench.graph, 'humble', { times: bench.times }));
  expect(bench.run(830)).toBe('/z1@100 /a1@400 /b1@500 T@600 /a2@610 /b2@710 T@810');
});

it('leaves the decision to the user of a wait set', () => {
  const bench = new Bench();
  const a = bench.sub('/a', 10);
  const b = bench.sub('/b', 10);
  bench.at('/a', 0, 1, 2);
  bench.at('/b', 5);
  const both = (ready: readonly unknown[]) =>
    ready.length < 2
      ? []
      : [
          { entity: b, times: 1 },
          { entity: a, times: Number.POSITIVE_INFINITY },
        ];
  bench.node.attach(new WaitSetLoopExecutor(bench.graph, both, { times: bench.times }));
  expect(bench.run(100)).toBe('/b1@5 /a1@15 /a2@25 /a3@35');
});

interface Load {
  readonly subs: readonly { exec: number; times: readonly number[] }[];
  readonly timers: readonly { period: number; exec: number }[];
}

const load: fc.Arbitrary<Load> = fc.record({
  subs: fc.array(
    fc.record({
      exec: fc.integer({ min: 1, max: 30 }),
      times: fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  timers: fc.array(
    fc.record({ period: fc.integer({ min: 20, max: 90 }), exec: fc.integer({ min: 1, max: 15 }) }),
    { maxLength: 3 },
  ),
});

function timings(given: Load, executor: (bench: Bench) => VirtualThreads): CallbackTiming[] {
  const bench = new Bench();
  const seen: CallbackTiming[] = [];
  const observer: Observer = {
    callbackCompleted: (timing) => seen.push(timing),
  };
  bench.graph.observers.add('record', observer);
  given.subs.forEach(({ exec, times }, i) => {
    bench.sub(`/s${i}`, exec, 1000);
    bench.at(`/s${i}`, ...[...times].sort((a, b) => a - b));
  });
  given.timers.forEach(({ period, exec }, i) => {
    bench.timer(`T${i}`, period, exec);
  });
  bench.node.attach(executor(bench));
  bench.run(4000);
  return seen;
}

const EXECUTORS: Readonly<Record<string, (bench: Bench) => VirtualThreads>> = {
  single: (b) => singleThreaded(b.graph, 'jazzy', { times: b.times }),
  'single, shuffled': (b) =>
    singleThreaded(b.graph, 'jazzy', {
      times: b.times,
      orderInKind: { policy: 'seededShuffle' },
    }),
  'single, hashed': (b) =>
    singleThreaded(b.graph, 'jazzy', { times: b.times, orderInKind: { policy: 'libstdcxx' } }),
  'single (humble)': (b) => singleThreaded(b.graph, 'humble', { times: b.times }),
  static: (b) => staticSingleThreaded(b.graph, 'jazzy', { times: b.times }),
  'multi:3': (b) => multiThreaded(b.graph, 'jazzy', 3, { times: b.times }),
  'multi:3 (humble)': (b) => multiThreaded(b.graph, 'humble', 3, { times: b.times }),
  events: (b) => new TimedEventsExecutor(b.graph, { times: b.times }),
};

it.each(Object.keys(EXECUTORS))(
  '%s handles every message once, never two on one thread',
  (name) => {
    fc.assert(
      fc.property(load, (given) => {
        const light = { ...given, timers: given.timers.map((t) => ({ ...t, exec: 1 })) };
        const seen = timings(light, EXECUTORS[name]!);
        given.subs.forEach(({ times }, i) => {
          const count = seen.filter(({ entity }) => entity.name === `/s${i}`).length;
          if (name !== 'multi:3' && name !== 'static') expect(count).toBe(times.length);
          else expect(count).toBeLessThanOrEqual(times.length);
        });
        const sorted = [...seen].sort((a, b) => a.thread - b.thread || a.start - b.start);
        sorted.forEach((timing, i) => {
          expect(timing.start).toBeGreaterThanOrEqual(timing.ready);
          const before = sorted[i - 1];
          if (before?.thread !== timing.thread) return;
          expect(timing.start).toBeGreaterThanOrEqual(before.end);
        });
        expect(timings(light, EXECUTORS[name]!)).toHaveLength(seen.length);
      }),
      { numRuns: 40 },
    );
  },
);

it('never lets a single pending input wait for more than two rounds of the others', () => {
  fc.assert(
    fc.property(load, (given) => {
      const once = given.subs.map(({ exec, times }) => ({ exec, times: times.slice(0, 1) }));
      const seen = timings({ subs: once, timers: given.timers }, EXECUTORS['single, shuffled']!);
      const sum = [...once, ...given.timers].reduce((total, { exec }) => total + exec, 0);
      for (const { ready, end } of seen) expect(end - ready).toBeLessThanOrEqual(2 * sum * MS);
    }),
  );
});

it('overlaps callbacks only of different or reentrant groups', () => {
  fc.assert(
    fc.property(load, fc.boolean(), (given, reentrant) => {
      const seen = timings(given, (bench) => {
        if (reentrant) {
          const group = bench.node.createCallbackGroup('free', 'reentrant');
          for (const entity of bench.node.entities) {
            if ('group' in entity) (entity as { group: unknown }).group = group;
          }
        }
        return multiThreaded(bench.graph, 'jazzy', 4, { times: bench.times });
      });
      if (reentrant) return;
      const sorted = [...seen].sort((a, b) => a.start - b.start);
      sorted.forEach((timing, i) => {
        if (i > 0) expect(timing.start).toBeGreaterThanOrEqual(sorted[i - 1]!.end);
      });
    }),
    { numRuns: 40 },
  );
});
