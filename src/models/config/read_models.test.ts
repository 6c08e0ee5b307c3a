import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OrreryError } from '../../errors/index.js';
import { parseSystemModels } from './read_models.js';

const FILE = `
executors:
  - {name: planning, policy: multi, threads: 4, nodes: [/planner, "/map/**"]}
  - {name: io, policy: rclc, trigger: {one: /scan}, semantics: let, period: 10ms}
default_executor: {policy: single, order_in_kind: seeded_shuffle}
callback_groups:
  - {node: /planner, name: fast, type: reentrant, callbacks: [/scan, "timer#*"], executor: io}
execution_times:
  - {node: /planner, callback: /scan, time: 80ms, outputs: 0.5}
  - {time: {normal: {mean: 5ms, deviation: 1ms, min: 0ms, max: 9ms}}, outputs: [1ms, 2ms]}
machines:
  robot: {nodes: [/lidar], cpu_speed: 0.5}
links:
  - {topic: /scan, to: /planner, from_machine: robot, delay: {exponential: {mean: 2ms}},
     bandwidth: 10Mbit/s, queue: 3}
topic_delays:
  /odom: 10ms
  /map: {measured: {values: [1ms, 2ms], skew: 1.5}}
faults:
  - {fault: loss, topic: /scan, burst: {enter: 0.1, leave: 0.5}, at: 1s, until: 2s}
  - {fault: corrupt, topic: /odom, probability: 1, field: pose.x, value: 3}
  - {fault: crash, node: /planner, at: 5s, restart_after: 2s}
  - {fault: clock, node: /lidar, offset: -5ms, drift_ppm: 20}
discovery: {rules: [{topic: /scan, time: {uniform: {min: 1ms, max: 100ms}}}]}
clock_advances: true
`;

it('reads every section', () => {
  const models = parseSystemModels(FILE, 'models.yaml');
  expect(models.executors?.map(({ name }) => name)).toEqual(['planning', 'io']);
  expect(models.execution_times?.[0]).toEqual({
    node: '/planner',
    callback: '/scan',
    time: 80e6,
    outputs: 0.5,
  });
  expect(models.links?.[0]?.bandwidth).toBe(10e6);
  expect(models.topic_delays?.['/odom']).toBe(10e6);
  expect(models.faults?.map(({ fault }) => fault)).toEqual(['loss', 'corrupt', 'crash', 'clock']);
  expect(models.clock_advances).toBe(true);
  expect(parseSystemModels('', 'empty.yaml')).toEqual({});
});

function complaint(text: string): string {
  try {
    parseSystemModels(text, 'm.yaml');
  } catch (error) {
    if (error instanceof OrreryError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'nothing';
}

it('names every mistake and its place', () => {
  const text = `execution_times:
  - {node: /a, time: soon}
  - {node: /b}
faults:
  - {fault: los, topic: /x}
  - {fault: loss, topic: /x}
  - {fault: freeze, node: /x, at: 2s, until: 1s}
executors:
  - {name: e, policy: single, threads: 2}
  - {name: e, policy: events}
callback_groups:
  - {node: /a, name: g, type: reentrant, callbacks: [x], executor: nobody}
spped: 3
`;
  const message = complaint(text);
  expect(message).toMatch(/^ORR_MODELS_INVALID /);
  for (const part of [
    'm.yaml:2:22: A duration is needed',
    'm.yaml:3:5: "time" is missing',
    'm.yaml:5:13: "los" is not one of loss',
    'm.yaml:6:5: A loss needs either',
    'm.yaml:7:5: The fault ends',
    'm.yaml:9:40: An executor "single" has no threads',
    'm.yaml:13:8: "spped" is not known here',
  ]) {
    expect(message).toContain(part);
  }
  expect(complaint('links: [{from_machine: moon}]')).toContain('no machine named moon');
  expect(complaint('a: [')).toContain('ORR_MODELS_INVALID');
});

it('fails in no other way, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(complaint(text)).toMatch(/^(nothing|ORR_MODELS_INVALID)/);
    }),
  );
});

it('reads every kind of distribution, and refuses everything else', () => {
  const timeOf = (text: string) =>
    parseSystemModels(`execution_times: [{time: ${text}}]`, 'm.yaml').execution_times?.[0]?.time;
  expect(timeOf('{uniform: {min: 1ms, max: 2ms}}')).toEqual({ uniform: { min: 1e6, max: 2e6 } });
  expect(timeOf('{log_normal: {median: 1ms, sigma: 0.5}}')).toEqual({
    log_normal: { median: 1e6, sigma: 0.5 },
  });
  expect(timeOf('{exponential: {mean: 1ms, max: 9ms}}')).toEqual({
    exponential: { mean: 1e6, max: 9e6 },
  });
  expect(timeOf('{empirical: {values: [1ms, 2ms]}}')).toEqual({
    empirical: { values: [1e6, 2e6] },
  });
  expect(timeOf('{trace: {values: [1ms], at_end: hold}}')).toEqual({
    trace: { values: [1e6], at_end: 'hold' },
  });
  for (const [text, reason] of [
    ['{uniform: {min: 2ms, max: 1ms}}', 'min is greater than max'],
    ['{normal: {mean: 1ms, deviation: 1ms, min: 2ms, max: 1ms}}', 'min is greater than max'],
    ['{log_normal: {median: 1ms, sigma: 1, min: 2ms, max: 1ms}}', 'min is greater than max'],
    ['{exponential: {mean: 1ms, min: 2ms, max: 1ms}}', 'min is greater than max'],
    ['{empirical: {values: []}}', 'At least one value is needed'],
    ['{trace: {}}', 'Give either values or a file'],
    ['{trace: {values: [1ms], file: x}}', 'Give either values or a file'],
    ['{trace: {file: /absent.txt}}', 'cannot be read'],
    ['{gamma: {}}', 'A duration or one of uniform'],
  ] as const) {
    expect(complaint(`execution_times: [{time: ${text}}]`), text).toContain(reason);
  }
});
