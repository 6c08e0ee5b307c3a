/** For bad input, the command prints a code and names the culprit, exits non-zero, and loses nothing. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBag } from '../src/bag/index.js';
import { orrery } from './command_process.js';
import { program, ROOT, readRun, temporaryDirectory } from './orrery_command.js';

/** Runs a program that makes one mistake; returns what the user sees, and what is left behind. */
function mistake(name: string) {
  const directory = join(temporaryDirectory(), 'run');
  const done = orrery([
    'run',
    program('mistakes.cjs'),
    '--until',
    '5s',
    '--record',
    directory,
    '-p',
    `mistake:=${name}`,
  ]);
  return { ...done, directory };
}

async function recordedMessages(directory: string, topic: string): Promise<number> {
  const bag = await openBag(join(directory, 'recording.mcap'));
  const count = bag.topics.find(({ name }) => name === topic)?.messageCount ?? 0;
  expect(bag.warnings).toEqual([]);
  bag.close();
  return count;
}

describe('mistakes of a program', () => {
  const cases: [string, string, RegExp, number][] = [
    ['type', 'ORR_UNKNOWN_TYPE', /std_msgs\/msg\/Strin.*std_msgs\/msg\/String/s, 0],
    ['field', 'ORR_MESSAGE_FIELD', /linear\.x/, 1],
    [
      'throws',
      'ORR_CALLBACK_THREW',
      /timer \d+ ms of \/mistaken threw RangeError: out of cheese/,
      1,
    ],
    ['rejects', 'ORR_UNHANDLED_REJECTION', /\/mistaken .*nobody waits for this/, 1],
    ['uncaught', 'ORR_UNCAUGHT_EXCEPTION', /\/mistaken .*the file was not as it should be/, 1],
    ['forgotten', 'ORR_UNHANDLED_REJECTION', /\/mistaken .*nobody waits for this either/, 1],
  ];
  it.each(cases)('%s: %s', async (name, code, text, alive) => {
    const { status, stderr, directory } = mistake(name);
    expect(stderr).toContain(`error ${code}: `);
    expect(stderr).toMatch(text);
    expect(status).toBe(1);
    expect(readRun(directory)).toMatchObject({ end: 'failed', exitCode: 1, errors: [{ code }] });
    expect(await recordedMessages(directory, '/alive')).toBe(alive);
  });

  it('process.exit ends the run with its code and keeps the recording', async () => {
    const { status, stderr, directory } = mistake('exits');
    expect([status, stderr]).toEqual([7, '']);
    expect(await recordedMessages(directory, '/alive')).toBe(1);
  });

  it('a cycle without delay is reported with its topics', () => {
    const { status, stderr } = orrery([
      'run',
      program('cycle.cjs'),
      '--no-record',
      '--instant-limit',
      '5000',
    ]);
    expect(status).toBe(1);
    expect(stderr).toContain('ORR_INSTANT_OVERFLOW');
    expect(stderr).toMatch(/\/b → \/ping, \/a → \/pong/);
  });
});

describe('files', () => {
  it('that do not exist or are not programs are named', () => {
    const missing = orrery(['run', 'nowhere.js', '--no-record']);
    expect(missing.stderr).toMatch(/ORR_MODULE_NOT_FOUND: .*nowhere\.js/);
    expect(missing.status).toBe(1);
    const text = orrery(['run', join(ROOT, 'LICENSE'), '--no-record']);
    expect(text.stderr).toMatch(/ORR_MODULE_KIND: .*LICENSE/);
    expect(text.status).toBe(1);
  });

  it('with a syntax error are named with line and column', () => {
    const file = join(temporaryDirectory(), 'broken.mjs');
    writeFileSync(file, 'const a = 1;\nconst b = ;\n');
    const { status, stderr } = orrery(['run', file, '--no-record']);
    expect(stderr).toMatch(/ORR_MODULE_SYNTAX/);
    expect(stderr).toMatch(/broken\.mjs:2/);
    expect(status).toBe(1);
  });

  it('with a damaged bag are refused before anything runs', () => {
    const directory = temporaryDirectory();
    orrery(['run', program('talker.js'), '--until', '3s', '--record', join(directory, 'run')]);
    const bytes = readFileSync(join(directory, 'run/recording.mcap'));
    const damaged = join(directory, 'damaged.mcap');
    writeFileSync(
      damaged,
      bytes.map((byte, i) => (i > 600 && i < 640 ? byte ^ 0x5a : byte)),
    );
    const { status, stderr } = orrery([
      'run',
      program('listener.mjs'),
      '--bag',
      damaged,
      '--no-record',
    ]);
    expect(stderr).toMatch(/ORR_BAG_\w+: .*damaged\.mcap/);
    expect(status).toBe(1);
    const missing = orrery(['run', program('listener.mjs'), '--bag', 'no.mcap', '--no-record']);
    expect(missing.stderr).toMatch(/ORR_BAG_NOT_FOUND: .*no\.mcap/);
  });

  it('with a truncated bag play up to the damage, with a warning', () => {
    const directory = temporaryDirectory();
    orrery(['run', program('talker.js'), '--until', '3s', '--record', join(directory, 'run')]);
    const bytes = readFileSync(join(directory, 'run/recording.mcap'));
    const truncated = join(directory, 'truncated.mcap');
    writeFileSync(truncated, bytes.subarray(0, bytes.length - 100));
    const { status, stdout, stderr } = orrery([
      'run',
      program('listener.mjs'),
      '--bag',
      truncated,
      '--no-record',
    ]);
    expect(stderr).toMatch(/warning: .*truncated\.mcap/);
    expect(stdout).toContain('3000 hello 6');
    expect(status).toBe(0);
  });

  it('that cannot be written are refused before anything runs', () => {
    const directory = temporaryDirectory();
    const blocker = join(directory, 'file');
    writeFileSync(blocker, '');
    const { status, stderr, stdout } = orrery([
      'run',
      program('talker.js'),
      '--until',
      '1s',
      '--record',
      join(blocker, 'run'),
    ]);
    expect(stderr).toMatch(/ORR_OUTPUT_UNWRITABLE: .*file\/run/);
    expect([status, stdout]).toEqual([1, '']);
    mkdirSync(join(directory, 'run'));
    chmodSync(join(directory, 'run'), 0o700);
    writeFileSync(join(directory, 'run/run.json'), '{}');
    const taken = orrery([
      'run',
      program('talker.js'),
      '--until',
      '1s',
      '--record',
      join(directory, 'run'),
    ]);
    expect(taken.stderr).toMatch(/ORR_OUTPUT_EXISTS/);
  });
});

it('wrong options are answered with usage and exit code 2', () => {
  expect(orrery(['run', '--nonsense', program('talker.js')]).status).toBe(2);
  expect(orrery(['fly']).status).toBe(2);
  const duration = orrery(['run', program('talker.js'), '--until', 'soon', '--no-record']);
  expect(duration.stderr).toContain('ORR_DURATION');
});
