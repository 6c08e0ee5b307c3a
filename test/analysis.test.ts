/** `orrery analyze`: what is computed by hand comes out, and no run exceeds its bound. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnalysisOptions, analyzeRun, type RunAnalysis } from '../src/analysis/index.js';
import { DEFAULT_QOS, Publisher, type Qos, Subscription, Timer } from '../src/graph/index.js';
import type { MessageObject } from '../src/interfaces/index.js';
import { TypeRegistry } from '../src/interfaces/index.js';
import { RunDirectory } from '../src/job/index.js';
import { parseSystemModels } from '../src/models/index.js';
import { applyModels, Simulation } from '../src/simulation/index.js';
import { RunObserver } from '../src/trace/index.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const MS = 1_000_000;

/** A node of a small system: timers and subscriptions, each of which publishes on a topic or not. */
interface NodePlan {
  readonly name: string;
  readonly timers?: readonly { readonly period: number; readonly publishes?: string }[];
  readonly subscriptions?: readonly {
    readonly topic: string;
    readonly publishes?: string;
    readonly qos?: Partial<Qos>;
  }[];
}

/** Runs the nodes under the models for so many ms, and analyses the trace. */
async function analyze(
  models: string,
  nodes: readonly NodePlan[],
  duration: number,
  options: AnalysisOptions = {},
): Promise<RunAnalysis> {
  const simulation = new Simulation({ types });
  applyModels(simulation, parseSystemModels(models, 'models.yaml'));
  const { graph } = simulation;
  const path = mkdtempSync(join(tmpdir(), 'orrery-analysis-'));
  const directory = await RunDirectory.create(path, graph);
  graph.observer = new RunObserver(graph, directory.sinks);
  for (const plan of nodes) {
    const node = graph.createNode({ name: plan.name });
    const type = types.message('std_msgs/msg/UInt64');
    const sending = (topic: string | undefined) => {
      if (topic === undefined) return () => {};
      const qos = { ...DEFAULT_QOS, depth: 1000, deadline: 20 * MS };
      const publisher = new Publisher(node, topic, type, qos);
      return (data: unknown) => publisher.publish({ data });
    };
    for (const { period, publishes } of plan.timers ?? []) {
      const send = sending(publishes);
      let count = 0n;
      new Timer(node, period * MS, () => send(++count));
    }
    for (const { topic, publishes, qos } of plan.subscriptions ?? []) {
      const send = sending(publishes);
      const onMessage = (message: MessageObject) => send((message as { data: bigint }).data);
      new Subscription(node, topic, type, onMessage, {
        qos: { ...DEFAULT_QOS, depth: 1000, ...qos },
      });
    }
    simulation.attach(node);
  }
  await simulation.runUntil(BigInt(duration * MS));
  directory.close();
  return analyzeRun(path, options);
}

const callback = (analysis: RunAnalysis, node: string, name: string) =>
  analysis.callbacks.find((each) => each.node === node && each.name === name)!;
const ms = (value: number) => value / MS;

describe('a system computed by hand', () => {
  // Due at 10, 20, … ms: the timer takes 1 ms, then /in takes 4 ms; every message arrives 1 ms later.
  const models = `
executors: [{name: control, policy: single, nodes: [/filter]}]
execution_times:
  - {node: /filter, callback: /in, time: 4ms}
  - {node: /filter, callback: "timer#*", time: 3ms}
  - {node: /source, time: 1ms}
links: [{topic: /in, delay: 1ms}]`;
  const nodes: readonly NodePlan[] = [
    { name: 'source', timers: [{ period: 10, publishes: '/in' }] },
    {
      name: 'filter',
      timers: [{ period: 10 }],
      subscriptions: [{ topic: '/in', publishes: '/out' }],
    },
    { name: 'sink', subscriptions: [{ topic: '/out' }] },
  ];

  it('has its response times, queueing, loads and bounds', async () => {
    const analysis = await analyze(models, nodes, 100, {
      deadlines: [{ callback: '/filter:/in', deadline: 4.5 * MS }],
    });
    // Published at 11, arrives at 12, the timer runs from 10 to 13, so it starts at 13, ends at 17.
    const input = callback(analysis, '/filter', '/in');
    expect(input.response).toMatchObject({ count: 9, min: 5 * MS, mean: 5 * MS, max: 5 * MS });
    expect(input.queueing).toMatchObject({ min: 1 * MS, p50: 1 * MS, max: 1 * MS });
    expect(input.execution.max).toBe(4 * MS);
    expect(input.transit.max).toBe(1 * MS);
    expect(input).toMatchObject({ deadlineMisses: 9, lateDeliveries: 0, overwritten: 0 });
    const control = analysis.executors.find(({ name }) => name === 'control');
    // Nine times 7 ms, and the timer once more at 100 ms, which has not ended.
    expect(control).toMatchObject({ callbacks: 18, longestReady: 1, policy: 'single' });
    expect(control?.utilisation[0]).toBeCloseTo(0.63);
    expect(control?.meanReady).toBeCloseTo(0.09);
    const bounds = analysis.bounds.find(({ executor }) => executor === 'control')!;
    expect(bounds.assumptions.map(({ state }) => state)).not.toContain('violated');
    // In a busy window both arrive once: 3 + 4 ms.
    expect(bounds.callbacks.map(({ name, bound }) => [name, ms(bound!)])).toEqual([
      ['timer#0', 7],
      ['/in', 7],
    ]);
  });

  it('has its chain: latency, reaction, age, hops', async () => {
    const analysis = await analyze(models, nodes, 100);
    expect(analysis.chains.map(({ name }) => name)).toEqual(['/in → /out → /sink']);
    const [chain] = analysis.chains;
    // Sampled at 10 when the source's timer starts; /out leaves at 17 and is handled at once.
    expect(chain!.latency).toMatchObject({ count: 9, min: 7 * MS, max: 7 * MS });
    expect(chain!.age.max).toBe(7 * MS);
    // An event just after the sample of 10 is in the sample of 20, which is handled at 27.
    expect(chain!.reaction).toMatchObject({ count: 8, min: 17 * MS, max: 17 * MS });
    expect(chain!.replacedAge.max).toBe(17 * MS);
    expect(
      chain!.hops.map(({ topic, published, handled, lost }) => [topic, published, handled, lost]),
    ).toEqual([
      ['/in', 9, 9, 0],
      ['/out', 9, 9, 0],
    ]);
    expect(chain!.hops[0]).toMatchObject({
      transit: { max: 1 * MS },
      queueing: { max: 1 * MS },
      processing: { max: 4 * MS },
    });
    expect(chain!.worst?.hops.map(({ arrived, started }) => [ms(arrived), ms(started)])).toEqual([
      [12, 13],
      [17, 17],
    ]);
  });
});

it('follows data that a node keeps between two callbacks', async () => {
  // Samples at 10, 20, …; the controller's timer at 25, 50, … sends what came last.
  const analysis = await analyze(
    '',
    [
      { name: 'sensor', timers: [{ period: 10, publishes: '/scan' }] },
      {
        name: 'controller',
        subscriptions: [{ topic: '/scan' }],
        timers: [{ period: 25, publishes: '/cmd' }],
      },
    ],
    100,
    { chains: [{ topics: ['/scan', '/cmd'] }] },
  );
  const [chain] = analysis.chains;
  // 25 − 20, 50 − 40 (the sample of 50 comes later in that instant or not), 75 − 70, …
  expect(chain!.latency.max).toBeLessThanOrEqual(10 * MS);
  expect(chain!.age.count).toBe(4);
  expect(chain!.hops[0]).toMatchObject({ published: 10, handled: 10, used: 4 });
  expect(chain!.reaction.max).toBe(chain!.replacedAge.max);
});

it('finds lost samples and priority inversions', async () => {
  const models = `
executors: [{name: one, policy: single, nodes: [/worker]}]
execution_times: [{node: /worker, callback: /slow, time: 35ms}, {node: /worker, callback: /fast, time: 1ms}]`;
  const nodes: readonly NodePlan[] = [
    { name: 'a', timers: [{ period: 50, publishes: '/slow' }] },
    { name: 'b', timers: [{ period: 10, publishes: '/fast' }] },
    {
      name: 'worker',
      subscriptions: [{ topic: '/fast', qos: { depth: 1, deadline: 20 * MS } }, { topic: '/slow' }],
    },
  ];
  const analysis = await analyze(models, nodes, 109, {
    priorities: [{ callback: '/fast', priority: 10 }],
    chains: [{ topics: ['/fast', '/none'] }],
  });
  expect(analysis.missingChains).toEqual([['/fast', '/none']]);
  const fast = callback(analysis, '/worker', '/fast');
  // At 50 both arrive and /slow, registered last, runs first, to 85. In the queue of one the message
  // of 80 takes the place of those of 50, 60 and 70; it waits 5 ms. At 100 /slow is first again.
  expect(fast).toMatchObject({ overwritten: 3, waiting: 1, qosDeadlineMisses: 1 });
  const [inversion] = analysis.inversions;
  expect(inversion).toMatchObject({ name: '/fast', priority: 10, by: '/worker /slow' });
  expect(inversion).toMatchObject({ count: 1, passedOver: 0, total: 5 * MS, longest: 5 * MS });
  const bounds = analysis.bounds.find(({ executor }) => executor === 'one')!;
  const violated = bounds.assumptions.filter(({ state }) => state === 'violated');
  expect(violated.map(({ assumption }) => assumption)).toEqual(['no input is overwritten']);
  expect(bounds.callbacks.every(({ bound }) => bound === null)).toBe(true);
});

it('never sees a response time above the bound', async () => {
  const time = fc.record({
    min: fc.integer({ min: 0, max: 3 }),
    more: fc.integer({ min: 0, max: 3 }),
  });
  const source = fc.record({
    period: fc.integer({ min: 5, max: 40 }),
    delay: fc.integer({ min: 0, max: 30 }),
    time,
  });
  const system = fc.record({
    policy: fc.constantFrom('single', 'static'),
    order: fc.constantFrom('registration', 'reverse', 'seeded_shuffle'),
    timers: fc.array(fc.record({ period: fc.integer({ min: 5, max: 40 }), time }), {
      maxLength: 3,
    }),
    sources: fc.array(source, { minLength: 1, maxLength: 4 }),
    forwards: fc.boolean(),
  });
  let bounded = 0;
  await fc.assert(
    fc.asyncProperty(system, async ({ policy, order, timers, sources, forwards }) => {
      const uniform = ({ min, more }: { min: number; more: number }) =>
        `{uniform: {min: ${min}ms, max: ${min + more}ms}}`;
      const rules = [
        ...sources.map((s, i) => `{node: /worker, callback: /t${i}, time: ${uniform(s.time)}}`),
        ...timers.map(
          (t, i) => `{node: /worker, callback: "timer#${i}", time: ${uniform(t.time)}}`,
        ),
        '{node: /worker, callback: /next, time: 2ms}',
      ];
      const links = sources.map(
        ({ delay }, i) => `{topic: /t${i}, delay: {uniform: {min: 0ms, max: ${delay}ms}}}`,
      );
      const models = `
executors: [{name: e, policy: ${policy}, order_in_kind: ${order}, nodes: [/worker]}]
execution_times: [${rules.join(', ')}]
links: [${links.join(', ')}]`;
      const analysis = await analyze(
        models,
        [
          ...sources.map(({ period }, i) => ({
            name: `source${i}`,
            timers: [{ period, publishes: `/t${i}` }],
          })),
          {
            name: 'worker',
            timers: timers.map(({ period }) => ({ period })),
            subscriptions: [
              ...sources.map((_, i) => ({
                topic: `/t${i}`,
                ...(forwards && i === 0 ? { publishes: '/next' } : {}),
              })),
              { topic: '/next' },
            ],
          },
        ],
        400,
      );
      // Günzel et al., ECRTS 2023: the two are equal, however different they are computed.
      for (const { reaction, replacedAge } of analysis.chains) {
        expect(reaction.max).toBe(replacedAge.max);
      }
      for (const { callbacks } of analysis.bounds) {
        for (const { bound, observed } of callbacks) {
          if (bound === null) continue;
          bounded++;
          expect(observed).toBeLessThanOrEqual(bound);
        }
      }
    }),
    { numRuns: 60 },
  );
  expect(bounded).toBeGreaterThan(100);
}, 120_000);

it('refuses what is no trace, and a trace that does not say what the system was', async () => {
  await expect(analyzeRun('/nonexistent')).rejects.toMatchObject({
    code: 'ORR_ANALYSIS_TRACE_MISSING',
  });
});
