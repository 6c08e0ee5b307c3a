import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_QOS, type SerializedMessage, Subscription } from '../graph/index.js';
import type { MessageObject } from '../interfaces/index.js';
import { MS, Scenario, types } from './models.test_support.js';

it('delivers a million messages to the nanosecond', async () => {
  const scenario = new Scenario(`
links:
  - {topic: /a, delay: {uniform: {min: 0ms, max: 3ms}}, reorder: true}
  - {topic: /b, delay: 123456789ns}`);
  const sink = scenario.node('sink');
  const { kernel, graph } = scenario.simulation;
  const sent: number[] = [];
  let received = 0;
  let wrong = 0;
  const draws = graph.random.stream('link /a: /source → /sink subscription');
  // The model draws from this stream at every publication: the same draws are made here first.
  const delays: number[] = [];
  scenario.subscription(sink, '/a', (data) => {
    received++;
    if (kernel.now !== sent[Number(data)]! + delays[Number(data)]!) wrong++;
  });
  scenario.subscription(sink, '/b', (data) => {
    received++;
    if (kernel.now !== sent[Number(data)]! + 123_456_789) wrong++;
  });
  const source = scenario.node('source');
  const a = scenario.publisher(source, '/a');
  const b = scenario.publisher(source, '/b');
  scenario.timer(source, 1, () => {
    for (let i = 0; i < 500; i++) {
      const data = BigInt(sent.length);
      sent.push(kernel.now);
      a.publish({ data });
      b.publish({ data });
    }
  });
  scenario.attach(sink, source);
  const { float } = draws;
  draws.float = () => {
    const value = float.call(draws);
    delays.push(Math.floor(value * (3 * MS + 1)));
    return value;
  };
  await scenario.runFor(1000);
  await scenario.runFor(1000);
  const inFlight = 1_000_000 - received;
  expect(wrong).toBe(0);
  expect(received).toBeGreaterThan(900_000);
  expect(inFlight).toBe(
    sent.filter((t) => t + 123_456_789 > 1000 * MS).length +
      delays.filter((d, i) => sent[i]! + d > 1000 * MS).length,
  );
});

it('keeps the order of a pair unless it may reorder', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.boolean(), async (seed, reorder) => {
      const scenario = new Scenario(
        `links: [{delay: {exponential: {mean: 20ms}}, reorder: ${reorder}}]`,
        { seed },
      );
      const sink = scenario.node('sink');
      const got: number[] = [];
      scenario.subscription(sink, '/x', (data) => got.push(Number(data)));
      scenario.attach(sink);
      scenario.source('source', '/x', 5);
      await scenario.runFor(500);
      const inOrder = got.every((value, index) => index === 0 || value > got[index - 1]!);
      expect(inOrder).toBe(!reorder);
    }),
    { numRuns: 20 },
  );
});

it('shares a bandwidth among everything that one rule covers, and loses what arrives at a full queue', async () => {
  // A UInt64 is 12 bytes of CDR: 96 bits, 10 ms at 9.6 kbit/s.
  const scenario = new Scenario(
    'links: [{from: /source, bandwidth: 9.6kbit/s, queue: 1, delay: 1ms}]',
  );
  const sink = scenario.node('sink');
  for (const topic of ['/x', '/y']) {
    scenario.subscription(sink, topic, (data) => scenario.note(`${topic} ${data}`));
  }
  const source = scenario.node('source');
  const x = scenario.publisher(source, '/x');
  const y = scenario.publisher(source, '/y');
  const timer = scenario.timer(source, 100, () => {
    for (const data of [1n, 2n]) x.publish({ data });
    y.publish({ data: 1n });
    timer.cancel();
  });
  scenario.attach(sink, source);
  await scenario.runFor(500);
  expect(scenario.log).toEqual(['/x 1@111', '/x 2@121']);
  expect(scenario.faults.map(({ fault, time }) => `${fault}@${time / MS}`)).toEqual([
    'queue_full@100',
  ]);
});

it('delays whole publications by topic as rslcpp does: 10,000 µs and 300,000 µs exactly', async () => {
  const scenario = new Scenario(
    'topic_delays: {/short: 10ms, /long: 300ms, /m: {measured: {values: [2ms, 4ms], skew: 1.5}}}',
  );
  const sink = scenario.node('sink');
  const delays: Record<string, number[]> = { '/short': [], '/long': [], '/m': [] };
  for (const topic of Object.keys(delays)) {
    scenario.subscription(sink, topic, (data) =>
      delays[topic]!.push((scenario.simulation.kernel.now - Number(data)) / 1000),
    );
  }
  const source = scenario.node('source');
  const publishers = Object.keys(delays).map((topic) => scenario.publisher(source, topic));
  scenario.timer(source, 100, () => {
    const data = BigInt(scenario.simulation.kernel.now);
    for (const publisher of publishers) publisher.publish({ data });
  });
  scenario.attach(sink, source);
  await scenario.runFor(10_000);
  expect(new Set(delays['/short'])).toEqual(new Set([10_000]));
  expect(new Set(delays['/long'])).toEqual(new Set([300_000]));
  expect(delays['/m']!.slice(0, 4)).toEqual([3000, 6000, 3000, 6000]);
});

it('does not shift the draws of one link when another node is added', async () => {
  const arrivals = async (extra: boolean) => {
    const scenario = new Scenario('links: [{delay: {uniform: {min: 1ms, max: 9ms}}}]');
    if (extra) {
      const other = scenario.node('other');
      scenario.subscription(other, '/x', () => {});
      scenario.attach(other);
    }
    const sink = scenario.node('sink');
    scenario.subscription(sink, '/x', (data) => scenario.note(`${data}`));
    scenario.attach(sink);
    scenario.source('source', '/x', 10);
    await scenario.runFor(300);
    return scenario.log;
  };
  expect(await arrivals(true)).toEqual(await arrivals(false));
});

it.each([
  'links: [{bandwidth: 10kbit/s, queue: 2}]',
  'links: [{delay: {uniform: {min: 0ms, max: 20ms}}, reorder: true}]',
  'topic_delays: {/x: 7ms}',
  'faults: [{fault: loss, probability: 0.4}]',
  'faults: [{fault: duplicate, probability: 0.5, delay: 3ms}]',
  'faults: [{fault: reorder, probability: 0.5, delay: 12ms}]',
  'faults: [{fault: corrupt, probability: 0.5, bits: 3}]',
  'faults: [{fault: corrupt, probability: 0.5, field: data, value: 77}]',
])('a raw subscription gets what others get, at the same times: %s', async (yaml) => {
  const heard = async (raw: boolean) => {
    const scenario = new Scenario(yaml, { seed: 3 });
    const sink = scenario.node('sink');
    const type = types.message('std_msgs/msg/UInt64');
    const note = (message: MessageObject) => {
      const { serialized } = message as Partial<SerializedMessage>;
      const { data } = (serialized ? type.decode(serialized) : message) as { data: bigint };
      scenario.note(String(data));
    };
    new Subscription(sink, '/x', type, note, { raw, qos: { ...DEFAULT_QOS, depth: 1000 } });
    scenario.attach(sink);
    scenario.source('source', '/x', 5);
    await scenario.runFor(200);
    return scenario.log;
  };
  const plain = await heard(false);
  expect(plain.length).toBeGreaterThan(10);
  expect(await heard(true)).toEqual(plain);
});
