/** Commands remove what they put into the system's temporary folder: at their end, after a failure and after Ctrl-C. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveProcess } from './live_process.js';
import { program } from './orrery_command.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

const SUMS = [program('explore/sums.cjs'), '--until', '150ms'];
const TALKER = [program('talker.js'), '--until', '2s'];
/** Reads the recording of each run. */
const HOLDS = ['--check', `test:${program('explore/checks/holds.mjs')}`];
const ODD = ['--check', `program:${program('explore/checks/monitor_throws.cjs')}`, ...HOLDS];

/** A folder that nobody has used. */
function emptyFolder(): string {
  const folder = join(sandbox.folder, `tmp${readdirSync(sandbox.folder).length}`);
  mkdirSync(folder);
  return folder;
}

const PYTHON_NODE = `
import rclpy
from rosidl_runtime_py import get_interface_path
rclpy.init()
print(get_interface_path('std_msgs/msg/String'))
`;
const PYTHON_LAUNCH = `
from launch import LaunchDescription
from launch.actions import ExecuteProcess

def generate_launch_description():
    return LaunchDescription([
        ExecuteProcess(cmd=['python3', 'module.py'])])
`;

beforeAll(() => {
  sandbox.write('talker.launch.py', PYTHON_LAUNCH);
  sandbox.write('module.py', PYTHON_NODE);
  sandbox.write(
    'sums.yaml',
    `system: ${JSON.stringify(SUMS)}\nseeds: 2\nchecks: ['${HOLDS[1]}']\n`,
  );
  const { status, stderr } = sandbox.orrery(['run', ...TALKER, '--record', 'recorded']);
  expect(status, stderr).toBe(0);
});

const ENDING: readonly (readonly [string, number, readonly string[]])[] = [
  ['run', 0, ['run', ...TALKER, '--no-record']],
  ['a run that fails', 1, ['run', program('endings/throws.cjs'), '--until', '1s', '--no-record']],
  ['verify', 0, ['verify', ...TALKER, '-n', '2']],
  ['verify of what does not start', 1, ['verify', 'nowhere.cjs', '--until', '1s', '-n', '2']],
  ['explore', 0, ['explore', ...SUMS, '--runs', '3', ...HOLDS]],
  ['explore that finds a failure', 1, ['explore', ...SUMS, '--runs', '20', ...ODD]],
  ['compare', 0, ['compare', ...TALKER, '--seeds', '2', '-e', 'events,single']],
  ['sweep', 0, ['sweep', 'run', 'sums.yaml']],
  ['debug', 0, ['debug', 'recorded', '--at', '1s', '-c', 'next', '-c', 'back']],
  ['doctor', 0, ['doctor', ...TALKER]],
  ['analyze', 0, ['analyze', 'recorded']],
  ['studio', 0, ['studio', 'recorded', '--html', 'page.html']],
  ['bag convert', 0, ['bag', 'convert', 'recorded', '-o', 'converted']],
];

describe('the temporary folder is empty after', () => {
  it.each(ENDING)('%s', (_, code, words) => {
    const TMPDIR = emptyFolder();
    const { status, stdout, stderr } = sandbox.orrery(words, { TMPDIR });
    expect(status, stdout + stderr).toBe(code);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it.skipIf(PYTHON === undefined)('a launch file in Python and its programs', () => {
    const TMPDIR = emptyFolder();
    const words = ['launch', 'talker.launch.py', '--until', '1s', '--no-record'];
    const { status, stdout, stderr } = sandbox.orrery(words, { TMPDIR });
    expect(status, stdout + stderr).toBe(0);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });
});

const ENDLESS_RUNS: readonly (readonly [string, readonly string[]])[] = [
  ['verify', ['verify', ...TALKER, '-n', '1000000', '-j', '2']],
  [
    'explore',
    ['explore', ...SUMS, '--runs', '1000000', '-j', '2', '--strategy', 'random', ...HOLDS],
  ],
  ['compare', ['compare', ...TALKER, '--seeds', '100000', '-j', '2']],
];

describe('the temporary folder is empty when Ctrl-C ends', () => {
  it('run', async () => {
    const TMPDIR = emptyFolder();
    const words = ['orrery', 'run', program('debug/numbers.cjs'), '--no-record'];
    const running = new LiveProcess(sandbox.folder, words, { TMPDIR });
    await running.printed('number ');
    expect(await running.interrupt()).toBe(130);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  // At once when there is a folder, and later while runs are in progress.
  const moments = ENDLESS_RUNS.flatMap(([name, words]) =>
    [0, 1000].map((later) => [name, later, words] as const),
  );
  it.each(moments)('%s, %i ms after it has made a folder', async (_, later, words) => {
    const TMPDIR = emptyFolder();
    const running = new LiveProcess(sandbox.folder, ['orrery', ...words], { TMPDIR });
    let isOver = false;
    void running.ended.then(() => {
      isOver = true;
    });
    while (!isOver && readdirSync(TMPDIR).length === 0) await after(5);
    await after(later);
    expect(await running.interrupt(), running.stdout + running.stderr).toBe(130);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });
});
