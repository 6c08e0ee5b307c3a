/**
 * Models as a user sees them: model files, `--executor` and launch files, with rclnodejs nodes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBag } from '../src/bag/index.js';
import { orrery } from './command_process.js';
import { program, readRun, temporaryDirectory } from './orrery_command.js';

const SOURCE = program('what_if/source.mjs');
const SINK = program('what_if/sink.mjs');
const CALLER = program('what_if/caller.mjs');
const folder = temporaryDirectory();
let files = 0;

function file(text: string, ending = 'yaml'): string {
  const path = join(folder, `${++files}.${ending}`);
  writeFileSync(path, text);
  return path;
}

/** What the programs print, without the summary of the run. */
function lines(programs: readonly string[], models: string, ...options: string[]): string[] {
  const { stdout, stderr, status } = orrery([
    ...['run', ...programs, '--models', file(models), '--no-record', ...options],
  ]);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout.split('\n').slice(0, -3);
}

/** When the sink receives each number from the source, as `number@ms`. */
function received(models: string, milliseconds = 500, ...options: string[]): string[] {
  const all = lines([SOURCE, SINK], models, '--until', `${milliseconds / 1000}s`, ...options);
  return all
    .filter((line) => line.startsWith('x '))
    .map((line) => line.split(' '))
    .map(([, data, at]) => `${data}@${at}`);
}

/** The faults in the trace of a run, and how often each struck. */
async function faultsOf(models: string): Promise<Record<string, number>> {
  const directory = join(folder, `run${++files}`);
  const command = ['run', SOURCE, SINK, '--until', '5s', '--models', file(models)];
  orrery([...command, '--record', directory]);
  const trace = await openBag(join(directory, 'trace.mcap'));
  const counts: Record<string, number> = {};
  for (const { data } of trace.messages({ topics: ['faults'] })) {
    const length = new DataView(data.buffer, data.byteOffset).getUint32(4, true);
    const name = Buffer.from(data.subarray(8, 7 + length)).toString();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  trace.close();
  return counts;
}

describe('execution times', () => {
  it('occupy the node; outputs leave at the end, or at a fraction of it', () => {
    const sink = 'execution_times: [{node: /sink, callback: /x, time: 120ms';
    expect(received(`${sink}}]`)).toEqual(['1@100', '2@220', '3@340', '4@460']);
    const out = (text: string) =>
      lines([SOURCE, SINK], text, '--until', '0.5s').filter((line) => line.startsWith('out'));
    // The second number has waited since 200 ms, the first answer since 220 ms.
    expect(out(`${sink}}]`)).toEqual(['out 1 340', 'out 2 460']);
    const halves = out(`default_executor: {policy: multi, threads: 2}
callback_groups: [{node: /sink, name: own, type: reentrant, callbacks: [/out]}]
${sink}, outputs: 0.5}]`);
    expect(halves).toEqual(['out 1 160', 'out 2 280', 'out 3 400']);
  });

  it('are divided by the speed of the machine, drawn from the seed, and shown by the clock on demand', () => {
    const half = 'machines: {robot: {nodes: [/sink], cpu_speed: 0.5}}';
    const time = 'execution_times: [{node: /sink, callback: /x, time: 60ms}]';
    expect(received(`${half}\n${time}`)).toEqual(['1@100', '2@220', '3@340', '4@460']);
    const random = 'execution_times: [{node: /sink, time: {exponential: {mean: 80ms}}}]';
    expect(received(random)).toEqual(received(random));
    expect(received(random, 500, '--seed', '1')).not.toEqual(received(random));
    const [first] = lines([SOURCE, SINK], time, '--until', '0.2s', '--clock-advances');
    expect(first).toBe('x 1 100 160');
  });

  it('are measured in a real run, and replayed', () => {
    const measured = join(folder, 'measured.yaml');
    const command = ['run', SOURCE, SINK, '--until', '1s', '--no-record'];
    const digest = (text: string) => /digest (\w+)/.exec(text)?.[1];
    const plain = orrery(command).stdout;
    expect(digest(orrery([...command, '--measure', measured]).stdout)).toBe(digest(plain));
    const [first = 0] = [...readFileSync(measured, 'utf8').matchAll(/- (\d+)ns/g)].map(Number);
    expect(first).not.toBe(0);
    const replay = [...command, '--models', measured];
    expect(digest(orrery(replay).stdout)).toBe(digest(orrery(replay).stdout));
    expect(digest(orrery(replay).stdout)).not.toBe(digest(plain));
  });

  it("apply to callbacks of setTimeout, too, which wait for their node's thread", () => {
    const beats = (models: string) =>
      lines([SOURCE, SINK], models, '--until', '0.8s').filter((line) => line.startsWith('beat'));
    const own = 'execution_times: [{node: /source, callback: setTimeout, time: 10ms}]';
    expect(beats(own)).toEqual(['beat 1 260 260', 'beat 2 510 510', 'beat 3 760 760']);
    const timer = 'execution_times: [{node: /source, kind: timer, time: 80ms}]';
    // The timer's callbacks occupy 200 to 280, 500 to 580 and 700 to 780 ms.
    expect(beats(timer)[0]).toBe('beat 1 280 280');
  });
});

describe('links', () => {
  it('delay by topic and pair, by distributions and traces, with and without overtaking', () => {
    expect(received('links: [{topic: /x, from: /source, to: /sink, delay: 7ms}]', 250)).toEqual([
      '1@107',
      '2@207',
    ]);
    expect(received('topic_delays: {/x: 10ms}', 250)).toEqual(['1@110', '2@210']);
    const trace = '{trace: {values: [150ms, 10ms, 1ms], at_end: hold}}';
    expect(received(`links: [{topic: /x, delay: ${trace}}]`, 410)).toEqual([
      '1@250',
      '2@250',
      '3@301',
      '4@401',
    ]);
    expect(received(`links: [{topic: /x, delay: ${trace}, reorder: true}]`, 410)).toEqual([
      '2@210',
      '1@250',
      '3@301',
      '4@401',
    ]);
  });

  it('send one message after another at a bandwidth, and lose those that find the queue full', () => {
    // 12 bytes of CDR at 640 bit/s take 150 ms.
    const link = 'bandwidth: 640bit/s, queue: 0, topic: /x';
    expect(received(`links: [{${link}}]`, 800)).toEqual(['1@250', '3@450', '5@650']);
    const machines = 'machines: {a: {nodes: [/source]}, b: {nodes: [/sink]}}';
    const between = 'links: [{from_machine: a, to_machine: b, delay: 3ms}]';
    expect(received(`${machines}\n${between}`, 250)).toEqual(['1@103', '2@203']);
  });
});

describe('faults', () => {
  it('lose, duplicate, delay, corrupt and cut off messages', () => {
    expect(received('faults: [{fault: loss, probability: 1, at: 150ms, until: 350ms}]')).toEqual([
      '1@100',
      '4@400',
      '5@500',
    ]);
    expect(received('faults: [{fault: duplicate, probability: 1, delay: 5ms}]', 150)).toEqual([
      '1@100',
      '1@105',
    ]);
    const late = '{fault: reorder, probability: 1, delay: 150ms, until: 150ms}';
    expect(received(`faults: [${late}]`, 350)).toEqual(['2@200', '1@250', '3@300']);
    const field = '{fault: corrupt, probability: 1, field: data, value: 77, topic: /x}';
    expect(received(`faults: [${field}]`, 250)).toEqual(['77@100', '77@200']);
    const bits = received('faults: [{fault: corrupt, probability: 1, bits: 1, topic: /x}]', 150);
    expect(bits).toHaveLength(1);
    expect(bits).not.toEqual(['1@100']);
    expect(received('faults: [{fault: partition, nodes: [/sink], until: 350ms}]')).toEqual([
      '4@400',
      '5@500',
    ]);
  });

  it('crash a process with its timers and start it again without its state', () => {
    const crash = '{fault: crash, node: /source, at: 250ms, restart_after: 300ms}';
    const models = `faults: [${crash}]`;
    expect(received(models, 800)).toEqual(['1@100', '2@200', '1@650', '2@750']);
    const beats = lines([SOURCE, SINK], models, '--until', '1s').filter((l) => /^beat/.test(l));
    expect(beats).toEqual(['beat 1 800 800']);
  });

  it('freeze a node: nothing of it runs, not even its timers', () => {
    const models = 'faults: [{fault: freeze, node: /source, at: 150ms, until: 450ms}]';
    expect(received(models, 600)).toEqual(['1@100', '2@450', '3@500', '4@600']);
    const beats = lines([SOURCE, SINK], models, '--until', '0.6s').filter((l) => /^beat/.test(l));
    expect(beats[0]).toBe('beat 1 450 450');
  });

  it('shift and drift clocks, slow subscribers and silence services', () => {
    expect(received('faults: [{fault: clock, node: /sink, offset: -5ms}]', 150)).toEqual(['1@95']);
    const drift = '{fault: clock, node: /sink, drift_ppm: 1000}';
    expect(received(`faults: [${drift}]`, 250)).toEqual(['1@100.1', '2@200.2']);
    const slow = '{fault: slow, node: /sink, callback: /x, extra: 150ms, until: 200ms}';
    expect(received(`faults: [${slow}]`, 350)).toEqual(['1@100', '2@250', '3@300']);
    const silent = '{fault: service_timeout, service: /add, at: 500ms, until: 700ms}';
    expect(lines([CALLER], `faults: [${silent}]`)).toEqual([
      '1: 2 at 200',
      '2: 3 at 400',
      '4: 5 at 800',
      '3: none at 900',
    ]);
  });

  it('are recorded in the trace, each under its name', async () => {
    expect(
      await faultsOf(`faults:
  - {fault: loss, probability: 1, topic: /x, at: 1s, until: 1500ms}
  - {fault: duplicate, probability: 1, topic: /x, at: 2s, until: 2200ms}
  - {fault: reorder, probability: 1, delay: 1ms, topic: /x, at: 3s, until: 3100ms}
  - {fault: corrupt, probability: 1, topic: /x, at: 4s, until: 4200ms}
  - {fault: slow, node: /sink, callback: /x, factor: 2, at: 4500ms, until: 4600ms}
  - {fault: freeze, node: /sink, at: 4900ms, until: 4950ms}
  - {fault: clock, node: /sink, offset: 1ms, at: 100ms}
  - {fault: crash, node: /source, at: 4960ms}`),
    ).toEqual({
      ...{ loss: 5, duplicate: 2, reorder: 1, corrupt: 2, slow: 1, freeze: 1, thaw: 1 },
      ...{ clock: 1, crash: 1 },
    });
  });
});

describe('discovery', () => {
  it('loses messages and requests that are sent before the pair has matched', () => {
    const rule = (topic: string) => `discovery: {rules: [{topic: ${topic}, time: 250ms}]}`;
    expect(received(rule('/x'))).toEqual(['3@300', '4@400', '5@500']);
    const answers = lines([CALLER], rule('/add')).filter((line) => !line.includes('none'));
    expect(answers).toEqual(['2: 3 at 400', '3: 4 at 600', '4: 5 at 800']);
  });
});

describe('executors', () => {
  it('are selected by the command line and by launch files', () => {
    const launch = file(
      `<launch>
  <node exec="${SOURCE}" executor="single"/>
  <node exec="${SINK}" executor="multi:2">
    <callback_group name="own" type="reentrant" callbacks="/beat"/>
  </node>
</launch>`,
      'launch.xml',
    );
    const models = file('execution_times: [{node: /sink, callback: /x, time: 170ms}]');
    const beats = (...options: string[]) =>
      orrery(['launch', launch, '--models', models, '--until', '0.6s', '--no-record', ...options])
        .stdout.split('\n')
        .filter((line) => line.startsWith('beat'));
    expect(beats()).toEqual(['beat 1 250 250', 'beat 2 500 500']);
    expect(beats('--executor', 'single')).toEqual(['beat 1 270 270']);
  });

  it('are part of run.json', () => {
    const directory = join(folder, 'run');
    const executor = ['--executor', '/sink=multi:3'];
    orrery(['run', SOURCE, SINK, ...executor, '--until', '0.1s', '--record', directory]);
    expect(readRun(directory)).toMatchObject({
      configuration: {
        executors: [{ pattern: '/sink', policy: { policy: 'multi', threads: 3 } }],
      },
    });
  });
});
