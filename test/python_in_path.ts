/**
 * Puts the folder of the Python that `python3` finally starts first in `PATH`, for tests and what they start. The
 * wrapper of a version manager takes longer than the interpreter itself, and tests start it a thousand times.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/** Called by Vitest before it starts the workers, which inherit the variable. */
export default function setup(): void {
  const asked = ['-c', 'import sys; print(sys.executable)'];
  const { stdout } = spawnSync('python3', asked, { encoding: 'utf8' });
  const interpreter = stdout?.trim();
  if (!interpreter) return;
  const path = process.env.PATH ?? '';
  // Where nothing is in between, the folder is in the path, and other programs should not change places.
  if (!path.split(delimiter).includes(dirname(interpreter)))
    process.env.PATH = `${dirname(interpreter)}${delimiter}${path}`;
}
