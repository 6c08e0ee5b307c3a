/** Commands in a folder of a read-only file system report that, whatever they wanted to write there. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMAND, orrery, program } from './orrery_command.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

const folder = sandbox.folder;
const MOUNT = `mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" &&`;

/** Runs a shell command in the folder, which is read-only meanwhile. */
const inside = (line: string) =>
  spawnSync(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', `${MOUNT} ${line}`, folder],
    {
      encoding: 'utf8',
    },
  );

const talker = program('talker.js');
const COMMANDS: readonly (readonly [string, string])[] = [
  [`run ${talker} --until 1s`, 'ORR_OUTPUT_UNWRITABLE'],
  [`run ${talker} --until 1s --record some/where/run`, 'ORR_OUTPUT_UNWRITABLE'],
  [`run ${talker} --until 1s --no-record --junit some/report.xml`, 'ORR_OUTPUT_UNWRITABLE'],
  ['bag convert run/recording.mcap -o other/bag', 'ORR_OUTPUT_UNWRITABLE'],
];

beforeAll(() => {
  orrery(['run', talker, '--until', '1s', '--record', join(folder, 'run')]);
});

it.skipIf(inside('true').status !== 0).each(COMMANDS)('orrery %s', (words, code) => {
  const { status, stderr } = inside(`${process.execPath} ${COMMAND} ${words}`);
  expect(stderr).toContain(code);
  expect(stderr).toMatch(/read-only/i);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(status).toBeGreaterThan(0);
});
