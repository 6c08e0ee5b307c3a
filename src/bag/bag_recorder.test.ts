import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Client, DEFAULT_QOS, type GraphNode, Publisher, Subscription } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Simulation } from '../simulation/index.js';
import { RunObserver } from '../trace/index.js';
import { BagRecorder, openBag, RecorderNode, type RecorderOptions } from './index.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();
const types = new TypeRegistry({ amentPrefixPath: '' });
const START = 1_700_000_000_000_000_000n;
let recordings = 0;

interface Scene {
  readonly path: string;
  readonly simulation: Simulation;
  readonly recorder: BagRecorder;
  readonly node: GraphNode;
  publisher(topic: string, type?: string, qos?: object): Publisher;
}

async function sceneOf(options: RecorderOptions = {}, name?: string): Promise<Scene> {
  const path = join(directory, name ?? `recording-${recordings++}.mcap`);
  const simulation = new Simulation({ initialTime: START, types });
  const { graph } = simulation;
  const recorder = await BagRecorder.create(path, graph, options);
  graph.observers.add('record', new RunObserver(graph, { messages: recorder }));
  const node = graph.createNode({ name: 'talker' });
  simulation.attach(node);
  const publisher: Scene['publisher'] = (topic, type = 'std_msgs/msg/Int64', qos = {}) =>
    new Publisher(node, topic, types.message(type), { ...DEFAULT_QOS, ...qos });
  return { path, simulation, recorder, node, publisher };
}

/** Topics and message counts in the recording, with these options, after one message on each topic. */
async function kept(options: RecorderOptions): Promise<string[]> {
  const { path, recorder, publisher } = await sceneOf(options);
  for (const topic of ['/a', '/a/_hidden', '/b', '/add/_service_event', '/sub/_service_event']) {
    publisher(topic).publish({ data: 1n });
  }
  publisher('/text', 'std_msgs/msg/String').publish({ data: '' });
  recorder.close();
  const bag = await openBag(path);
  bag.close();
  return bag.topics.map(({ name }) => name).sort();
}

describe('what a recorder records', () => {
  it.each<[RecorderOptions, string[]]>([
    [{ hidden: false }, ['/a', '/b', '/text']],
    [{ hidden: false, topics: ['/a', '/a/_hidden'] }, ['/a', '/a/_hidden']],
    [{ hidden: false, services: ['/add'] }, ['/add/_service_event']],
    [
      { hidden: false, serviceEvents: true, regex: '.*/_service_event' },
      ['/add/_service_event', '/sub/_service_event'],
    ],
    [{ hidden: false, types: ['std_msgs/msg/String'] }, ['/text']],
    [{ hidden: false, excludeTypes: ['std_msgs/msg/Int64'] }, ['/text']],
    [{ hidden: false, exclude: ['/a'], excludeRegex: '/te.*' }, ['/b']],
    [
      { exclude: ['/a', '/b'], excludeServices: ['/add'] },
      ['/a/_hidden', '/sub/_service_event', '/text'],
    ],
    [{ regex: '/.' }, ['/a', '/b']],
  ])('%j', async (options, topics) => {
    expect(await kept(options)).toEqual(topics);
  });

  it('names the QoS of every publisher, including those that come later', async () => {
    const { path, recorder, publisher } = await sceneOf({ maxFileDuration: 10n }, 'late');
    publisher('/a').publish({ data: 1n });
    publisher('/a', undefined, { reliability: 'best_effort', depth: 3 }).publish({ data: 2n });
    recorder.close();
    const bag = await openBag(path);
    bag.close();
    expect(bag.topics[0]!.offeredQosProfiles).toMatchObject([
      { reliability: 'reliable', depth: 10 },
      { reliability: 'best_effort', depth: 3 },
    ]);
    const file = await openBag(join(path, 'late_0.mcap'));
    file.close();
    expect(file.topics[0]!.offeredQosProfiles).toEqual(bag.topics[0]!.offeredQosProfiles);
  });

  it('stays readable after thousands of publishers that come and go', async () => {
    const { path, recorder, publisher } = await sceneOf({ maxFileDuration: 10n }, 'many');
    for (let i = 0; i < 4000; i++) publisher('/a').publish({ data: 1n });
    publisher('/a', undefined, { reliability: 'best_effort', depth: 3 }).publish({ data: 2n });
    recorder.close();
    const bag = await openBag(path);
    bag.close();
    const { offeredQosProfiles } = bag.topics[0]!;
    expect(offeredQosProfiles).toHaveLength(101);
    expect(offeredQosProfiles.at(-1)).toMatchObject({ reliability: 'best_effort', depth: 3 });
  });

  it('is stamped with the time that the clock jumps to after construction', async () => {
    const { path, simulation, recorder, publisher } = await sceneOf();
    simulation.constructAtZero(START);
    const latched = publisher('/a');
    latched.publish({ data: 1n });
    simulation.start();
    latched.publish({ data: 2n });
    recorder.close();
    const bag = await openBag(path);
    expect([...bag.messages()].map(({ logTime }) => logTime)).toEqual([START, START]);
    bag.close();
  });

  it('is nothing while it is paused', async () => {
    const { path, recorder, publisher } = await sceneOf({ paused: true });
    const a = publisher('/a');
    a.publish({ data: 1n });
    recorder.paused = false;
    a.publish({ data: 2n });
    recorder.paused = true;
    publisher('/b').publish({ data: 3n });
    recorder.close();
    const bag = await openBag(path);
    bag.close();
    expect(bag.topics.map(({ name, messageCount }) => [name, messageCount])).toEqual([['/a', 1]]);
  });

  it('is, for a snapshot, the latest messages', async () => {
    const { path, recorder, publisher } = await sceneOf({ snapshotBytes: 12 * 5 });
    const a = publisher('/a');
    for (let data = 1n; data <= 5000n; data++) a.publish({ data });
    expect(recorder.messageCount).toBe(0);
    expect(recorder.snapshot()).toBe(true);
    a.publish({ data: 0n });
    recorder.close();
    const bag = await openBag(path);
    expect([...bag.messages()].map(({ sequence }) => sequence)).toEqual([
      4996, 4997, 4998, 4999, 5000,
    ]);
    bag.close();
  });

  it('leaves nothing behind when it is given up', async () => {
    const { path, recorder, publisher } = await sceneOf({}, 'discarded');
    publisher('/a').publish({ data: 1n });
    recorder.discard();
    expect(existsSync(path)).toBe(false);
  });

  it('has the same bytes for the same run', async () => {
    const bytes: Buffer[] = [];
    for (let run = 0; run < 2; run++) {
      const { path, recorder, publisher } = await sceneOf({ compression: 'lz4' });
      const a = publisher('/a');
      for (let data = 0n; data < 100n; data++) a.publish({ data });
      recorder.close();
      bytes.push(readFileSync(path));
    }
    expect(bytes[1]!.equals(bytes[0]!)).toBe(true);
  });
});

describe('a recorder as a node', () => {
  it('answers the services of rosbag2 and reports splits', async () => {
    const { path, simulation, recorder, node, publisher } = await sceneOf({}, 'node');
    const { graph } = simulation;
    const recording = new RecorderNode(
      graph.createNode({ name: 'rosbag2_recorder' }),
      types,
      recorder,
      'node',
    );
    simulation.attach(recording.node);
    const splits: unknown[] = [];
    new Subscription(
      node,
      '/events/write_split',
      types.message('rosbag2_interfaces/msg/WriteSplitEvent'),
      (message) => splits.push(message),
    );
    const call = async (name: string, type: string) => {
      let answer: unknown;
      const service = types.service(`rosbag2_interfaces/srv/${type}`);
      new Client(node, `/rosbag2_recorder/${name}`, service).send({}, (response) => {
        answer = response;
      });
      await simulation.stepFor(0n);
      return answer;
    };
    const a = publisher('/a');
    a.publish({ data: 1n });
    await call('pause', 'Pause');
    expect(await call('is_paused', 'IsPaused')).toEqual({ paused: true });
    a.publish({ data: 2n });
    await call('resume', 'Resume');
    await call('split_bagfile', 'SplitBagfile');
    a.publish({ data: 3n });
    expect(await call('snapshot', 'Snapshot')).toBeUndefined();
    recorder.close();
    expect(splits).toEqual([
      {
        closed_file: 'node/node_0.mcap',
        opened_file: 'node/node_1.mcap',
        node_name: '/rosbag2_recorder',
      },
    ]);
    const bag = await openBag(path);
    bag.close();
    expect(bag.metadata.files).toHaveLength(2);
    expect(bag.topics.map(({ name, messageCount }) => [name, messageCount])).toEqual([
      ['/a', 2],
      ['/events/write_split', 1],
    ]);
  });
});
