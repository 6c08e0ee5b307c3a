/** The command that `orrery sweep` prints for a row makes the same run again, however that run ended. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { COMMAND, readRun, temporaryDirectory } from './orrery_command.js';

const PROGRAM = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('dice');
  const publisher = node.createPublisher('std_msgs/msg/Float64', 'throw');
  node.createTimer(100_000_000n, () => publisher.publish({ data: Math.random() }));
  node.spin();
});`;
const MONITOR = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('monitor');
  node.createSubscription('std_msgs/msg/Float64', 'throw', () => {});
  node.spin();
});`;
const JUDGE = `
export const check = (run) =>
  run.topic('/throw').messages.some(({ message }) => message.data < 0.1) || 'no small throw';`;

interface Row {
  readonly status: string;
  readonly digest: string;
  readonly exit_code: number;
  readonly command: string;
}

interface Repeated {
  readonly digest: { readonly total: string };
  readonly errors: readonly unknown[];
}

/** What the shell makes of the command of a row. */
function repeat({ command }: Row) {
  const shell = `orrery() { "${process.execPath}" "${COMMAND}" "$@"; }\n${command} --no-record --json`;
  const { stdout, status } = spawnSync('sh', ['-c', shell], { encoding: 'utf8' });
  const { digest, errors } = JSON.parse(stdout) as Repeated;
  return { digest: digest.total, code: status, errors: errors.length };
}

/** Repeats the rows of a campaign with these checks, some of which pass. */
function repeatRows(seeds: number, checks: readonly string[]): void {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'dice.cjs'), PROGRAM);
  writeFileSync(join(folder, 'monitor.cjs'), MONITOR);
  writeFileSync(join(folder, 'judge.mjs'), JUDGE);
  writeFileSync(
    join(folder, 'dice.yaml'),
    `system: [dice.cjs, --until, 1s]
seeds: ${seeds}
checks: ${JSON.stringify(checks)}
recheck: 0
`,
  );
  const store = ['--store', join(folder, 'sweeps')];
  orrery(['sweep', join(folder, 'dice.yaml'), ...store, '--no-shrink', '-j', '1']);
  const { stdout } = orrery(['sweep', 'query', 'callbacks > 0', ...store, '--json']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  expect(rows).toHaveLength(seeds);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['passed', 'failed']));
  for (const row of rows) {
    const found = row.status === 'passed' ? 0 : 1;
    expect(repeat(row), row.command).toEqual({ digest: row.digest, code: found, errors: found });
  }
}

it('repeats rows that pass, that a check ends, and that fail at their end', () => {
  repeatRows(6, [
    ...['topic:/throw: data < 0.92', 'eventually:/throw: data < 0.2', 'program:monitor.cjs'],
  ]);
});

it('repeats rows that are judged from their recordings', () => {
  repeatRows(4, ['never:/throw: data > 0.95', 'test:judge.mjs']);
});

it('says wherever a run is reported that its recording breaks a check', () => {
  const folder = temporaryDirectory();
  const [file, record, junit] = ['dice.cjs', 'run', 'junit.xml'].map((name) => join(folder, name));
  writeFileSync(file!, PROGRAM);
  const words = ['--until', '1s', '--record', record!, '--junit', junit!];
  const { status, stdout } = orrery(['run', file!, ...words, '--check', 'never:/throw: data >= 0']);
  expect(status).toBe(1);
  expect(stdout).toContain('Failed after 1.000 s');
  const { end, exitCode, errors } = readRun(record!);
  expect([end, exitCode, errors.length]).toEqual(['failed', 1, 1]);
  expect(readFileSync(junit!, 'utf8')).toContain('errors="1"');
});

it.each([
  ['never:/throw before /throw at /nobody', 'is on a node that is not there'],
  ['never:/thrown: data > 2', 'is on a topic that no node has; did you mean "/throw"?'],
  ['order:/dice', 'this compares it with another run; use orrery explore.'],
])('cannot judge %s', (check, text) => {
  const file = join(temporaryDirectory(), 'dice.cjs');
  writeFileSync(file, PROGRAM);
  const words = ['run', file, '--until', '1s', '--no-record', '--check', check];
  const { status, stderr } = orrery(words);
  expect(status).toBe(1);
  expect(stderr).toContain(text);
});
