/** End-to-end bounds of chains over several nodes, executors and links: no run exceeds them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze, type NodePlan } from './analyzed.js';

const time = fc.record({
  min: fc.integer({ min: 0, max: 2 }),
  more: fc.integer({ min: 0, max: 3 }),
});
const period = fc.integer({ min: 20, max: 60 });
const beside = fc.array(fc.record({ period: fc.integer({ min: 30, max: 80 }), time }), {
  maxLength: 2,
});

/** A node that passes data on. */
const stage = fc.record({
  time,
  beside,
  sleeps: fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 1 }),
  sleeping: time,
  /** Another subscription of the same topic, before or after the one that passes data on. */
  twin: fc.constantFrom(null, null, null, null, true, false),
  depth: fc.constantFrom(1, 1000),
  /** ns of delay on the link to it. */
  delay: fc.integer({ min: 0, max: 20 }),
  executor: fc.integer({ min: 0, max: 2 }),
});
const POLICIES = [
  'policy: single',
  'policy: static',
  'policy: events',
  'policy: multi, threads: 2',
  'policy: priority, priorities: [{callback: "/c*", priority: 2}]',
] as const;

const system = fc.record({
  policies: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(...POLICIES))),
  period,
  time,
  stages: fc.array(stage, { minLength: 1, maxLength: 4 }),
  /** Somebody else publishes on a topic of the chain. */
  intruder: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ topic: fc.integer({ min: 0, max: 3 }), period }) },
  ),
});

type System = typeof system extends fc.Arbitrary<infer T> ? T : never;

function modelsOf({ policies, time: sampling, stages }: System): string {
  const rule = (node: string, callback: string, { min, more }: { min: number; more: number }) =>
    `  - {node: ${node}, callback: "${callback}", time: {uniform: {min: ${min}ms, max: ${min + more}ms}}}`;
  const used = policies.flatMap((policy, e) => {
    const nodes = stages.flatMap(({ executor }, i) => (executor === e ? [`/n${i}`] : []));
    return nodes.length === 0 ? [] : [`  - {name: e${e}, ${policy}, nodes: [${nodes}]}`];
  });
  return [
    'executors:',
    '  - {name: first, policy: single, nodes: [/source]}',
    ...used,
    'execution_times:',
    rule('/source', 'timer#0', sampling),
    ...stages.flatMap((each, i) => [
      ...each.beside.map((timer, t) => rule(`/n${i}`, `timer#${t}`, timer.time)),
      rule(`/n${i}`, '/c*', each.time),
      rule(`/n${i}`, 'setTimeout', each.sleeping),
    ]),
    'links:',
    ...stages.map(
      ({ delay }, i) => `  - {topic: /c${i}, delay: {uniform: {min: 0ms, max: ${delay}ms}}}`,
    ),
  ].join('\n');
}

function nodesOf({ period: every, stages, intruder }: System): NodePlan[] {
  return [
    { name: 'source', timers: [{ period: every, publishes: '/c0' }] },
    ...stages.map((each, i): NodePlan => {
      const reads = { topic: `/c${i}`, qos: { depth: each.depth } };
      const passes = { ...reads, sleeps: each.sleeps, publishes: `/c${i + 1}` };
      const twins = each.twin === null ? [passes] : each.twin ? [reads, passes] : [passes, reads];
      return {
        name: `n${i}`,
        timers: each.beside.map((timer) => ({ period: timer.period })),
        subscriptions: twins,
      };
    }),
    ...(intruder === null
      ? []
      : [
          {
            name: 'intruder',
            timers: [{ period: intruder.period, publishes: `/c${intruder.topic % stages.length}` }],
          },
        ]),
  ];
}

const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);

it(
  'never sees a chain above its bound',
  async () => {
    const bounded = [0, 0, 0, 0];
    await fc.assert(
      fc.asyncProperty(system, async (plan) => {
        const topics = [...plan.stages.keys(), plan.stages.length].map((i) => `/c${i}`);
        const chains = topics.length > 2 ? [{ topics }, { topics: topics.slice(1) }] : [{ topics }];
        const analysis = await analyze(modelsOf(plan), nodesOf(plan), 400, { chains });
        expect(analysis.alarms).toEqual([]);
        for (const { bound, observed } of analysis.chainBounds) {
          if (bound === null) continue;
          expect(observed).toBeLessThanOrEqual(bound);
          bounded[plan.stages.length - 1]!++;
        }
      }),
      { numRuns: RUNS },
    );
    // Chains over several nodes must have one, otherwise the property proves nothing about them.
    const [, ...longer] = bounded;
    expect(longer.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(RUNS / 10);
  },
  Math.max(180_000, 800 * RUNS),
);
