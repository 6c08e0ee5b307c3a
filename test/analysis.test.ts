/** `orrery analyze` returns the results that were computed by hand. */
import { describe, expect, it } from 'vitest';
import { analyzeRun, type RunAnalysis } from '../src/analysis/index.js';
import { analyze, MS, type NodePlan } from './analyzed.js';

const callback = (analysis: RunAnalysis, node: string, name: string) =>
  analysis.callbacks.find((each) => each.node === node && each.name === name)!;
const ms = (value: number) => value / MS;

describe('a system computed by hand', () => {
  // Due at 10, 20, … ms: the timer takes 1 ms, then /in takes 4 ms; every message arrives 1 ms
  // later.
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

  it('has the expected response times, queueing, loads and bounds', async () => {
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
    // Nine times 7 ms, and the timer once more at 100 ms, which does not end within the run.
    expect(control).toMatchObject({ callbacks: 18, longestReady: 1, policy: 'single' });
    expect(control?.utilisation[0]).toBeCloseTo(0.63);
    expect(control?.meanReady).toBeCloseTo(0.09);
    const bounds = analysis.bounds.find(({ executor }) => executor === 'control')!;
    expect(bounds.assumptions.map(({ state }) => state)).not.toContain('violated');
    // In a busy window, both arrive once: 3 + 4 ms.
    expect(bounds.callbacks.map(({ name, bound }) => [name, ms(bound!)])).toEqual([
      ['timer#0', 7],
      ['/in', 7],
    ]);
  });

  it('has the expected chain: latency, reaction, age, hops', async () => {
    const analysis = await analyze(models, nodes, 100);
    expect(analysis.chains.map(({ name }) => name)).toEqual(['/in → /out → /sink']);
    const [chain] = analysis.chains;
    // Sampled at 10 when the source's timer starts; /out leaves at 17 and is handled at once.
    expect(chain!.latency).toMatchObject({ count: 9, min: 7 * MS, max: 7 * MS });
    expect(chain!.age.max).toBe(7 * MS);
    // An event just after the sample at 10 is in the sample at 20, which is handled at 27.
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
  // Samples are at 10, 20 and so on; the controller's timer at 25, 50 and so on sends the last one.
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
  // 25 − 20, 50 − 40 (the sample at 50 comes later in that instant, or does not), 75 − 70, …
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
    chains: [{ topics: ['/fast', '/slow'] }],
  });
  expect(analysis.missingChains).toEqual([['/fast', '/slow']]);
  const unknown = analyze(models, nodes, 9, { chains: [{ topics: ['/fast', '/none'] }] });
  await expect(unknown).rejects.toMatchObject({ code: 'ORR_ANALYSIS_OPTION' });
  const fast = callback(analysis, '/worker', '/fast');
  // At 50 both arrive, and /slow, which was registered last, runs first, until 85. In the queue of depth 1, the
  // message of 80 replaces those of 50, 60 and 70; it waits 5 ms. At 100, /slow is first again.
  expect(fast).toMatchObject({ overwritten: 3, waiting: 1, qosDeadlineMisses: 1 });
  const [inversion] = analysis.inversions;
  expect(inversion).toMatchObject({ name: '/fast', priority: 10, by: '/worker /slow' });
  expect(inversion).toMatchObject({ count: 1, passedOver: 0, total: 5 * MS, longest: 5 * MS });
  const bounds = analysis.bounds.find(({ executor }) => executor === 'one')!;
  const violated = bounds.assumptions.filter(({ state }) => state === 'violated');
  expect(violated.map(({ assumption }) => assumption)).toEqual(['no input is overwritten']);
  expect(bounds.callbacks.every(({ bound }) => bound === null)).toBe(true);
});

it('refuses a file that is not a trace, and a trace that does not describe the system', async () => {
  await expect(analyzeRun('/nonexistent')).rejects.toMatchObject({
    code: 'ORR_ANALYSIS_TRACE_MISSING',
  });
});
