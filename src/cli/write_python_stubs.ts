import { spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { PYTHON_PACKAGES } from '../launch/index.js';

/**
 * Writes type stubs for Python: of all interfaces, and of `rclpy` and the other packages that come with Orrery.
 *
 * @param folder where to write; created if it does not exist
 * @param directories folders of packages with interfaces of the user's own
 */
export function writePythonStubs(folder: string, directories: readonly string[]): void {
  const python = process.env.ORRERY_PYTHON ?? 'python3';
  const words = ['-m', 'orrery_stubs', resolve(folder), ...directories];
  const { error, status, stderr } = spawnSync(python, words, {
    encoding: 'utf8',
    env: {
      ...process.env,
      PYTHONPATH: [PYTHON_PACKAGES, process.env.PYTHONPATH].filter(Boolean).join(delimiter),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  const why = error?.message ?? stderr.trim().split('\n').at(-1);
  if (status !== 0) {
    throw new OrreryError(
      'ORR_PYTHON_STUBS',
      `${python} cannot write the stubs (${why}); they need Python 3.10 or newer, which ORRERY_PYTHON may name, and a folder that can be written.`,
    );
  }
}
