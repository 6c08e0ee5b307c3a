/** The remappings that ros2_def generates, from its configurations. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readNodeModels } from './actions/index.js';
import { interceptedName, interceptingRemaps, withoutInterception } from './intercepted_names.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-remaps-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What follows `-r` for each node of a launch configuration. */
function remapsOf(
  nodes: Readonly<Record<string, readonly [config: unknown, remappings: Record<string, string>]>>,
): Record<string, string[]> {
  const entries = Object.entries(nodes).map(([node, [config, remappings]]) => {
    const file = `${node.replaceAll('/', '_')}.json`;
    writeFileSync(join(folder, file), JSON.stringify(config));
    return [node, { config_file: file, remappings }];
  });
  const file = join(folder, 'launch_config.json');
  writeFileSync(file, JSON.stringify({ nodes: Object.fromEntries(entries) }));
  const models = readNodeModels(file, () => folder);
  return Object.fromEntries(
    models.map((model) => [
      model.name,
      interceptingRemaps(model).map(({ from, to }) => `${from}:=${to}`),
    ]),
  );
}

const on = (trigger: unknown, outputs: readonly string[] = []) => ({ trigger, outputs });

it('remaps inputs under their own names and those of the system, and no outputs', () => {
  const t2t = {
    name: 't2t',
    callbacks: [on('tracks_1', ['fused_tracks']), on('dynamic_tracks', ['fused_tracks'])],
  };
  const remappings = {
    ...{ tracks_1: 'tracks', fused_tracks: 'fused_tracks', dynamic_tracks: 'dynamic_tracks' },
  };
  expect(remapsOf({ t2t: [t2t, remappings] }).t2t!.sort()).toEqual([
    't2t:/dynamic_tracks:=/intercepted/t2t/sub/dynamic_tracks',
    't2t:/tracks:=/intercepted/t2t/sub/tracks',
    't2t:dynamic_tracks:=/intercepted/t2t/sub/dynamic_tracks',
    't2t:tracks_1:=/intercepted/t2t/sub/tracks',
  ]);
});

it('remaps the nodes of two parallel inputs', () => {
  const detector = { name: 'P', callbacks: [on('input', ['output'])] };
  const tracker = { name: 'T', callbacks: [on('input1'), on('input2')] };
  const remaps = remapsOf({
    P1: [detector, { input: 'M', output: 'D1' }],
    P2: [detector, { input: 'M', output: 'D2' }],
    T: [tracker, { input1: 'D1', input2: 'D2' }],
  });
  const of = (node: string, from: string, topic: string) =>
    `${node}:${from}:=/intercepted/${node}/sub/${topic}`;
  expect(remaps).toEqual({
    P1: [of('P1', 'input', 'M'), of('P1', '/M', 'M')],
    P2: [of('P2', 'input', 'M'), of('P2', '/M', 'M')],
    T: [
      ...[of('T', 'input1', 'D1'), of('T', 'input2', 'D2')],
      ...[of('T', '/D1', 'D1'), of('T', '/D2', 'D2')],
    ],
  });
});

it('remaps the clock of a node with timers', () => {
  const timer = on({ type: 'timer', period: 100_000_000 }, ['health']);
  const fusion = {
    name: 'fusion',
    services: ['pose'],
    callbacks: [{ ...on('cam', ['tracks']), service_calls: ['ego'] }, on('radar'), timer],
  };
  const remaps = remapsOf({ '//fus': [fusion, { cam: '/det/cam', ego: '/ego_srv' }] });
  expect(remaps.fus!.sort()).toEqual([
    'fus:/det/cam:=/intercepted/fus/sub/det/cam',
    'fus:/radar:=/intercepted/fus/sub/radar',
    'fus:cam:=/intercepted/fus/sub/det/cam',
    'fus:clock:=/intercepted/fus/sub/clock',
  ]);
});

it('finds the topic of an intercepted name again', () => {
  for (const topic of ['/m', '/det/cam', '/a/sub/b']) {
    expect(withoutInterception(interceptedName('/ns/P1', topic))).toBe(topic);
  }
  for (const topic of [
    '/m',
    '/intercepted',
    '/intercepted/P1',
    '/intercepted/P1/sub',
    '/intercepted/sub/m',
  ]) {
    expect(withoutInterception(topic)).toBe(topic);
  }
});
