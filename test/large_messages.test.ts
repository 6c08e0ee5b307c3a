/** The built command asks the system for the memory of large messages once, not for each message. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { COMMAND, program } from './orrery_command.js';

/** Number of copies of 1 MB, 245 pages each, that the longer run makes beyond those of the shorter run. */
const COPIES = 5 * 300;

/** Number of pages that the system gave to the run, from the shell's sum over its children. */
function pageFaults(seconds: number): number {
  const run = `'${process.execPath}' '${COMMAND}' run '${program('large_messages.cjs')}' --no-record --until ${seconds}s`;
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `${run} >&2; read -r line < /proc/$$/stat; echo "$line"`],
    { encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
  expect(stderr).toContain(`Done after ${seconds}.000 s`);
  // After the name come the state, five process numbers, flags, faults, and faults of children.
  return Number(stdout.slice(stdout.lastIndexOf(')') + 2).split(' ')[8]);
}

const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };

// Only glibc has the thresholds that `src/interfaces/expect_large.ts` raises.
it.skipIf(header.glibcVersionRuntime === undefined)('a page is faulted in once', () => {
  const each = (pageFaults(4) - pageFaults(1)) / COPIES;
  expect(each).toBeLessThan(20);
});
