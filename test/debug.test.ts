/** `orrery debug` re-executes recorded runs to any callback, and says who and why. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Debug from '../src/debug/index.js';
import { orrery } from './command_process.js';
import { COMMAND, program, ROOT, readRun, temporaryDirectory } from './orrery_command.js';

// The re-execution runs in a process of the built package.
const { openDebugSession } = (await import(
  new URL('dist/debug/index.js', `file://${ROOT}/`).href
)) as typeof Debug;

const folder = temporaryDirectory();
const numbers = program('debug/numbers.cjs');
const counter = program('debug/counter.ts');
const recorded = join(folder, 'run');
const PACKAGES = ['--packages', join(ROOT, 'examples')];
const MODELS = join(folder, 'models.yaml');
const example = (name: string) => join(ROOT, 'examples', name);

function record(directory: string, ...words: readonly string[]): void {
  const { status, stderr } = orrery([...words, '--record', directory]);
  expect(status, stderr).toBe(0);
}

/** The objects that the command prints, one per line. */
function debug(directory: string, ...options: readonly string[]) {
  const { status, stdout, stderr } = orrery(['debug', directory, '--json', ...options]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { status, stderr, said: lines.map((line) => JSON.parse(line) as Said) };
}
type Said = Readonly<Record<string, unknown>>;

beforeAll(() => record(recorded, 'run', numbers, counter, '--until', '2s', '--seed', '5'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('orrery debug', () => {
  it('carries out commands and ends', () => {
    const options = ['--at', '1s', '--break-on', '/total', '-c', 'print 1n + 1n', '-c', 'finish'];
    const { status, said, stderr } = debug(recorded, ...options);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(said).toMatchObject([
      { event: 'stop', reason: 'break', callback: 20, time: '1000000000', file: counter },
      { event: 'print', text: '2n', hadSideEffects: false },
      { event: 'stop', callback: 20, phase: 'after' },
    ]);
  });

  it('prints the output of programs on the way, except for repetitions', () => {
    const words = ['debug', recorded, '--callback', '5', '-c', 'next 2', '-c', 'back 2'];
    const { stdout } = orrery(words);
    expect(stdout.match(/^number \d+$/gm)).toHaveLength(1);
    expect(stdout).toMatch(/^→ +7 │ {5}last \+= 1/m);
  });

  it('reads commands from a pipe', async () => {
    const child = spawn(process.execPath, [COMMAND, 'debug', recorded, '--json']);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.stdin.end('next\njump\nwhy\nquit\n');
    await new Promise((resolve) => child.once('close', resolve));
    const said = text.trim().split('\n');
    const events = said.map((line) => (JSON.parse(line) as { event: string }).event);
    expect(events).toEqual(['stop', 'stop', 'error', 'why']);
  });

  it('leaves no process behind, however it is ended', async () => {
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const child = spawn(process.execPath, [COMMAND, 'debug', recorded, '--callback', '7']);
      await new Promise((resolve) => child.stderr.once('data', resolve));
      const [debugged] = await childrenOf(child.pid!);
      expect(debugged).toBeGreaterThan(0);
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill(signal);
      await ended;
      while (isAlive(debugged!)) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
});

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid)]);
  return stdout.trim().split(/\s+/).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('every kind of run', () => {
  /** Goes to a callback in the middle and on to the end, and compares the digests. */
  async function travel(directory: string): Promise<readonly Debug.DebugStop[]> {
    const session = await openDebugSession(directory);
    try {
      const half = Math.ceil(readRun(directory).counts.callbacks / 2);
      const stops = [await session.to({ callback: half }), await session.continue()];
      expect(stops).toMatchObject([{ callback: half }, { phase: 'end' }]);
      return stops;
    } finally {
      await session.close();
    }
  }

  it.each([
    ['awaits, services and JavaScript timers', ['run', program('debug/waiter.mjs')]],
    ['a launch file', ['launch', example('diff_drive_robot/robot.launch.yaml'), ...PACKAGES]],
    ['managed nodes', ['launch', example('managed_stack/stack.launch.xml'), ...PACKAGES]],
    ['models', ['run', numbers, counter, '--models', MODELS, '--executor', 'multi:2']],
    ['a bag', ['run', counter, '--bag', join(recorded, 'recording.mcap')]],
  ])('is repeated: %s', async (name, words) => {
    const directory = join(folder, name.replace(/\W/g, '_'));
    writeFileSync(
      MODELS,
      "execution_times: [{ node: '**', time: { uniform: { min: 20ms, max: 90ms } } }]",
    );
    record(directory, ...words, '--until', '3s');
    await travel(directory);
  });

  it('is repeated: a schedule', async () => {
    const file = program('explore/order_bug.cjs');
    const schedule = join(folder, 'schedule.json');
    const search = ['--check', 'order:/sink', '--runs', '10', '-j', '1', '--save', schedule];
    expect(orrery(['explore', file, '--until', '1s', ...search]).status).toBe(1);
    const directory = join(folder, 'scheduled');
    record(directory, 'run', file, '--until', '1s', '--schedule', schedule);
    // The schedule is part of the configuration, so its file is no longer needed.
    rmSync(schedule);
    await travel(directory);
  });

  it('stops after callbacks without user code, and can continue past them', async () => {
    const directory = join(folder, 'played');
    record(directory, 'run', counter, '--bag', join(recorded, 'recording.mcap'), '--until', '3s');
    const { said } = debug(
      directory,
      '--node',
      '/counter',
      '-c',
      'back',
      '-c',
      'why',
      '-c',
      'next',
    );
    const [first] = said;
    expect(said).toMatchObject([
      { phase: 'before', file: counter },
      { phase: 'passed', node: '/rosbag2_player', callback: Number(first!.callback) - 1 },
      { causes: [{ callback: { cause: 0 } }] },
      first!,
    ]);
  });

  it('stops at code that continues after an await', () => {
    const file = join(folder, 'late.cjs');
    writeFileSync(
      file,
      `const rclnodejs = require('rclnodejs');
       rclnodejs.init().then(() => {
         const node = rclnodejs.createNode('late');
         node.createTimer(100000000n, async () => {
           await new Promise((resolve) => setTimeout(resolve, 20));
           node.late = true;
         });
         node.spin();
       });\n`,
    );
    const directory = join(folder, 'late');
    record(directory, 'run', file, '--until', '1s');
    const { said } = debug(directory, '-c', 'finish', '-c', 'next', '-c', 'finish', '-c', 'state');
    expect(said).toMatchObject([
      { callback: 1, phase: 'before', line: 5 },
      { callback: 1, phase: 'after' },
      { callback: 2, phase: 'before', line: 6, entity: '/late user_timer setTimeout' },
      { callback: 2, phase: 'after' },
      { state: 'late: true' },
    ]);
  });

  it('that was interrupted ends where it ended before', async () => {
    const directory = join(folder, 'interrupted');
    const words = ['run', numbers, '--real-time', '--record', directory];
    const child = spawn(process.execPath, [COMMAND, ...words]);
    child.stdout.once('data', () => child.kill('SIGINT'));
    await new Promise((resolve) => child.once('close', resolve));
    const { counts, end } = readRun(directory);
    expect(end).toBe('interrupted');
    const { said } = debug(directory, '-c', 'continue', '-c', 'back');
    expect(said).toMatchObject([
      { callback: 1 },
      { phase: 'end', end: 'interrupted' },
      { callback: counts.callbacks },
    ]);
  });

  it('that had failed stops at the callback that failed', () => {
    const file = join(folder, 'failing.cjs');
    writeFileSync(
      file,
      `const rclnodejs = require('rclnodejs');
       rclnodejs.init().then(() => {
         const node = rclnodejs.createNode('failing');
         let left = 3;
         node.createTimer(1000000n, () => {
           if (left-- === 0) throw new Error('nothing is left');
         });
         node.spin();
       });\n`,
    );
    const directory = join(folder, 'failed');
    expect(orrery(['run', file, '--until', '1s', '--record', directory]).status).toBe(1);
    const { status, said } = debug(directory, '-c', 'print left', '-c', 'why', '-c', 'next');
    expect(status).toBe(0);
    expect(said).toMatchObject([
      { callback: 4, line: 6 },
      { text: '0' },
      { causes: [{ callback: { number: 4 }, entity: { kind: 'timer', node: '/failing' } }] },
      { phase: 'end', end: 'failed' },
    ]);
  });
});

describe('a run that cannot be repeated', () => {
  const copy = (name: string, change: (run: Record<string, unknown>) => void): string => {
    const directory = join(folder, name);
    cpSync(recorded, directory, { recursive: true });
    const file = join(directory, 'run.json');
    const run = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    change(run);
    writeFileSync(file, JSON.stringify(run));
    return directory;
  };

  it('is refused if it is not a run, or too old', () => {
    const nothing = orrery(['debug', folder]);
    expect([nothing.status, nothing.stderr]).toEqual([1, expect.stringContaining('RUN_DIRECTORY')]);
    const old = copy('old', (run) => delete run.repeat);
    expect(orrery(['debug', old]).stderr).toContain('ORR_RUN_CONFIG');
    const untraced = copy('untraced', () => {});
    rmSync(join(untraced, 'trace.mcap'));
    expect(orrery(['debug', untraced]).stderr).toContain('ORR_ANALYSIS_TRACE_MISSING');
  });

  it('is refused if a program is gone; a changed program is a warning', () => {
    const file = join(folder, 'mine.cjs');
    cpSync(numbers, file);
    const directory = join(folder, 'changed');
    record(directory, 'run', file, '--until', '1s');
    writeFileSync(file, readFileSync(file, 'utf8').replace('1 +', '2 +'));
    const { status, stderr } = orrery(['debug', directory, '--callback', '3', '-c', 'next']);
    expect(status).toBe(1);
    expect(stderr).toContain(`${file} has changed since the run`);
    expect(stderr).toContain('ORR_DEBUG_DIVERGED');
    expect(stderr).toContain('callback #1 differs first, its output was');
    rmSync(file);
    expect(orrery(['debug', directory]).stderr).toContain('ORR_DEBUG_INPUT');
  });
});
