/** On a machine with few resources, no run ends with a stack trace of Node: it works, or it says what is missing. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND, orrery, program, ROOT, readRun, temporaryDirectory } from './orrery_command.js';

/** The bundled package; what the compiler alone writes consists of many more files. */
const IS_BUNDLED = existsSync(join(ROOT, 'dist/chunks'));
/** With fewer, Node 20 cannot even read the command. */
const LIMITS = [20, 24, 32, 40, 48, 64];

const folder = temporaryDirectory();
/** A program that does nothing. */
const NOTHING = join(folder, 'nothing.mjs');
writeFileSync(NOTHING, '');

describe.skipIf(process.platform === 'win32')('a run that may open only so many files', () => {
  it.each(LIMITS)('%i', (limit) => {
    const record = join(folder, `run-${limit}`);
    const words = [
      COMMAND,
      'run',
      program('endless_talker.cjs'),
      '--until',
      '1s',
      '--record',
      record,
    ];
    const shell = ['-c', `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath];
    const { status, stderr } = spawnSync('sh', [...shell, ...words], { encoding: 'utf8' });
    // Later versions of Node need more just to read any file, so that the command never starts.
    if (spawnSync('sh', [...shell, NOTHING]).status !== 0) {
      expect(status).not.toBe(0);
      return;
    }
    if (status === 0) {
      expect(stderr).toBe('');
      expect(readRun(record).end).toBe('until');
      expect(readdirSync(record).sort()).toEqual(['recording.mcap', 'run.json', 'trace.mcap']);
    } else {
      expect(stderr).toMatch(/^error ORR_(SYSTEM_REFUSED|RUN_STOPPED): .*EMFILE.*ulimit -n.*\n$/);
      expect(status).toBe(1);
      // As documented.
      expect(IS_BUNDLED && limit >= 48).toBe(false);
    }
  });
});

it.skipIf(process.platform === 'win32')(
  'a run that may not write one file leaves no part of it',
  () => {
    const record = join(folder, 'unwritten');
    const shell = 'ulimit -f 0; exec "$0" "$@"';
    const words = ['run', program('endless_talker.cjs'), '--until', '1s', '--record', record];
    const { status, stderr } = spawnSync('sh', ['-c', shell, process.execPath, COMMAND, ...words], {
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^error ORR_\w+: .*EFBIG.*\n/);
    expect(status).toBe(1);
    expect(readdirSync(record)).toEqual([]);
  },
);

it('a run without a compiler of V8 runs, and leaves its record', () => {
  const record = join(folder, 'jitless');
  const words = ['--jitless', COMMAND, 'run', program('endless_talker.cjs'), '--until', '1s'];
  const { status, stderr } = spawnSync(process.execPath, [...words, '--record', record], {
    encoding: 'utf8',
  });
  expect(stderr.replace(/^Warning: disabling flag.*\n/, '')).toBe('');
  expect(status).toBe(0);
  expect(readRun(record).counts.messages).toBeGreaterThan(0);
});

it('a recording that needs a compiler of V8 is refused without one, and is not reported as damaged', () => {
  const record = join(folder, 'zstd');
  orrery(['run', program('endless_talker.cjs'), '--until', '100s', '--record', record]);
  for (const words of ['bag verify', 'bag cat', 'analyze']) {
    const args = ['--jitless', COMMAND, ...words.split(' '), record];
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toContain('error ORR_BAG_COMPRESSION: zstd needs WebAssembly');
    expect(stdout).not.toContain('damaged');
    expect(status).toBe(1);
  }
});

it('runs that share threads do not fail without a compiler of V8', () => {
  const words = ['--jitless', COMMAND, 'explore', program('endless_talker.cjs'), '--until', '2ms'];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect(stdout).toContain('No run fails.');
  expect(status).toBe(0);
});
