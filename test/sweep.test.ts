/** `orrery sweep` as a user sees it: interrupted, killed, moved, changed, and with unreliable results. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CampaignSummary } from '../src/campaigns/index.js';
import { type CommandResult, orrery } from './command_process.js';
import { namesBelow } from './names_below.js';
import { COMMAND, orrery as runAlone, temporaryDirectory } from './orrery_command.js';

const PROGRAM = `
const rclnodejs = require('rclnodejs');
const { LIMIT } = require('./limit.cjs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('dice');
  const publisher = node.createPublisher('std_msgs/msg/Float64', 'throw');
  node.createTimer(100_000_000n, () => publisher.publish({ data: LIMIT * Math.random() }));
  node.spin();
});`;
const CAMPAIGN = `
system: [dice.cjs, --until, 1s]
seeds: 15
checks: ['topic:/throw: data < 0.98']
recheck: 0
`;

/** How many kills in a row the campaign must survive. */
const KILLS = Number(process.env.ORRERY_SWEEP_KILLS ?? 3);

function workplace(files: Readonly<Record<string, string>>): string {
  const folder = temporaryDirectory();
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const dice = () =>
  workplace({
    'dice.cjs': PROGRAM,
    'limit.cjs': 'exports.LIMIT = 1;',
    'dice.yaml': CAMPAIGN,
  });

function sweep(folder: string, ...more: string[]) {
  return summarized(orrery([...wordsOf(folder), ...more]));
}

/** One thread: starting another one takes longer than so few runs. */
const wordsOf = (folder: string) => [
  ...['sweep', join(folder, 'dice.yaml'), '--store', join(folder, 'sweeps'), '--json'],
  ...['-j', '1'],
];

function summarized({ stdout, stderr }: CommandResult) {
  const [, made, known] = /(\d+) runs made, (\d+) known before/.exec(stderr) ?? [];
  return {
    summary: JSON.parse(stdout) as CampaignSummary,
    made: Number(made),
    known: Number(known),
  };
}

/** The rows that journals list as done, without those that were known; lines cut short by a kill do not count. */
function rowsMade(store: string): number[] {
  const [campaign = ''] = readdirSync(store).filter((name) => name.startsWith('dice-'));
  const folder = join(store, campaign, 'journal');
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n'),
  );
  return lines.flatMap((line) => {
    const [, row] = /^\{"event":"done","row":(\d+),"key":"\w+","at":\d+\}$/.exec(line) ?? [];
    return row === undefined ? [] : [Number(row)];
  });
}

it('loses nothing and repeats nothing if workers, or all of them, are killed again and again', async () => {
  const folder = dice();
  const seeds = 12 + 5 * KILLS;
  const campaign = CAMPAIGN.replace('seeds: 15', `seeds: ${seeds}`);
  writeFileSync(join(folder, 'dice.yaml'), campaign);
  const store = join(folder, 'sweeps');
  const words = ['sweep', 'work', join(folder, 'dice.yaml'), '--store', store, '-j', '2'];
  const results = () =>
    namesBelow(join(store, 'results')).filter((name) => name.endsWith('.json')).length;
  const workers: (ChildProcess | undefined)[] = [undefined, undefined];
  const start = (part: number) =>
    spawn(process.execPath, [COMMAND, ...words, '--shard', `${part + 1}/2`], { stdio: 'ignore' });
  const kill = async (part: number) => {
    const child = workers[part]!;
    workers[part] = undefined;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await ended;
  };
  for (let number = 1; number <= KILLS; number++) {
    for (const part of [0, 1]) workers[part] ??= start(part);
    const soFar = number === 1 ? 0 : results();
    // Killed as soon as there are a few more results, whatever the workers are doing.
    const grown = () => {
      try {
        return results() > soFar + 2;
      } catch {
        return false;
      }
    };
    const isOver = () => workers.every((child) => child!.exitCode !== null);
    while (!grown() && !isOver()) await new Promise((next) => setTimeout(next, 5));
    // The first worker, the second, or all workers of the machine.
    for (const part of number % 3 === 0 ? [0, 1] : [(number % 3) - 1]) await kill(part);
  }
  for (const part of [0, 1]) if (workers[part] !== undefined) await kill(part);
  const before = results();
  expect(before).toBeGreaterThan(2 * KILLS);
  const { summary, made, known } = sweep(folder);
  expect(summary.counts).toEqual({ done: seeds, lost: 0, open: 0, waiting: 0, changed: 0 });
  expect([known, made]).toEqual([before, seeds - before]);
  const rows = rowsMade(store);
  expect(new Set(rows).size).toBe(rows.length);
  const other = dice();
  writeFileSync(join(other, 'dice.yaml'), campaign);
  const undisturbed = sweep(other).summary;
  expect(summary.failures.map(({ count, row }) => [count, row])).toEqual(
    undisturbed.failures.map(({ count, row }) => [count, row]),
  );
  expect(undisturbed.points[0]!.digests).toBe(seeds);
  expect(summary.points).toEqual(undisturbed.points);
}, 3_600_000);

it('recognises its results in another folder, and remakes what a module has changed', () => {
  const folder = dice();
  expect(sweep(folder).made).toBe(15);
  const moved = `${folder} moved (2)`;
  cpSync(folder, moved, { recursive: true });
  expect(sweep(moved)).toMatchObject({ made: 0, known: 15 });
  writeFileSync(join(moved, 'limit.cjs'), 'exports.LIMIT = 0.5;');
  const changed = sweep(moved);
  expect(changed.made).toBe(15);
  expect(changed.summary.failures).toEqual([]);
  const rows = readFileSync(join(folder, 'dice.yaml'), 'utf8').replace('seeds: 15', 'seeds: 17');
  writeFileSync(join(folder, 'dice.yaml'), rows);
  expect(sweep(folder)).toMatchObject({ made: 2, known: 15 });
});

it('judges again if the module of a check has changed, wherever the command runs', () => {
  const folder = dice();
  // A process loads a module once.
  const sweepAnew = (place: string) => summarized(runAlone(wordsOf(place)));
  writeFileSync(join(folder, 'check.mjs'), 'export const check = () => true;');
  writeFileSync(
    join(folder, 'dice.yaml'),
    CAMPAIGN.replace("'topic:/throw: data < 0.98'", "'test:check.mjs'").replace('15', '2'),
  );
  expect(sweepAnew(folder).summary.failures).toEqual([]);
  writeFileSync(join(folder, 'check.mjs'), 'export const check = () => false;');
  expect(sweepAnew(folder)).toMatchObject({ made: 2, summary: { failures: [{ count: 2 }] } });
  const moved = `${folder} moved`;
  cpSync(folder, moved, { recursive: true });
  expect(sweepAnew(moved)).toMatchObject({ made: 0, known: 2 });
});

it('reports if two executions of one run differ', () => {
  const folder = workplace({
    // What a run leaves in a file affects the next one.
    'dice.cjs': PROGRAM.replace('Math.random()', 'runs').replace(
      'rclnodejs.init()',
      `const { appendFileSync, readFileSync } = require('node:fs');
       appendFileSync(__dirname + '/runs.txt', '.');
       const runs = readFileSync(__dirname + '/runs.txt').length;
       rclnodejs.init()`,
    ),
    'limit.cjs': 'exports.LIMIT = 1;',
    'dice.yaml': 'system: [dice.cjs, --until, 1s]\nseeds: 4\nrecheck: 1\n',
  });
  const { summary } = sweep(folder);
  expect(summary.rechecked).toBe(4);
  expect(summary.nondeterministic.length).toBeGreaterThan(0);
});

it('repeats a share of the known runs if --recheck asks for it', () => {
  const folder = dice();
  expect(sweep(folder).summary.rechecked).toBe(0);
  expect(sweep(folder, '--recheck', '20%')).toMatchObject({
    made: 0,
    known: 15,
    summary: { rechecked: 3, nondeterministic: [] },
  });
  const { status, stderr } = orrery(['sweep', join(folder, 'dice.yaml'), '--recheck', '101%']);
  expect([status === 0, stderr.includes('ORR_NUMBER')]).toEqual([false, true]);
});

it('does not show a metric of nothing as measured', () => {
  const folder = dice();
  const metrics = ['rate(/thorw)', 'max(/throw)', 'latency(/throw)', 'response(/nobody)'];
  const text = `system: [dice.cjs, --until, 0.25s]\nseeds: 2\nmetrics: [${metrics.join(', ')}]`;
  writeFileSync(join(folder, 'metrics.yaml'), text);
  const words = [join(folder, 'metrics.yaml'), '--store', join(folder, 'sweeps'), '-j', '1'];
  const { status, stdout } = orrery(['sweep', ...words]);
  expect(status).toBe(1);
  expect(stdout.split('\n').filter((line) => line.startsWith('NOT'))).toEqual([
    'NOT MEASURED: rate(/thorw) asks for /thorw, which no run had; did you mean "/throw"?',
    'NOT MEASURED: latency(/throw) has no value in any run: nothing is there to measure.',
    expect.stringContaining('NOT MEASURED: response(/nobody) asks for /nobody, which no run had'),
  ]);
});

it('does not count a check that saw nothing as passing', () => {
  const folder = dice();
  const silent = CAMPAIGN.replace('1s', '0.05s').replace('seeds: 15', 'seeds: 2');
  writeFileSync(join(folder, 'dice.yaml'), silent);
  const words = ['sweep', join(folder, 'dice.yaml'), '--store', join(folder, 'sweeps')];
  const { status, stdout } = orrery(words);
  expect(stdout).toContain(
    'NOT EVALUATED: "topic:/throw: data < 0.98" had nothing to judge in any run.',
  );
  expect(status).toBe(1);
  expect(sweep(folder).summary.unevaluated).toEqual(['topic:/throw: data < 0.98']);
});

it('distinguishes failures of one check by where they depart from the nearest passing run', () => {
  const folder = workplace({
    'motor.cjs': `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const sender = rclnodejs.createNode('sender');
  const publishers = ['cmd', 'estop', 'reset'].map((topic) => sender.createPublisher('std_msgs/msg/Empty', topic));
  const first = Math.max(0, Math.floor(Math.random() * 6) - 3);
  const order = [first, ...[0, 1, 2].filter((each) => each !== first)];
  let next = 0;
  sender.createTimer(10_000_000n, () => { if (next < 3) publishers[order[next++]].publish({}); });
  const motor = rclnodejs.createNode('motor');
  const state = motor.createPublisher('std_msgs/msg/Int32', 'state');
  let ready = false;
  motor.createSubscription('std_msgs/msg/Empty', 'cmd', () => { ready = true; });
  for (const topic of ['estop', 'reset']) {
    motor.createSubscription('std_msgs/msg/Empty', topic, () => state.publish({ data: ready ? 0 : 1 }));
  }
  sender.spin();
  motor.spin();
});`,
    'dice.yaml': `
system: [motor.cjs, --until, 0.1s]
seeds: 20
checks: ['topic:/state: data < 1']
`,
  });
  const { failures } = sweep(folder).summary;
  expect(failures.map(({ where }) => where).sort()).toEqual([
    'at /motor: /estop before /cmd, normally the reverse',
    'at /motor: /reset before /cmd, normally the reverse',
  ]);
  expect(new Set(failures.map(({ kind }) => kind)).size).toBe(1);
  for (const { command, row } of failures) {
    expect(command).toContain(`motor.cjs --until 0.1s --seed ${row}`);
  }
  expect(sweep(folder)).toMatchObject({ made: 0, summary: { failures } });
});

it('makes a different run of a Python program with each seed, and caches it although the store is next to it', () => {
  const folder = workplace({
    'dice.py': `
import random, rclpy
from std_msgs.msg import Int32
rclpy.init()
node = rclpy.create_node('dice')
publisher = node.create_publisher(Int32, 'throw', 10)
node.create_timer(0.1, lambda: publisher.publish(Int32(data=random.randint(0, 9))))
rclpy.spin(node)
`,
    'dice.yaml': 'system: [dice.py, --until, 0.5s]\nseeds: 4\nrecheck: 0\n',
  });
  const { counts, points } = sweep(folder).summary;
  expect(counts).toEqual({ done: 4, lost: 0, open: 0, waiting: 0, changed: 0 });
  expect(points[0]!.digests).toBe(4);
  expect(sweep(folder)).toMatchObject({ made: 0, known: 4 });
});

it('ends with the row whose settings are no system, keeps what was made, and makes the rest once they are', () => {
  const folder = dice();
  const variants = (word: string) =>
    `axes:\n  net: { variants: { calm: [], delayed: [${word}, "100000"] } }\n`;
  const write = (word: string) =>
    writeFileSync(
      join(folder, 'dice.yaml'),
      CAMPAIGN.replace('seeds: 15', 'seeds: 3') + variants(word),
    );
  write('--no-such-option');
  const words = ['sweep', join(folder, 'dice.yaml'), '--store', join(folder, 'sweeps'), '-j', '2'];
  const { status, stderr } = orrery(words);
  expect(status).toBe(1);
  expect(stderr).toContain('ORR_SYSTEM_WORDS');
  expect(stderr).toContain("unknown option '--no-such-option'");
  expect(stderr).toContain('row 1 of the campaign, with net delayed');
  write('--instant-limit');
  const { made, known } = sweep(folder);
  expect(known).toBeGreaterThan(0);
  expect(made + known).toBe(6);
});
