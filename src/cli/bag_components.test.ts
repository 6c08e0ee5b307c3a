import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery as run } from '../../test/command_process.js';
import { createBag, openBag } from '../bag/index.js';
import { TypeRegistry } from '../interfaces/index.js';

const directory = mkdtempSync(join(tmpdir(), 'orrery-components-'));
const START = 1_700_000_000_000_000_000n;
const SECOND = 1_000_000_000n;

const RELAY = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('relay');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answer');
  node.createSubscription('std_msgs/msg/String', 'chatter', ({ data }) => {
    publisher.publish({ data: data.toUpperCase() });
  });
  node.spin();
});
`;

/** `/early` at 0 s, `/chatter` at 1 s, 2 s … 5 s. */
async function makeBag(): Promise<void> {
  const type = new TypeRegistry({ amentPrefixPath: '' }).message('std_msgs/msg/String');
  const bag = await createBag(join(directory, 'drive.mcap'));
  const add = (name: string) => bag.addTopic({ name, type: type.name, schema: type.schemaText });
  const [early, chatter] = [add('/early'), add('/chatter')];
  const write = (topic: number, second: number) => {
    const time = START + BigInt(second) * SECOND;
    bag.write(topic, time, time, second, type.encode({ data: `no ${second}` }));
  };
  write(early, 0);
  for (let second = 1; second <= 5; second++) write(chatter, second);
  bag.close();
}

function orrery(...words: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = run(words, { cwd: directory });
  return { status, text: status === 0 ? stdout : `${stdout}${stderr}` };
}

/** Topic and seconds after the start of every message of `topics`. */
async function recorded(path: string, topics: string[]): Promise<[string, number][]> {
  const bag = await openBag(join(directory, path));
  const messages = [...bag.messages({ topics })].map(({ topic, logTime }): [string, number] => [
    topic,
    Number(logTime - START) / 1e9,
  ]);
  bag.close();
  return messages;
}

const component = (pkg: string, name: string, ...parameters: string[]) => [
  ...['--component', pkg, `${pkg}::${name}`, '--component-ros-args'],
  ...parameters.flatMap((parameter) => ['-p', parameter]),
];

beforeAll(async () => {
  writeFileSync(join(directory, 'relay.js'), RELAY);
  await makeBag();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('bag components (against dist/)', () => {
  it("are rslcpp's player and recorder; the run begins with the first message played", async () => {
    const { status, text } = orrery(
      ...['run', '--no-record', '--until-played', 'relay.js'],
      ...component(
        'rslcpp_helper_nodes',
        'BagPlayer',
        ...['bag_file_path:=drive.mcap', 'topics:=[/chatter]', 'pub_progress:=true'],
        'qos_overrides./chatter.publisher.durability:=transient_local',
      ),
      ...component('rslcpp_helper_nodes', 'BagRecorder', 'bag_dir:=rslcpp'),
    );
    expect(text).toContain('All bags played after 4.000 s');
    expect(status).toBe(0);
    const expected = [1, 2, 3, 4, 5].flatMap((at) => [
      ['/chatter', at],
      ['/answer', at],
    ]);
    expect(await recorded('rslcpp', ['/chatter', '/answer'])).toEqual(expected);
    const bag = await openBag(join(directory, 'rslcpp'));
    bag.close();
    const topics = new Map(bag.topics.map((topic) => [topic.name, topic]));
    expect(topics.get('/rslcpp/progress')?.messageCount).toBe(5);
    expect(topics.get('/rslcpp/shutdown')?.messageCount).toBe(1);
    expect(topics.get('/chatter')?.offeredQosProfiles).toMatchObject([
      { durability: 'transient_local' },
    ]);
    expect(bag.metadata.start).toBe(START + SECOND);
  });

  it("are rosbag2's in a launch file, also when they start later", async () => {
    const launch = `launch:
  - node: {pkg: orrery_test, exec: relay}
  - node_container:
      pkg: rclcpp_components
      exec: component_container
      name: bags
      namespace: ''
      composable_node:
        - pkg: rosbag2_transport
          plugin: rosbag2_transport::Recorder
          name: rec
          param:
            - {name: storage.uri, value: launched}
            - {name: record.topics, value: [/answer]}
  - timer:
      period: 10.0
      children:
        - node:
            pkg: rosbag2_transport
            exec: player
            name: late
            param:
              - {name: storage.uri, value: drive.mcap}
              - {name: play.start_offset.sec, value: 4}
  - node:
      pkg: rosbag2_transport
      exec: player
      param:
        - {name: storage.uri, value: drive.mcap}
        - {name: play.playback_duration.sec, value: 2}
`;
    writeFileSync(join(directory, 'bags.launch.yaml'), launch);
    const manifest = { name: 'orrery_test', orrery: { executables: { relay: './relay.js' } } };
    writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
    const { status, text } = orrery('launch', 'bags.launch.yaml', '--no-record', '--until-played');
    expect(text).toContain('All bags played after 11.000 s');
    expect(status).toBe(0);
    expect(await recorded('launched', ['/answer'])).toEqual(
      [1, 2, 10, 11].map((at) => ['/answer', at]),
    );
  });

  it('are refused before anything runs', () => {
    const run = (...words: string[]) => orrery('run', '--no-record', ...words);
    const player = (...parameters: string[]) =>
      run(...component('rslcpp_helper_nodes', 'BagPlayer', ...parameters));
    expect(player('bag_file_path:=nowhere')).toMatchObject({
      status: 1,
      text: expect.stringMatching(/^error ORR_BAG_NOT_FOUND: .*nowhere[^\n]*\n$/),
    });
    const override = 'qos_overrides./chatter.durability:=for_ever';
    expect(player('bag_file_path:=drive.mcap', override).text).toContain('ORR_BAG_QOS');
    expect(player('bag_file_path:=drive.mcap', 'topics:=[/gone]').text).toContain(
      'ORR_BAG_SELECTION',
    );
    expect(run(...component('rosbag2_transport', 'Recorder')).text).toContain('ORR_BAG_RECORDING');
    expect(run(...component('rosbag2_transport', 'Playr')).text).toMatch(
      /ORR_COMPONENT_ARGS[\s\S]*did you mean "rosbag2_transport::Player"/,
    );
    expect(
      run(...component('rslcpp_helper_nodes', 'BagRecorder', 'bag_dir:=drive.mcap')).text,
    ).toContain('ORR_OUTPUT_EXISTS');
  });

  it("are ended by rslcpp's monitor", () => {
    const { status, text } = orrery(
      ...['run', '--no-record'],
      ...component('rslcpp_helper_nodes', 'BagPlayer', 'bag_file_path:=drive.mcap'),
      ...component('rslcpp_helper_nodes', 'SimulationMonitor', 'timeout_s:=2'),
    );
    expect(text).toContain('monitor');
    expect(status).toBe(0);
  });
});
