/** The number of messages of a run does not depend on what is digested or recorded. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { orrery, program, readRun, temporaryDirectory } from './orrery_command.js';

const folder = temporaryDirectory();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TALKER = program('talker.js');
const WAYS: readonly (readonly string[])[] = [
  ['--no-record', '--digest', 'off'],
  ['--no-record', '--digest', 'order'],
  ['--no-record', '--digest', 'content'],
  ['--record', join(folder, 'run')],
];

it('a run reports how many messages it had, whatever is digested or recorded', () => {
  const said = WAYS.map((way) => {
    const { stdout } = orrery(['run', TALKER, '--until', '3s', ...way]);
    return /callbacks, ([\d,]+) messages/.exec(stdout)?.[1];
  });
  const { messages } = readRun(join(folder, 'run')).counts;
  expect(messages).toBeGreaterThan(0);
  expect(said).toEqual(WAYS.map(() => String(messages)));
});
