/** Kinds of nondeterminism, each in a node of its own: every kind is caught and named. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LeakRecord } from '../src/guard/index.js';
import { orrery } from './command_process.js';
import { ROOT, readRun, temporaryDirectory } from './orrery_command.js';

const file = (name: string) => join(ROOT, 'test/nondeterminism', `${name}.cjs`);

interface Suspect {
  readonly kind: LeakRecord['kind'];
  /** The call in user code. */
  readonly what: string;
  /** The text of the line that causes it. */
  readonly line: string;
}

/** What the leak report says about each. */
const SUSPECTS: Readonly<Record<string, Suspect>> = {
  child_process: { kind: 'process', what: 'child_process.execFileSync', line: "('date'" },
  directory_order: { kind: 'directory-order', what: 'fs.opendirSync', line: 'opendirSync(' },
  entropy: { kind: 'device', what: "fs.openSync('/dev/urandom')", line: 'openSync(' },
  environment: { kind: 'environment', what: 'process.env.HOME', line: 'process.env.HOME' },
  file_time: { kind: 'file-time', what: 'fs.Stats.atimeMs', line: '.atimeMs' },
  file_watch: { kind: 'file-watch', what: 'fs.watch', line: 'watch(' },
  fire_and_forget: {
    kind: 'fire-and-forget',
    what: 'fs.promises.readFile',
    line: 'readFile(__filename)',
  },
  garbage_collection: {
    kind: 'garbage-collection',
    what: 'new FinalizationRegistry',
    line: 'new FinalizationRegistry',
  },
  legacy_match: { kind: 'engine-state', what: 'RegExp.$1', line: 'RegExp.$1' },
  message_channel: { kind: 'channel', what: 'new MessageChannel', line: 'new MessageChannel' },
  nan_bytes: {
    kind: 'nan',
    what: 'a NaN in the bytes of std_msgs/msg/UInt8MultiArray.data',
    line: 'publish(',
  },
  real_timer: { kind: 'thread-wait', what: 'Atomics.wait', line: 'Atomics.wait' },
  unawaited_fetch: { kind: 'network', what: 'fetch', line: 'fetch(' },
  wall_clock: { kind: 'realm', what: 'vm.runInNewContext', line: 'runInNewContext' },
  worker: { kind: 'worker', what: 'new Worker', line: 'new Worker' },
};

describe.each(Object.entries(SUSPECTS))('%s', (name, { kind, what, line }) => {
  it('is in the leak report, with its place', () => {
    const directory = join(temporaryDirectory(), 'run');
    const { stderr } = orrery(['run', file(name), '--until', '0.35s', '--record', directory]);
    const { leaks } = readRun(directory) as unknown as { leaks: readonly LeakRecord[] };
    const leak = leaks.find((candidate) => candidate.what === what);
    expect(leak).toMatchObject({ kind, file: file(name) });
    expect(readFileSync(file(name), 'utf8').split('\n')[leak!.line! - 1]).toContain(line);
    expect(stderr).toContain(`leak ${kind}: ${what} at ${file(name)}:${leak!.line}`);
    if (leak!.sinceStartNs > 0) {
      expect(leak).toMatchObject({ node: '/suspect', sinceStartNs: 100_000_000 });
    }
  });

  it('is an error in strict mode', () => {
    const { stderr, status } = orrery([
      'run',
      file(name),
      '--until',
      '1s',
      '--no-record',
      '--strict',
    ]);
    expect(stderr).toContain(`error ORR_LEAK_${kind.toUpperCase().replaceAll('-', '_')}: `);
    expect(stderr).toContain(file(name));
    expect(status).toBe(1);
  });
});

it('a NaN that an ES module sends as bytes is the only leak reported, at its place', () => {
  const directory = temporaryDirectory();
  const program = join(directory, 'nan.mjs');
  const text = readFileSync(file('nan_bytes'), 'utf8');
  writeFileSync(
    program,
    text.replace("const rclnodejs = require('rclnodejs')", "import rclnodejs from 'rclnodejs'"),
  );
  const run = join(directory, 'run');
  orrery(['run', program, '--until', '0.35s', '--record', run]);
  const { leaks } = readRun(run) as unknown as { leaks: readonly LeakRecord[] };
  expect(leaks).toMatchObject([{ kind: 'nan', file: program, line: 13, count: 3 }]);
});

describe('state that an earlier run left behind', () => {
  it('is found by orrery verify, which names callback, topic and field', () => {
    const counter = file('left_behind');
    const { stdout, status } = orrery(['verify', counter, '--until', '1s', '-n', '1']);
    expect(status).toBe(1);
    expect(stdout).toContain('NOT deterministic: 1 of 1 runs differ');
    expect(stdout).toMatch(/Callback 1, \/suspect timer timer#\d+, received the same input/);
    expect(stdout).toMatch(/What differs in the message on \/said:\n {2}data: "\d+" → "\d+"/);
  });
});

describe('a clean system', () => {
  it('reports nothing, even in strict mode', () => {
    const { stderr, status } = orrery([
      ...['run', file('clean'), '--until', '1s', '--no-record', '--strict'],
    ]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('is the same run under every disturbance', () => {
    const { stdout, status } = orrery(['verify', file('clean'), '--until', '1s', '-n', '10']);
    expect(stdout).toContain('The same run 11 times');
    expect(status).toBe(0);
  });
});
