import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Client, Subscription } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Simulation } from '../simulation/index.js';
import {
  BagPlayer,
  createBag,
  type MessageOrder,
  openPlayback,
  type PlaybackOptions,
  qosOverridesFromParameters,
} from './index.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();
const types = new TypeRegistry({ amentPrefixPath: '' });
const int64 = types.message('std_msgs/msg/Int64');
const START = 1_700_000_000_123_456_789n;
let bags = 0;

interface Entry {
  readonly topic: string;
  readonly time: number;
  readonly sent?: number;
}

/** A bag whose messages carry their position. Times in ns after {@link START}. */
async function bagOf(entries: readonly Entry[]): Promise<string> {
  const path = join(directory, `player-${bags++}.mcap`);
  const writer = await createBag(path);
  const ids = new Map<string, number>();
  entries.forEach(({ topic, time, sent = time }, index) => {
    let id = ids.get(topic);
    if (id === undefined) {
      id = writer.addTopic({ name: topic, type: int64.name, schema: int64.schemaText });
      ids.set(topic, id);
    }
    const bytes = int64.encode(int64.normalize({ data: BigInt(index) }));
    writer.write(id, START + BigInt(time), START + BigInt(sent), index, bytes);
  });
  writer.close();
  return path;
}

interface Heard {
  readonly topic: string;
  readonly index: number;
  readonly time: bigint;
}

interface Scene {
  readonly simulation: Simulation;
  readonly player: BagPlayer;
  readonly heard: Heard[];
  call(service: string, type: string, request?: object): Promise<Record<string, unknown>>;
}

async function sceneOf(
  path: string,
  options: PlaybackOptions = {},
  topics = ['/a', '/b'],
): Promise<Scene> {
  const playback = await openPlayback(path, options);
  const simulation = new Simulation({ initialTime: playback.initialTime ?? 0n, types });
  const { graph } = simulation;
  const node = graph.createNode({ name: 'listener' });
  simulation.attach(node);
  const heard: Heard[] = [];
  for (const topic of topics) {
    new Subscription(node, topic, int64, (message) => {
      heard.push({ topic, index: Number((message as { data: bigint }).data), time: graph.time });
    });
  }
  const player = new BagPlayer(graph, types, playback);
  simulation.attach(player.node);
  player.start();
  const call: Scene['call'] = async (name, type, request = {}) => {
    let answer: Record<string, unknown> = {};
    const service = `/rosbag2_player/${name}`;
    const client = new Client(node, service, types.service(`rosbag2_interfaces/srv/${type}`));
    client.send(request, (response) => {
      answer = response;
    });
    await simulation.stepFor(0n);
    return answer;
  };
  return { simulation, player, heard, call };
}

const entries = fc.array(
  fc.record({
    topic: fc.constantFrom('/a', '/b'),
    time: fc.oneof(fc.nat(5), fc.nat(2_000_000_000)),
    sent: fc.oneof(fc.nat(5), fc.nat(2_000_000_000)),
  }),
  { minLength: 1, maxLength: 20 },
);

describe('playing a bag', () => {
  it('publishes every message once, at its own stamp, equal stamps in recorded order', async () => {
    await fc.assert(
      fc.asyncProperty(
        entries,
        fc.constantFrom<MessageOrder>('received', 'sent'),
        async (list, order) => {
          const path = await bagOf(list);
          const { simulation, player, heard } = await sceneOf(path, { order });
          await simulation.run();
          player.close();
          const key = order === 'sent' ? 'sent' : 'time';
          const expected = list
            .map((entry, index) => ({
              topic: entry.topic,
              index,
              time: START + BigInt(entry[key]),
            }))
            .sort((a, b) => (a.time === b.time ? a.index - b.index : a.time < b.time ? -1 : 1));
          expect(heard).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('stretches time by the rate, after the delay, within start and end', async () => {
    const path = await bagOf([0, 100, 200, 300, 400].map((time) => ({ topic: '/a', time })));
    const { simulation, player, heard } = await sceneOf(path, {
      rate: 2,
      delay: 50,
      start: START + 100n,
      end: '+0.0000003',
    });
    await simulation.run();
    player.close();
    expect(heard.map(({ index, time }) => [index, Number(time - START)])).toEqual([
      [1, 100],
      [2, 150],
      [3, 200],
    ]);
    expect(simulation.graph.epoch).toBe(START + 50n);
  });

  it('repeats, chooses and renames topics', async () => {
    const path = await bagOf([
      { topic: '/a', time: 0 },
      { topic: '/b', time: 5 },
      { topic: '/a', time: 10 },
    ]);
    const { simulation, player, heard } = await sceneOf(path, {
      loop: true,
      exclude: ['/b'],
      remap: [{ from: '/a', to: '/b' }],
    });
    await simulation.stepFor(25n);
    player.close();
    expect(heard.map(({ topic, index, time }) => [topic, index, Number(time - START)])).toEqual([
      ['/b', 0, 0],
      ['/b', 2, 10],
      ['/b', 0, 11],
      ['/b', 2, 21],
      ['/b', 0, 22],
    ]);
  });

  it('offers the services of rosbag2', async () => {
    const path = await bagOf([0, 100, 200, 300, 400].map((time) => ({ topic: '/a', time })));
    const { simulation, player, heard, call } = await sceneOf(path, { startPaused: true });
    const played = () => heard.splice(0).map(({ index, time }) => [index, Number(time - START)]);
    await simulation.stepFor(1000n);
    expect(played()).toEqual([]);
    expect(await call('is_paused', 'IsPaused')).toEqual({ paused: true });
    expect(await call('play_next', 'PlayNext')).toEqual({ success: true });
    expect(await call('burst', 'Burst', { num_messages: 2n })).toEqual({ actually_burst: 2n });
    expect(played()).toEqual([
      [0, 1000],
      [1, 1000],
      [2, 1000],
    ]);
    await call('resume', 'Resume');
    expect(await call('play_next', 'PlayNext')).toEqual({ success: false });
    await simulation.stepFor(50n);
    await call('toggle_paused', 'TogglePaused');
    await simulation.stepFor(1000n);
    expect(played()).toEqual([]);
    expect(await call('set_rate', 'SetRate', { rate: 0 })).toEqual({ success: false });
    expect(await call('set_rate', 'SetRate', { rate: 0.5 })).toEqual({ success: true });
    expect(await call('get_rate', 'GetRate')).toEqual({ rate: 0.5 });
    await call('resume', 'Resume');
    await simulation.stepFor(100n);
    expect(played()).toEqual([[3, 2150]]);
    const time = { sec: Number(START / 10n ** 9n), nanosec: Number(START % 10n ** 9n) + 100 };
    expect(await call('seek', 'Seek', { time })).toEqual({ success: true });
    expect(await call('play', 'Play', {})).toEqual({ success: false });
    await simulation.stepFor(1000n);
    expect(played()).toEqual([
      [1, 2150],
      [2, 2350],
      [3, 2550],
      [4, 2750],
    ]);
    const request = { start_offset: { sec: 0, nanosec: 300 } };
    expect(await call('play', 'Play', request)).toEqual({ success: true });
    await call('stop', 'Stop');
    await simulation.run();
    expect(played()).toEqual([[3, 3150]]);
    player.close();
  });

  it('publishes /clock, progress and the end', async () => {
    const path = await bagOf([0, 1_000_000_000].map((time) => ({ topic: '/a', time })));
    const { simulation, player } = await sceneOf(path, {
      clock: 4,
      progress: true,
      announceEnd: true,
      rate: 0.5,
    });
    const seen: unknown[] = [];
    const node = simulation.graph.createNode({ name: 'watcher' });
    simulation.attach(node);
    const note = (message: object) => seen.push(message);
    const qos = { ...player.node.graph.domain(0).findTopic('/clock')!.publishers[0]!.qos };
    new Subscription(node, '/clock', types.message('rosgraph_msgs/msg/Clock'), note, { qos });
    new Subscription(node, '/rslcpp/progress', types.message('std_msgs/msg/Float32'), note);
    new Subscription(node, '/rslcpp/shutdown', types.message('std_msgs/msg/Bool'), note);
    await simulation.run();
    player.close();
    const stamps = seen.filter((item) => 'clock' in (item as object));
    expect(stamps).toHaveLength(9);
    expect(stamps[8]).toEqual({
      clock: { sec: Number(START / 10n ** 9n) + 1, nanosec: Number(START % 10n ** 9n) },
    });
    expect(seen.filter((item) => 'data' in (item as object))).toEqual([
      { data: 0 },
      { data: 1 },
      { data: true },
    ]);
  });
});

describe('what is refused before anything runs', () => {
  it.each([
    ['a rate of 0', { rate: 0 }, 'ORR_BAG_PLAYBACK'],
    ['a negative delay', { delay: -1 }, 'ORR_BAG_PLAYBACK'],
    ['no clock', { clock: 0 }, 'ORR_BAG_PLAYBACK'],
    ['an unknown topic', { topics: ['/x'] }, 'ORR_BAG_SELECTION'],
    ['a wrong time', { start: 'soon' }, 'ORR_BAG_SELECTION'],
    ['a policy', { qosOverrides: new Map([['/a', new Map([['speed', 1]])]]) }, 'ORR_BAG_QOS'],
  ])('%s', async (_what, options, code) => {
    const path = await bagOf([{ topic: '/a', time: 0 }]);
    await expect(openPlayback(path, options as PlaybackOptions)).rejects.toMatchObject({ code });
  });

  it.each([
    ['qos_overrides./a.reliability', 'maybe'],
    ['qos_overrides./a.publisher.depth', -1],
    ['qos_overrides./a.publisher.speed', 1],
    ['qos_overrides./a.deadline', 'late'],
    ['qos_overrides./a', 'reliable'],
  ])('the override %s = %s', (name, value) => {
    expect(() => qosOverridesFromParameters([[name, value]])).toThrow(
      expect.objectContaining({ code: 'ORR_BAG_QOS' }),
    );
  });
});

describe('QoS overrides', () => {
  it('replace every policy, with and without the publisher level', async () => {
    const path = await bagOf([{ topic: '/a', time: 0 }]);
    const qosOverrides = qosOverridesFromParameters([
      ['qos_overrides./a.publisher.reliability', 'best_effort'],
      ['qos_overrides./a.durability', 'transient_local'],
      ['qos_overrides./a.depth', 3n],
      ['qos_overrides./a.liveliness', 'manual_by_topic'],
      ['qos_overrides./a.deadline', 1.5],
      ['qos_overrides./a.lifespan.sec', 2n],
      ['qos_overrides./a.lifespan.nsec', 1n],
      ['qos_overrides./a.liveliness_lease_duration', 4n],
      ['qos_overrides./a.subscription.reliability', 'reliable'],
      ['use_sim_time', true],
    ]);
    const { bag, topics } = await openPlayback(path, { qosOverrides });
    bag.close();
    expect(topics[0]!.qos).toEqual({
      history: 'keep_last',
      depth: 3,
      reliability: 'best_effort',
      durability: 'transient_local',
      liveliness: 'manual_by_topic',
      deadline: 1_500_000_000,
      lifespan: 2_000_000_001,
      livelinessLease: 4_000_000_000,
    });
  });
});
