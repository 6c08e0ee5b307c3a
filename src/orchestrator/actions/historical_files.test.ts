/**
 * Configurations in the form that ros2_def used during its development: the system of an intersection,
 * with absolute names, topics and services in one mapping, and files in `configs`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RandomStream } from '../../kernel/index.js';
import type { NodeModel } from './node_model.js';
import { orderNodes } from './order_nodes.js';
import { readNodeModels } from './read_node_models.js';
import { type ModelledInput, runModelled } from './run_modelled.js';
import { MS } from './scenarios.test_support.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-history-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SENSORS = Array.from({ length: 12 }, (_, at) => `/sensor_${at}`);
const onTopics = (topics: readonly string[], more: object) =>
  topics.map((trigger) => ({ trigger, ...more }));

/** The configuration of each node, by file. */
const NODES = {
  infrastructure_tracker: {
    callbacks: onTopics(SENSORS, {
      outputs: ['tracks'],
      service_calls: ['ego_motion_service'],
    }),
  },
  vehicle_tracker: {
    callbacks: onTopics(['/front', '/rear', '/left', '/right'], {
      outputs: ['/tracks'],
      service_calls: ['/ego_motion_service'],
    }),
  },
  planner: {
    callbacks: [
      { trigger: '/tracks_a', outputs: [] },
      { trigger: { type: 'topic', name: '/tracks_b' }, outputs: [] },
      ...[18, 40].map((period) => ({
        trigger: { type: 'timer', period: period * MS },
        outputs: period === 18 ? ['/control'] : ['/trajectory'],
        service_calls: ['/ego_motion_service'],
      })),
    ],
  },
  ego_motion: { callbacks: [{ trigger: '/odometry', outputs: [] }], services: ['/ego_motion'] },
  simulator: {
    callbacks: [{ trigger: '/control', outputs: [], changes_dataprovider_state: true }],
  },
  recorder: { callbacks: onTopics(['/a', '/b'], { outputs: [] }) },
};

const EGO = { '/ego_motion_service': '/ego_motion' };
const LAUNCH = {
  inputs: [...SENSORS, '/odometry'].map((name) => ({ name, type: 'any' })),
  nodes: {
    sim: entry('simulator', { '/control': '/vehicle/control' }),
    its_tracker: entry('infrastructure_tracker', { tracks: '/its/tracks', ...EGO }),
    car_tracker: entry('vehicle_tracker', { '/tracks': '/vehicle/tracks', ...EGO }),
    planner: entry('planner', {
      ...{ '/tracks_a': '/its/tracks', '/tracks_b': '/vehicle/tracks', ...EGO },
      ...{ '/control': '/vehicle/control' },
    }),
    ego: entry('ego_motion', {}),
    its_recorder: entry('recorder', { '/a': '/its/tracks', '/b': '/sensor_0' }),
    car_recorder: entry('recorder', { '/a': '/vehicle/tracks', '/b': '/front' }),
  },
};

function entry(file: string, remappings: Readonly<Record<string, string>>) {
  return { config_file: ['orchestrator', `${file}_node_config.json`], remappings };
}

const INPUTS: readonly ModelledInput[] = [
  ...[...SENSORS, '/front', '/rear', '/left', '/right'],
  '/odometry',
].map((topic) => ({ topic, period: 100 * MS, count: 3 }));

let nodes: readonly NodeModel[];
beforeAll(() => {
  const configs = join(folder, 'share/orchestrator/configs');
  mkdirSync(configs, { recursive: true });
  for (const [name, node] of Object.entries(NODES)) {
    writeFileSync(join(configs, `${name}_node_config.json`), JSON.stringify({ name, ...node }));
  }
  const launch = join(folder, 'sil_launch_config.json');
  writeFileSync(launch, JSON.stringify(LAUNCH));
  nodes = readNodeModels(launch, (name) => join(folder, 'share', name));
});

describe('a configuration of the history of ros2_def', () => {
  it('is read unchanged, with services and topics in one mapping', () => {
    const tracker = nodes.find(({ name }) => name === 'its_tracker')!;
    expect(tracker.callbacks).toHaveLength(12);
    for (const { outputs, serviceCalls } of tracker.callbacks) {
      expect([outputs, serviceCalls]).toEqual([['/its/tracks'], ['/ego_motion']]);
    }
    const planner = nodes.find(({ name }) => name === 'planner')!;
    const triggers = planner.callbacks.map(({ trigger }) =>
      trigger.kind === 'timer' ? trigger.period : trigger.topic,
    );
    expect(triggers).toEqual(['/its/tracks', '/vehicle/tracks', 18 * MS, 40 * MS]);
  });

  it.each([
    ['thesis', Object.keys(LAUNCH.nodes)],
    ['develop', Object.keys(LAUNCH.nodes).sort().reverse()],
  ] as const)('has the order of the rule %s', (rule, expected) => {
    expect(orderNodes(nodes, rule).map(({ name }) => name)).toEqual(expected);
  });

  // At 360 ms, both timers of the planner expire, and both call the service: one clock message
  // starts them.
  it.each(['thesis', 'develop'] as const)('runs to its end in one order, by %s', (rule) => {
    const order = (seed: number) => {
      const stream = new RandomStream(seed);
      const times = { duration: () => stream.integer(15) * MS, latency: () => stream.integer(5) };
      const { callbacks } = runModelled(orderNodes(nodes, rule), INPUTS, {
        times,
        until: 400 * MS,
      });
      return Object.keys(LAUNCH.nodes).map((name) =>
        callbacks
          .filter(({ node }) => node === name)
          .map(({ topic, period, cause }) => `${topic ?? period} of ${cause}`),
      );
    };
    const first = order(1);
    const [sim, its, car, planner] = first;
    expect([its, car].map((each) => each!.length)).toEqual([36, 12]);
    expect(planner!.filter((each) => each.startsWith(`${18 * MS} `))).toHaveLength(22);
    expect(planner!.filter((each) => each.startsWith(`${40 * MS} `))).toHaveLength(10);
    expect(sim).toHaveLength(22);
    for (let seed = 2; seed < 12; seed++) expect(order(seed)).toEqual(first);
  });
});
