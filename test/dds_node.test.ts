/**
 * The small ROS 2 node in C (`dds_peers/ros_peer.c`), as the thread with the sockets and the commands see it: they
 * would see a node of rclcpp the same way.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_QOS, type LiveParticipant, readEndpointUserData } from '../src/dds/index.js';
import { TypeRegistry } from '../src/interfaces/index.js';
import { endAll, nextDomain, range, startNode, until } from './dds_exchange.js';
import { peers } from './dds_peer.js';

const registry = new TypeRegistry({ amentPrefixPath: '' });
const open: LiveParticipant[] = [];

/** A participant of the built package, because a thread cannot be started from TypeScript. */
async function live(domain: number): Promise<LiveParticipant> {
  const built = (await import('../dist/dds/index.js' as string)) as {
    LiveParticipant: typeof LiveParticipant;
  };
  const opened = await built.LiveParticipant.open({
    ...{ domain, multicast: false, peers: ['127.0.0.1'], graph: {}, ignoreOwn: true },
  });
  open.push(opened);
  return opened;
}

afterEach(async () => {
  await endAll();
  for (const each of open.splice(0)) await each.close();
});

const text = registry.message('std_msgs/msg/String');

const typed = (topic: string, type: string) => ({ topic, type, qos: DEFAULT_QOS });
const STRING = 'std_msgs::msg::dds_::String_';

/** Calls a service once. */
async function call(at: LiveParticipant, name: string, kind: string, fields: object) {
  const type = `rcl_interfaces/srv/${kind}`;
  const { request, response } = registry.service(type);
  const client = at.createClient({ name, type, qos: DEFAULT_QOS });
  const payload = await new Promise<Uint8Array>((resolve) => {
    at.call(client, request.encode(request.normalize(fields)), resolve);
  });
  return response.decode(payload);
}

describe.skipIf(peers.missing.ros !== undefined)('a ROS 2 node in C', () => {
  it('is announced with its names, types and hashes', async () => {
    const domain = nextDomain();
    startNode(
      domain,
      '--node detector --ns /robot --sub input --pub output --service add --ros-args ' +
        '-r input:=/camera -r __node:=finder',
    );
    const at = await live(domain);
    const ofNode = () =>
      [...at.graph.endpoints.values()].filter(({ guid }) => at.graph.nodeOf(guid));
    // Two endpoints of each of seven services, and four topics.
    await until(() => ofNode().length === 18);
    const mine = ofNode();
    expect(at.graph.nodes).toMatchObject([{ namespace: '/robot', name: 'finder' }]);
    expect(mine.map(({ topic }) => topic)).toEqual(
      expect.arrayContaining(['rt/camera', 'rt/robot/output', 'rq/robot/addRequest', 'rt/rosout']),
    );
    for (const { type, userData } of mine) {
      const name = type.replaceAll('::', '/').replace('/dds_/', '/').replace(/_$/, '');
      const { hash } = registry.message(name);
      expect([type, readEndpointUserData(userData).typeHash]).toEqual([type, hash]);
    }
  });

  it('answers requests about its parameters', async () => {
    const domain = nextDomain();
    startNode(domain, '--node robot --ros-args -p speed:=3 -p name:=r2 -p gain:=0.5');
    const at = await live(domain);
    const events: unknown[] = [];
    const event = registry.message('rcl_interfaces/msg/ParameterEvent');
    at.createReader(typed('rt/parameter_events', 'rcl_interfaces::msg::dds_::ParameterEvent_'), {
      onSample: ({ payload }) => events.push(event.decode(payload)),
    });
    const names = ['speed', 'name', 'gain', 'nothing'];
    const got = await call(at, '/robot/get_parameters', 'GetParameters', { names });
    expect(got.values).toMatchObject([
      { type: 2, integer_value: 3n },
      { type: 4, string_value: 'r2' },
      { type: 3, double_value: 0.5 },
      { type: 0 },
    ]);
    const list = await call(at, '/robot/list_parameters', 'ListParameters', {
      prefixes: [],
      depth: 0n,
    });
    expect(list.result).toMatchObject({ names: ['speed', 'name', 'gain', 'use_sim_time'] });
    const value = { type: 2, integer_value: 7n };
    const parameters = ['speed', 'nothing'].map((name) => ({ name, value }));
    const set = await call(at, '/robot/set_parameters', 'SetParameters', { parameters });
    expect(set.results).toMatchObject([{ successful: true }, { successful: false }]);
    await until(() => events.length > 0);
    expect(events).toMatchObject([
      { node: '/robot', changed_parameters: [{ name: 'speed', value: { integer_value: 7n } }] },
    ]);
    const types = { names: ['speed'] };
    const described = await call(at, '/robot/describe_parameters', 'DescribeParameters', types);
    expect(described.descriptors).toMatchObject([{ name: 'speed', type: 2 }]);
  });

  it('takes its time from /clock', async () => {
    const domain = nextDomain();
    const node = startNode(
      domain,
      '--node ticker --await 1 --timer 0.3 --pub ticks --ros-args -p use_sim_time:=true',
    );
    const at = await live(domain);
    const ticks: unknown[] = [];
    at.createReader(typed('rt/ticks', STRING), {
      onSample: ({ payload }) => ticks.push(text.decode(payload).data),
    });
    const clock = registry.message('rosgraph_msgs/msg/Clock');
    let isMatched = false;
    const writer = at.createWriter(typed('rt/clock', 'rosgraph_msgs::msg::dds_::Clock_'), {
      onMatched: () => {
        isMatched = true;
      },
    });
    await until(() => isMatched);
    await node.line('ready');
    // At 1.2, a timer of 0.3 s is late by exactly one period: it runs once, as rcl's timers do since Jazzy.
    for (const [tenths, count] of [
      [1, 0],
      [3, 1],
      [5, 1],
      [6, 2],
      [12, 3],
      [13, 3],
      [15, 4],
    ] as const) {
      const nanosec = (tenths % 10) * 100_000_000;
      const stamp = { clock: { sec: Math.floor(tenths / 10), nanosec } };
      at.write(writer, clock.encode(stamp));
      await until(() => ticks.length >= count);
      // Its answer comes after the timers of that time, because it has a single thread.
      await call(at, '/ticker/list_parameters', 'ListParameters', {});
    }
    expect(ticks).toEqual(range(4).map((n) => `ticker ${n}`));
    const times = node.lines.flatMap(({ kind, now }) => (kind === 'timer' ? [now] : []));
    expect(times).toEqual([3, 6, 12, 15].map((tenths) => tenths * 100_000_000));
  });

  it('runs one callback after the other, each with its service calls', async () => {
    const domain = nextDomain();
    const at = await live(domain);
    const nodes = [
      '--node n1 --seed 1 --sub T --sleep 0.01±0.005 --call S --as 1 --rest 0.002 --status',
      '--node n2 --seed 2 --sub T --sleep 0.01+-0.005 --call S --as 2 --rest 0.002 --status',
      '--node sp --sub T --sleep 0.01 --service S --sleep 0.005',
    ].map((options) => startNode(domain, `${options} --qos 3`));
    const inputs = 5;
    let ready = 0;
    const writer = at.createWriter(typed('rt/T', STRING), {
      onMatched: (count) => {
        ready = count;
      },
    });
    await until(() => ready === 3);
    for (let n = 0; n < inputs; n++) {
      at.write(writer, text.encode({ data: `input ${n}` }));
      const done = (kind: string) =>
        nodes.flatMap(({ lines }) => lines).filter((line) => line.kind === kind).length;
      await until(() => done('sub') === 3 * (n + 1) && done('service') === 2 * (n + 1));
    }
    for (const { lines } of nodes) {
      const calls = lines.filter(({ kind }) => kind !== undefined);
      for (const [i, { began }] of calls.entries()) {
        if (i > 0) expect(Number(began)).toBeGreaterThanOrEqual(Number(calls[i - 1]!.ended));
      }
    }
    const sums = nodes[1]!.lines.flatMap(({ kind, sum }) => (kind === 'sub' ? [sum] : []));
    expect(sums).toEqual([2, 3, 4, 5, 6]);
  });
});
