/** Messages between agents at both levels of detail: with the sizes of RTPS, and as datagrams of its engine. */
import { expect, it } from 'vitest';
import { DEFAULT_QOS, Publisher, type Qos, Subscription, Timer } from '../src/graph/index.js';
import { TypeRegistry } from '../src/interfaces/index.js';
import { attachMiddleware } from '../src/middleware/index.js';
import { parseSystemModels } from '../src/models/index.js';
import { type AttachedNetwork, attachNetwork } from '../src/netsim/index.js';
import { Simulation } from '../src/simulation/index.js';

const MS = 1_000_000;
const types = new TypeRegistry({ amentPrefixPath: '' });
const text = types.message('std_msgs/msg/String');

interface Arrival {
  readonly number: number;
  readonly ms: number;
}

interface Scenario {
  readonly simulator: string;
  readonly qos: Partial<Qos>;
  readonly bytes: number;
  readonly count: number;
}

/** Sends messages from one agent to another, one every 50 ms from 1 s on, and returns when they arrive. */
async function over(depth: 'sized' | 'real', { simulator, qos, bytes, count }: Scenario) {
  const middleware = depth === 'real' ? 'middleware: rtps\n' : '';
  const agents = 'agents: {a: {nodes: [/a/**]}, b: {nodes: [/b/**]}}';
  const models = parseSystemModels(
    `${middleware}network: {${agents}, simulator: ${simulator}}`,
    'm.yaml',
  );
  const simulation = new Simulation({ types, seed: 1 });
  const { graph } = simulation;
  let network: AttachedNetwork | undefined;
  attachMiddleware(graph, models, (...datagram) => network?.carry(...datagram) ?? false);
  network = attachNetwork(graph, models);
  const quality = { ...DEFAULT_QOS, ...qos };
  const sender = graph.createNode({ name: 'source', namespace: '/a' });
  const publisher = new Publisher(sender, '/topic', text, quality);
  new Timer(sender, 50 * MS, () => {
    if (graph.kernel.now < 1000 * MS || publisher.sequence >= count) return;
    publisher.publish({ data: String(publisher.sequence + 1).padEnd(bytes, '.') });
  });
  simulation.attach(sender);
  const receiver = graph.createNode({ name: 'sink', namespace: '/b' });
  const arrivals: Arrival[] = [];
  new Subscription(
    receiver,
    '/topic',
    text,
    (message) => {
      const { data } = message as { data?: unknown };
      arrivals.push({ number: Number.parseInt(String(data), 10), ms: graph.kernel.now / MS });
    },
    { qos: quality },
  );
  simulation.attach(receiver);
  await simulation.runUntil(graph.epoch + 60_000n * BigInt(MS));
  network.leave();
  return arrivals;
}

const bestEffort = { reliability: 'best_effort' } as const;

// Both split messages where the RTPS engine does by default.
const split = 'traffic: {datagram: 1344}';

it.each([
  ['{simple: {delay: 3ms, bandwidth: 2Mbit/s}}', 20],
  ['{simple: {delay: 3ms, bandwidth: 2Mbit/s}}', 1000],
  ['{simple: {delay: 3ms, bandwidth: 2Mbit/s}}', 5000],
  ['{wifi: {rate: 0}}', 1000],
])('agree to the nanosecond on best effort: %s, %i bytes', async (simulator, bytes) => {
  const network = `${simulator}, ${split}`;
  const scenario = { simulator: network, qos: bestEffort, bytes, count: 40 };
  const sized = await over('sized', scenario);
  expect(sized).toHaveLength(40);
  expect(await over('real', scenario)).toEqual(sized);
});

it('agree on what a reliable writer gets through a poor link, and in which order', async () => {
  const simulator = '{simple: {delay: 3ms, loss: 0.2}}';
  const scenario = { simulator, qos: { depth: 100 }, bytes: 100, count: 60 };
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
  for (const depth of ['sized', 'real'] as const) {
    const arrivals = await over(depth, scenario);
    expect(arrivals.map(({ number }) => number)).toEqual(numbers);
    expect(await over(depth, scenario)).toEqual(arrivals);
  }
});

it('differ if discovery does not get through', async () => {
  const simulator = '{simple: {loss: 1}}, channel: {}';
  expect(await over('real', { simulator, qos: {}, bytes: 20, count: 5 })).toEqual([]);
  const late = '{simple: {delay: 600ms}}';
  const scenario = { simulator: late, qos: bestEffort, bytes: 20, count: 5 };
  expect(await over('sized', scenario)).toHaveLength(5);
  // Two round trips pass before the ends know each other; what is sent until then reaches nobody.
  expect((await over('real', scenario)).length).toBeLessThan(5);
});
