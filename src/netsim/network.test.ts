import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Client, type GraphNode, Publisher, Service, Subscription } from '../graph/index.js';
import { parseSystemModels } from '../models/index.js';
import { Simulation } from '../simulation/index.js';
import { attachNetwork } from './attach_network.js';
import { MS, NetworkScenario, types } from './network.test_support.js';

const BEST_EFFORT = { reliability: 'best_effort' } as const;

describe('agents', () => {
  it('use the network between each other, but not within an agent or to nodes outside of agents', async () => {
    const scenario = new NetworkScenario('  simulator: {simple: {delay: 7ms}}');
    const inside = scenario.sink('/a', '/x');
    const outside = scenario.sink('/world', '/x');
    const remote = scenario.sink('/b', '/x');
    scenario.source('/a', '/x', 10, { count: 1 });
    await scenario.runFor(100);
    expect([inside, outside, remote]).toEqual([[[1, 10]], [[1, 10]], [[1, 17]]]);
  });

  it('can be assigned nodes by the file of their program', async () => {
    const simulation = new Simulation({ types });
    const text =
      'network: {agents: {a: {files: [one.mjs]}, b: {files: ["/x/**"]}}, simulator: {simple: {delay: 3ms}}}';
    const fileOf = ({ name }: GraphNode) => (name === 'one' ? '/y/one.mjs' : '/x/two.mjs');
    attachNetwork(simulation.graph, parseSystemModels(text, 'network.yaml'), { fileOf });
    const type = types.message('std_msgs/msg/Empty');
    let arrival = 0;
    const two = simulation.graph.createNode({ name: 'two' });
    new Subscription(two, '/x', type, () => (arrival = simulation.kernel.now));
    simulation.attach(two);
    const one = simulation.graph.createNode({ name: 'one' });
    new Publisher(one, '/x', type).publish({});
    await simulation.run();
    expect(arrival).toBe(3 * MS);
  });

  it('send a message for several readers of one process only once', async () => {
    // 168 bytes of a message of 4 + 4 + 33 bytes: 1.344 ms at 1 Mbit/s; three would take three times as long.
    const scenario = new NetworkScenario('  simulator: {simple: {bandwidth: 1Mbit/s}}');
    const sinks = [1, 2, 3].map(() => scenario.sink('/b', '/x', BEST_EFFORT));
    scenario.source('/a', '/x', 10, { count: 1, bytes: 32, ...BEST_EFFORT });
    await scenario.runFor(100);
    expect(sinks).toEqual([[[1, 11.152]], [[1, 11.152]], [[1, 11.152]]]);
  });
});

describe('sized traffic', () => {
  it('takes the time of RTPS, UDP and IP bytes, fragment after fragment', async () => {
    const scenario = new NetworkScenario('  simulator: {simple: {bandwidth: 1Mbit/s}}');
    const arrived = scenario.sink('/b', '/x', BEST_EFFORT);
    scenario.source('/a', '/x', 10, { count: 1, bytes: 3000, ...BEST_EFFORT });
    await scenario.runFor(100);
    // CDR 4 + 4 + 3001, padded to 3012; RTPS 72, UDP 8; three packets with 20 each.
    expect(arrived).toEqual([[1, 10 + ((3012 + 72 + 8 + 60) * 8) / 1000]]);
  });

  it('loses a best-effort message with any of its fragments', async () => {
    const share = async (bytes: number) => {
      const scenario = new NetworkScenario('  simulator: {simple: {loss: 0.1}}');
      const arrived = scenario.sink('/b', '/x', { ...BEST_EFFORT, depth: 100 });
      scenario.source('/a', '/x', 1, { bytes, count: 5000, ...BEST_EFFORT });
      await scenario.runFor(6000);
      expect(scenario.faults).toHaveLength(5000 - arrived.length);
      return arrived.length / 5000;
    };
    expect(await share(100)).toBeCloseTo(0.9, 1);
    expect(await share(6000)).toBeCloseTo(0.9 ** 5, 1);
  });

  it('repeats lost parts of a reliable message until it is complete, and delivers in order', async () => {
    const settings = '  traffic: {heartbeat_period: 20ms}';
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1000 }),
        fc.constantFrom(10, 3000, 200_000),
        fc.constantFrom(0, 0.05, 0.3),
        async (seed, bytes, loss) => {
          const network = `  simulator: {simple: {loss: ${loss}, delay: {uniform: {min: 1ms, max: 9ms}}}}`;
          const scenario = new NetworkScenario(`${network}\n${settings}`, ['a', 'b'], seed);
          const arrived = scenario.sink('/b', '/x', { depth: 1000 });
          // All 137 fragments of one datagram rarely arrive together; smaller datagrams do.
          const count = bytes > 10_000 && loss > 0 ? 0 : 20;
          scenario.source('/a', '/x', 7, { bytes, count: Math.max(count, 1), depth: 1000 });
          await scenario.runFor(4000);
          const numbers = arrived.map(([number]) => number);
          const complete = numbers.length === Math.max(count, 1);
          const inOrder = numbers.every((number, index) => number === index + 1);
          return inOrder && (complete || count === 0);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('drops messages that have left the history of a keep-last writer', async () => {
    const scenario = new NetworkScenario(
      '  simulator: {simple: {delay: 1ms, links: [{from: a, burst: {enter: 0.05, leave: 0.05}}]}}',
    );
    const arrived = scenario.sink('/b', '/x', { depth: 1000 });
    scenario.source('/a', '/x', 1, { depth: 5, count: 1000 });
    await scenario.runFor(2000);
    const numbers = arrived.map(([number]) => number);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers.length).toBeGreaterThan(300);
    expect(numbers.length).toBeLessThan(1000);
    expect(scenario.faults.some(({ fault }) => fault === 'network_given_up')).toBe(true);
  });

  it('carries transient-local messages for late joiners', async () => {
    const scenario = new NetworkScenario('  simulator: {simple: {delay: 5ms}}');
    scenario.source('/a', '/x', 10, { count: 1, durability: 'transient_local' });
    await scenario.runFor(50);
    const arrived = scenario.sink('/b', '/x', { durability: 'transient_local' });
    await scenario.runFor(50);
    expect(arrived).toEqual([[1, 55]]);
  });

  it('does not depend on what other agents draw', async () => {
    const arrivals = async (agents: string[]) => {
      const network = '  simulator: {simple: {loss: 0.2, delay: {exponential: {mean: 9ms}}}}';
      const scenario = new NetworkScenario(network, agents, 5);
      const arrived = scenario.sink('/b', '/x', BEST_EFFORT);
      for (const each of agents.slice(2)) scenario.sink(`/${each}`, '/x', BEST_EFFORT);
      scenario.source('/a', '/x', 10, BEST_EFFORT);
      await scenario.runFor(1000);
      return arrived;
    };
    expect(await arrivals(['a', 'b', 'c', 'd'])).toEqual(await arrivals(['a', 'b']));
  });
});

describe('wifi', () => {
  it('carries as much as 802.11 can, and delays messages in its queue', async () => {
    const scenario = new NetworkScenario('  simulator: {wifi: {standard: 11n, rate: 1}}');
    const qos = { ...BEST_EFFORT, depth: 100 };
    const arrived = scenario.sink('/b', '/x', qos);
    // IP packets of 1500 bytes, 16 Mbit/s offered; only the payload of UDP counts.
    scenario.source('/a', '/x', 0.75, { bytes: 1391, ...qos });
    await scenario.runFor(5000);
    const megabits = (arrived.length * 1472 * 8) / 5e6;
    // ns-3 3.37 with the same settings: 9.34 Mbit/s.
    expect(megabits).toBeGreaterThan(9.34 * 0.99);
    expect(megabits).toBeLessThan(9.34 * 1.01);
    const [number, at] = arrived.at(-1)!;
    expect(number).toBeGreaterThan(arrived.length * 1.5);
    expect(at).toBeGreaterThan(4990);
  });

  it('refuses a rate that the standard does not have', () => {
    expect(() => new NetworkScenario('  simulator: {wifi: {rate: 9}}')).toThrow(
      /has the rates 0 to 7/,
    );
  });
});

it('understands every example of docs/netsim.md', () => {
  const page = readFileSync(new URL('../../docs/netsim.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]!);
  expect(blocks.length).toBeGreaterThan(1);
  for (const block of blocks) expect(() => parseSystemModels(block, 'netsim.md')).not.toThrow();
});

it('reports every mistake of a network with its place', () => {
  const text = `network:
  agents:
    a: {nodes: [/a/**], position: {at: [1, 2]}, address: 300.1.1.1}
  simulator: {wifi: {}, simple: {}}
  channel: {frequency: 2.4, path_loss: {disk: {}}}`;
  expect(() => parseSystemModels(text, 'network.yaml')).toThrow(
    /5 mistakes[\s\S]*3:\d+: A point[\s\S]*IPv4[\s\S]*Exactly one[\s\S]*2.437GHz[\s\S]*"range" is missing/,
  );
});

it('carries requests and responses', async () => {
  const scenario = new NetworkScenario('  simulator: {simple: {delay: 4ms}}');
  const { simulation } = scenario;
  const type = types.service('std_srvs/srv/Trigger');
  const server = scenario.node('/b', 'server');
  new Service(server, '/s', type, (_, respond) => respond({ success: true, message: 'yes' }));
  const node = scenario.node('/a', 'client');
  const client = new Client(node, '/s', type);
  simulation.attach(server);
  simulation.attach(node);
  let answered = 0;
  client.send({}, () => {
    answered = simulation.kernel.now / MS;
  });
  await scenario.runFor(100);
  expect(answered).toBe(8);
});
