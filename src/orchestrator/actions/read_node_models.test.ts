/** The configuration files of ros2_def, current and historical, and the mistakes in others. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OrreryError } from '../../errors/index.js';
import { orderNodes } from './order_nodes.js';
import { readNodeModels } from './read_node_models.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-node-models-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(path: string, content: unknown): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content, null, 1));
  return full;
}

const read = (content: unknown) =>
  readNodeModels(file('a_launch_config.json', content), (name) => join(folder, 'share', name));

function mistakes(content: unknown): string {
  try {
    read(content);
  } catch (error) {
    if (error instanceof OrreryError) return error.message.replaceAll(`${folder}/`, '');
    throw error;
  }
  return 'none';
}

const detector = { name: 'detector', callbacks: [{ trigger: 'input', outputs: ['output'] }] };
file('detector.json', detector);

const fusion = {
  name: 'fusion',
  priority: 3,
  services: ['pose'],
  callbacks: [
    { trigger: 'cam', outputs: ['tracks'], service_calls: ['ego'], name: 'label' },
    {
      trigger: { type: 'topic', name: 'radar' },
      outputs: [],
      changes_dataprovider_state: true,
    },
    {
      trigger: { type: 'timer', period: 100000000 },
      outputs: ['health'],
      may_cause_reconfiguration: true,
    },
    {
      trigger: {
        ...{ type: 'approximate_time_sync', input_topics: ['info', '/image'] },
        ...{ slop: 0.1, queue_size: 4 },
      },
      outputs: ['pair'],
    },
  ],
};

describe('a configuration of ros2_def', () => {
  it('is read with all fields, in the names of the system', () => {
    file('share/cfg/config/fusion.json', fusion);
    const [node, ...others] = read({
      inputs: [{ name: '/det/cam', type: 'any' }],
      nodes: {
        '//fus': {
          config_file: ['cfg', 'fusion.json'],
          remappings: { cam: '/det/cam', '/ego': 'ego_srv', clock: '/clock', info: 'camera_info' },
          state_sequence: ['AAEAAA=='],
        },
      },
    });
    expect(others).toEqual([]);
    const { callbacks, remappings, ...about } = node!;
    expect([...remappings!].map((rule) => rule.join(' '))).toEqual([
      ...['cam /det/cam', '/ego /ego_srv', 'clock /clock', 'info /camera_info'],
    ]);
    expect(about).toEqual({ name: 'fus', priority: 3, services: ['/pose'] });
    expect(
      callbacks.map(({ trigger }) => ('topic' in trigger ? trigger.topic : trigger.period)),
    ).toEqual(['/det/cam', '/radar', 100000000, '/camera_info', '/image']);
    expect(callbacks.map(({ outputs }) => outputs.join())).toEqual([
      '/tracks',
      '',
      '/health',
      '/pair',
      '/pair',
    ]);
    expect(callbacks.map(({ sendsStatus }) => sendsStatus)).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
    expect(callbacks[0]!.serviceCalls).toEqual(['/ego_srv']);
    expect(callbacks[1]!.changesDataProviderState).toBe(true);
    expect(callbacks[2]!.mayCauseReconfiguration).toBe(true);
    expect(callbacks[3]!.trigger).toMatchObject({
      filter: { topics: ['/camera_info', '/image'], slop: 100_000_000, queueSize: 4 },
    });
  });

  it('finds files of packages in configs, too, and knows nodes in namespaces', () => {
    file('share/old/configs/detector.json', detector);
    const entry = { config_file: ['old', 'detector.json'] };
    const nodes = read({ nodes: { '/a/P': entry, '/b/P': entry, P: entry } });
    expect(nodes.map(({ name }) => name)).toEqual(['a/P', 'b/P', 'P']);
    file('share/old/config/detector.json', detector);
    expect(mistakes({ nodes: { P: entry } })).toContain('has two files detector.json');
  });

  it('orders nodes as ros2_def does, by priority first', () => {
    const entry = { config_file: 'detector.json' };
    const names = ['detector_radar', 'tracking', '10', 'planning', '9', 'detector_camera'];
    const nodes = read({ nodes: Object.fromEntries(names.map((name) => [`/${name}`, entry])) });
    const of = (rule: 'thesis' | 'develop') => orderNodes(nodes, rule).map(({ name }) => name);
    expect(of('thesis')).toEqual(names);
    expect(of('develop')).toEqual([
      'tracking',
      'planning',
      'detector_radar',
      'detector_camera',
      '9',
      '10',
    ]);
    const raised = nodes.map((node) => (node.name === '10' ? { ...node, priority: 1 } : node));
    expect(orderNodes(raised, 'develop')[0]!.name).toBe('10');
    expect(() => orderNodes(nodes, ['9'])).toThrow('does not name detector_radar');
    expect(() => orderNodes(nodes, ['8', ...names])).toThrow('names 8, which is not configured');
  });

  it('is refused with file and line for unknown keys and values', () => {
    const nodes = {
      P: { config_file: 'detector.json', remapings: {}, remappings: { inputt: '/a' } },
    };
    expect(mistakes({ nodes, node: [] })).toMatch(
      /a_launch_config\.json:11:\d+: "node" is not known/,
    );
    expect(mistakes({ nodes })).toMatch(/a_launch_config\.json:5:\d+: "remapings" is not known/);
    expect(mistakes({})).toContain('"nodes" is missing');
    expect(mistakes({ nodes: [] })).toContain('Write a mapping from node names');
    expect(mistakes({ nodes: { P: { config_file: 'none.json' } } })).toBe(
      'The configuration "none.json" cannot be read (it does not exist); check the path.',
    );
    expect(mistakes('{ "nodes": ')).toContain('a_launch_config.json:1');
    const twice = {
      config_file: 'detector.json',
      remappings: { input: 'a', '/input': 'b', c: 'd' },
    };
    expect(mistakes({ nodes: { P: twice, '/P': twice } })).toMatch(
      /"\/input" is remapped twice.*"c" is not a topic or service of the node; it has \/input, \/output.*given twice/s,
    );
  });

  it.each([
    [
      'starts two callbacks',
      [
        { trigger: 'a', outputs: [] },
        { trigger: '/a', outputs: [] },
      ],
    ],
    [
      '/b is input and output',
      [
        { trigger: 'a', outputs: ['b'] },
        { trigger: 'b', outputs: [] },
      ],
    ],
    ['A filter needs two topics', [{ trigger: filterOf(['a', 'a']), outputs: [] }]],
    ['Two timers have a period of 5 ns', [timer(5, ['a']), timer(5, ['b'])]],
    ['Two timers of this node send /a', [timer(5, ['a']), timer(6, ['/a'])]],
    ['A number from 1', [timer(0, [])]],
    ['"type" is missing', [{ trigger: { name: 'a' }, outputs: [] }]],
    ['"event" is not one of', [{ trigger: { type: 'event' }, outputs: [] }]],
    ['"outputs" is missing', [{ trigger: 'a' }]],
    ['"name" is not known', [{ trigger: { ...timer(5, []).trigger, name: 'a' }, outputs: [] }]],
  ])('says where a node is wrong: %s', (message, callbacks) => {
    file('wrong.json', { name: 'wrong', callbacks });
    const found = mistakes({ nodes: { W: { config_file: 'wrong.json' } } });
    expect(found).toContain(message);
    expect(found).toMatch(/wrong\.json:\d+:\d+: /);
  });
});

function timer(period: number, outputs: readonly string[]) {
  return { trigger: { type: 'timer', period }, outputs };
}

function filterOf(topics: readonly string[]) {
  return { type: 'approximate_time_sync', input_topics: topics, slop: 1, queue_size: 1 };
}
