/** A campaign shrinks the smallest example of each kind of failure, and saves it with a command that fails again. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CampaignSummary } from '../src/campaigns/index.js';
import { orrery } from './command_process.js';
import { namesBelow } from './names_below.js';
import { COMMAND, temporaryDirectory } from './orrery_command.js';

/** Publishes `name` at 100 ms, or 1 ms earlier with some seeds. */
const sender = (name: string, early: string) => `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('${name}');
  const publisher = node.createPublisher('std_msgs/msg/Empty', '${name}');
  const timer = node.createTimer(${early} ? 99_000_000n : 100_000_000n, () => {
    timer.cancel();
    publisher.publish({});
  });
  node.spin();
});`;
const MOTOR = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const motor = rclnodejs.createNode('motor');
  const state = motor.createPublisher('std_msgs/msg/Int32', 'state');
  let stopped = false;
  motor.createSubscription('std_msgs/msg/Empty', 'stop', () => { stopped = true; });
  motor.createSubscription('std_msgs/msg/Empty', 'drive', () => state.publish({ data: stopped ? 0 : 1 }));
  motor.spin();
});`;
const RACE = {
  'stop.cjs': sender('stop', 'false'),
  'drive.cjs': sender('drive', 'Math.random() < 0.4'),
  'motor.cjs': MOTOR,
  'race.yaml': `
system: [motor.cjs, stop.cjs, drive.cjs, --until, 0.2s]
seeds: 8
checks: ['topic:/state: data < 1']
recheck: 0
`,
};
const LIMITS = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('arm');
  const number = (name) => {
    node.declareParameter(new rclnodejs.Parameter(name, rclnodejs.ParameterType.PARAMETER_INTEGER, 0n));
    return Number(node.getParameter(name).value);
  };
  const [gain, load, speed] = ['gain', 'load', 'speed'].map(number);
  const publisher = node.createPublisher('std_msgs/msg/Int32', 'torque');
  node.createTimer(10_000_000n, () => publisher.publish({ data: speed + (gain > 1 && load > 1 ? 100 : 0) }));
  node.spin();
});`;
const ARM = {
  'arm.cjs': LIMITS,
  'arm.yaml': `
system: [arm.cjs, --until, 0.05s]
axes:
  gain: { parameter: gain, values: [1, 2] }
  load: { parameter: load, values: [1, 2] }
  speed: { parameter: speed, values: [1, 2, 3] }
  executor: { option: --executor, values: [single, events] }
checks: ['topic:/torque: data < 50']
recheck: 0
`,
};

function workplace(files: Readonly<Record<string, string>>): string {
  const folder = temporaryDirectory();
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const wordsOf = (folder: string, name: string) => [
  ...['sweep', join(folder, `${name}.yaml`), '--store', join(folder, 'sweeps'), '--json'],
  // One thread is enough for so few runs; starting more takes longer.
  ...['-j', '1'],
];

function sweep(folder: string, name: string, ...more: string[]): CampaignSummary {
  return JSON.parse(orrery([...wordsOf(folder, name), ...more]).stdout) as CampaignSummary;
}

function examplesOf(folder: string): string {
  const [campaign = ''] = readdirSync(join(folder, 'sweeps')).filter((name) => name.includes('-'));
  const file = join(folder, 'sweeps', campaign, 'shrunk.json');
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll(folder, '.') : '';
}

/** Arguments as a shell needs them. */
const split = (command: string) =>
  (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));

it('finds the order that a seed caused, and writes it so that it fails again', () => {
  const folder = workplace(RACE);
  const [failure, ...others] = sweep(folder, 'race', '-j', '3').failures;
  expect(others).toEqual([]);
  const { statement, confirmed, command } = failure!.shrunk!;
  expect(statement.join('\n')).toMatch(
    /^with the seed \d+ of row \d+, which passes, one decision is enough:\n {2}timer 100 ms of \/drive before timer 100 ms of \/stop at 0\.100000000 s\n {2}at \/motor: \/drive before \/stop at 0\.100000000 s, normally the reverse\n/,
  );
  expect(confirmed).toBe(true);
  const { status, stderr } = orrery([...split(command).slice(1), '--no-record']);
  expect([status, stderr.includes('"/state: data < 1"')]).toEqual([1, true]);
  expect(stderr).not.toContain('warning');
});

it('shrinks the same on any number of threads, once, and not if told not to', () => {
  const [one, other] = [workplace(RACE), workplace(RACE)];
  const { failures } = sweep(one, 'race', '--no-shrink');
  expect([failures.length, failures[0]!.shrunk, examplesOf(one)]).toEqual([1, undefined, '']);
  sweep(one, 'race');
  sweep(other, 'race', '-j', '4');
  const examples = examplesOf(one);
  expect(examples).toContain('before timer 100 ms of /stop');
  expect(examplesOf(other)).toBe(examples);
  expect(sweep(one, 'race').failures[0]!.shrunk).toBeDefined();
  expect(examplesOf(one)).toBe(examples);
  // With too few runs, it says so instead of claiming that there are no fewer decisions.
  const few = sweep(other, 'race', '--shrink-runs', '2').failures[0]!.shrunk!;
  expect(few.statement.join('\n')).toContain('perhaps fewer: ended after 2 runs');
});

it('finds the settings that it takes, with their proof, whatever else varies', () => {
  const folder = workplace(ARM);
  const { failures, points } = sweep(folder, 'arm');
  expect([points.length, failures.length]).toEqual([24, 1]);
  const { statement, command } = failures[0]!.shrunk!;
  const [needed = '', proof] = statement;
  expect(needed).toMatch(/is enough: (gain 2 instead of 1|load 2 instead of 1)/);
  expect(needed).not.toMatch(/enough:.*(speed|executor) \d/);
  expect(proof).toContain('no fewer: ');
  const { status, stderr } = orrery([...split(command).slice(1), '--no-record']);
  expect([status, stderr.includes('"/torque: data < 50"')]).toEqual([1, true]);
});

it('says of two checks that they fail at the same place, also if one of them ends the run there', () => {
  // A home position that comes late breaks one of the checks, which depends on the seed.
  const arm = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const [homing, planner, arm] = ['homing', 'planner', 'arm'].map((name) => rclnodejs.createNode(name));
  const once = (node, topic, ns) => {
    const publisher = node.createPublisher('std_msgs/msg/Empty', topic);
    const timer = node.createTimer(ns, () => { timer.cancel(); publisher.publish({}); });
  };
  const [isLate, isLoud] = [Math.random() < 0.6, Math.random() < 0.5];
  once(homing, 'home', isLate ? 30_000_000n : 10_000_000n);
  once(planner, 'move', 20_000_000n);
  const position = arm.createPublisher('std_msgs/msg/Int32', 'position');
  let ready = false;
  arm.createSubscription('std_msgs/msg/Empty', 'home', () => { ready = true; });
  arm.createSubscription('std_msgs/msg/Empty', 'move', () => {
    if (ready || isLoud) position.publish({ data: ready ? 1 : -1 });
  });
  for (const node of [homing, planner, arm]) node.spin();
});`;
  const checks = ['topic:/position: data > 0', 'never:/move not followed by /position within 1ms'];
  const system = '[arm.cjs, --until, 0.1s]';
  const campaign = `system: ${system}\nseeds: 12\nchecks: ${JSON.stringify(checks)}\nrecheck: 0\n`;
  const folder = workplace({ 'arm.cjs': arm, 'arm.yaml': campaign });
  const { failures } = sweep(folder, 'arm', '--no-shrink');
  expect(failures.map(({ kind }) => kind.includes('not followed')).sort()).toEqual([false, true]);
  expect(new Set(failures.map(({ cause }) => cause)).size).toBe(1);
  const { stdout } = orrery(['sweep', 'show', '--store', join(folder, 'sweeps')]);
  for (const { count, kind } of failures) {
    expect(stdout).toContain(`\n  at the same place: ${count} × ${kind}\n`);
  }
});

it('repeats what is judged after the run by the command that judges', () => {
  const files = {
    ...{
      ...RACE,
      'check.mjs':
        "export const check = (run) => run.topic('/state').messages.every(({ message }) => message.data < 1);",
    },
    'race.yaml': RACE['race.yaml'].replace("'topic:/state: data < 1'", "'test:check.mjs'"),
  };
  const folder = workplace(files);
  const [failure] = sweep(folder, 'race').failures;
  const { command } = failure!.shrunk!;
  expect(command).toContain('orrery explore');
  expect(orrery(split(command).slice(1))).toMatchObject({ status: 1, stderr: '' });
});

it('continues after Ctrl-C with the same result', async () => {
  const [cut, whole] = [workplace(RACE), workplace(RACE)];
  const child = spawn(process.execPath, [COMMAND, ...wordsOf(cut, 'race')]);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // All runs have been made, so Ctrl-C meets what comes after them, or nothing.
  const places = () => namesBelow(join(cut, 'sweeps')).some((name) => name.endsWith('places.json'));
  while (!places() && child.exitCode === null) await new Promise((next) => setTimeout(next, 2));
  child.kill('SIGINT');
  expect([130, 1]).toContain(await ended);
  sweep(cut, 'race');
  sweep(whole, 'race');
  expect(examplesOf(cut)).toBe(examplesOf(whole));
});
