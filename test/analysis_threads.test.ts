/** Worst-case bounds of executors with several threads, of queues and of priorities; sensitivity. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analysisText } from '../src/analysis/index.js';
import { analyze, MS, type NodePlan, withRun } from './analyzed.js';

const time = fc.record({
  min: fc.integer({ min: 0, max: 3 }),
  more: fc.integer({ min: 0, max: 5 }),
});
const sleeps = fc.array(fc.integer({ min: 0, max: 25 }), { maxLength: 2 });
const worker = fc.record({
  timers: fc.array(fc.record({ period: fc.integer({ min: 8, max: 40 }), time, sleeps }), {
    maxLength: 3,
  }),
  inputs: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
  input: fc.record({ time, sleeps, calls: fc.boolean(), forwards: fc.boolean() }),
  service: time,
  sleeping: time,
  /** Callbacks of another group. */
  group: fc.option(
    fc.record({
      reentrant: fc.boolean(),
      callbacks: fc.constantFrom('"/t*"', '"timer#*"', '"timer#0", "/t1"'),
    }),
  ),
});
const system = fc.record({
  policy: fc.constantFrom(
    'policy: multi, threads: 2',
    'policy: multi, threads: 2',
    'policy: multi, threads: 3',
    'policy: events',
    'policy: events, separate_timer_thread: true',
    'policy: priority, priorities: [{callback: "/t*", priority: 2}, {callback: "timer#0", priority: 1}]',
  ),
  distro: fc.constantFrom('humble' as const, 'jazzy' as const),
  workers: fc.array(worker, { minLength: 1, maxLength: 3 }),
  sources: fc.array(
    fc.record({
      period: fc.integer({ min: 8, max: 40 }),
      delay: fc.integer({ min: 0, max: 30 }),
    }),
    { minLength: 3, maxLength: 3 },
  ),
});

type System = typeof system extends fc.Arbitrary<infer T> ? T : never;

function modelsOf({ policy, workers, sources }: System): string {
  const rule = (node: number, callback: string, { min, more }: { min: number; more: number }) =>
    `  - {node: /w${node}, callback: "${callback}", time: {uniform: {min: ${min}ms, max: ${min + more}ms}}}`;
  return [
    `executors: [{name: all, ${policy}, nodes: ["/w*"]}]`,
    'callback_groups:',
    ...workers.flatMap(({ group }, i) =>
      group === null
        ? []
        : [
            `  - {node: /w${i}, name: more, type: ${group.reentrant ? 'reentrant' : 'mutually_exclusive'}, callbacks: [${group.callbacks}]}`,
          ],
    ),
    'execution_times:',
    ...workers.flatMap((each, i) => [
      ...each.timers.map((timer, t) => rule(i, `timer#${t}`, timer.time)),
      rule(i, '/t*', each.input.time),
      rule(i, 'setTimeout', each.sleeping),
      rule(i, `/s${i}`, each.service),
    ]),
    'links:',
    ...sources.map(
      ({ delay }, i) => `  - {topic: /t${i}, delay: {uniform: {min: 0ms, max: ${delay}ms}}}`,
    ),
  ]
    .join('\n')
    .replace('callback_groups:\nexecution', 'execution');
}

function nodesOf({ workers, sources }: System): NodePlan[] {
  return [
    ...sources.map(({ period: every }, i) => ({
      name: `source${i}`,
      timers: [{ period: every, publishes: `/t${i}` }],
    })),
    ...workers.map(
      (each, i): NodePlan => ({
        name: `w${i}`,
        timers: each.timers.map((timer) => ({ period: timer.period, sleeps: timer.sleeps })),
        subscriptions: each.inputs.map((input) => ({
          topic: `/t${input}`,
          sleeps: each.input.sleeps,
          ...(each.input.calls ? { calls: `/s${(i + 1) % workers.length}` } : {}),
          ...(each.input.forwards ? { publishes: `/out${i}` } : {}),
        })),
        services: [{ service: `/s${i}` }],
      }),
    ),
  ];
}

it('never sees a response time above the bound, with any policy that has one', async () => {
  const bounded = { multi: 0, events: 0, priority: 0, chains: 0, close: 0 };
  await fc.assert(
    fc.asyncProperty(system, async (plan) => {
      const analysis = await analyze(modelsOf(plan), nodesOf(plan), 250, {}, plan.distro);
      expect(analysis.alarms).toEqual([]);
      for (const { bound } of analysis.chainBounds) if (bound !== null) bounded.chains++;
      const [, policy = ''] = /^policy: (\w+)/.exec(plan.policy)!;
      for (const { bound, observed } of analysis.bounds.flatMap((b) => b.callbacks)) {
        if (bound === null) continue;
        expect(observed).toBeLessThanOrEqual(bound);
        bounded[policy as 'multi']++;
        if (observed > 0.7 * bound) bounded.close++;
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 400) },
  );
  // Every kind must occur, otherwise the property proves nothing about it.
  expect(Object.entries(bounded).filter(([, count]) => count < 10)).toEqual([]);
});

const THREADS = `
executors: [{name: robot, policy: multi, threads: 2, nodes: [/scan, /plan, /log]}]
execution_times:
  - {node: /scan, time: 4ms}
  - {node: /plan, time: 6ms}
  - {node: /log, time: 3ms}`;
const ROBOT: readonly NodePlan[] = [
  { name: 'scan', timers: [{ period: 20, publishes: '/points' }] },
  { name: 'plan', subscriptions: [{ topic: '/points', publishes: '/path' }] },
  { name: 'log', timers: [{ period: 10 }] },
];

it('counts only callbacks that can keep every thread busy, and those of the same group', async () => {
  const analysis = await analyze(THREADS, ROBOT, 200);
  const bounds = analysis.bounds[0]!;
  expect(bounds.assumptions[0]).toMatchObject({
    assumption: 'a multi-threaded executor, with 2 threads',
    state: 'holds',
  });
  const figures = Object.fromEntries(bounds.callbacks.map((c) => [c.node, c.bound! / MS]));
  // Both others can run at once: a callback may have to wait for the shorter of their work.
  expect(figures).toEqual({ '/scan': 7, '/plan': 9, '/log': 7 });
  expect(analysis.chainBounds).toMatchObject([{ bound: 13 * MS, observed: 10 * MS }]);
});

it('finds how much longer a callback may take, and what fails beyond that', async () => {
  const deadlines = [
    { callback: '/points,/path', deadline: 20 * MS },
    { callback: '/log:timer#*', deadline: 15 * MS },
  ];
  const analysis = await analyze(THREADS, ROBOT, 200, { sensitivity: true, deadlines });
  const of = (node: string) => analysis.sensitivity.find((each) => each.node === node)!;
  expect(of('/plan')).toMatchObject({ longest: 6 * MS });
  for (const { node, growth, longest } of analysis.sensitivity) {
    // The promised value holds, and a little more does not.
    const at = async (ms: number) => {
      const time = (longest / MS + ms).toFixed(6);
      const models = THREADS.replace(new RegExp(`(node: ${node}, time: )\\d+ms`), `$1${time}ms`);
      const { bounds, chainBounds } = await analyze(models, ROBOT, 200, { deadlines });
      const bound = bounds[0]!.callbacks.find((each) => each.node === '/log')?.bound ?? 1e18;
      return bound <= 15 * MS && (chainBounds[0]?.bound ?? 1e18) <= 20 * MS;
    };
    expect(await at(growth! / MS), node).toBe(true);
    expect(await at((growth! / MS) * 1.02), node).toBe(false);
  }
  expect(analysisText(analysis)).toContain('Which execution time may grow by how much');
});

it('shows the longest times of other runs next to the bounds', async () => {
  const slower = THREADS.replace('/plan, time: 6ms', '/plan, time: 30ms');
  await withRun(slower, ROBOT, 200, async (other) => {
    const analysis = await analyze(THREADS, ROBOT, 200, { others: [other] });
    const plan = analysis.bounds[0]!.callbacks.find(({ node }) => node === '/plan')!;
    expect(plan.observedElsewhere).toBeGreaterThanOrEqual(30 * MS);
    expect(analysis.chainBounds[0]!.observedElsewhere).toBeGreaterThan(30 * MS);
    const text = analysisText(analysis);
    expect(text).toContain('in 1 others');
    expect(text).toMatch(/\/plan \/points took .* ms in another run, more than its bound/);
  });
});
