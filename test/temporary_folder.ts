/**
 * Tests, the commands that they start and their children leave their files in one folder, which is removed when the
 * last test has ended; `KEEP_TEMPORARY=1` keeps it and prints its path.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Called by Vitest before it starts the workers, which inherit the variable. */
export default function setup(): () => void {
  // The name is short, because the path of a socket has at most 107 characters.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'orrery-tests-'));
  process.env.TMPDIR = folder;
  return () => {
    if (process.env.KEEP_TEMPORARY === '1') process.stderr.write(`Kept ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  };
}
