import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFolder } from './components/is_folder.js';

/** Folder of the Python packages that come with Orrery. */
export const PYTHON_PACKAGES = fileURLToPath(new URL('../../python', import.meta.url));

/** The program that runs the module that its first argument names, as `python3 -m` does. */
export const PYTHON_MODULE = join(PYTHON_PACKAGES, 'orrery_guest', 'module_program.py');

/** The program that runs a launch file whose handlers are functions. */
export const RUNNING_LAUNCH = join(PYTHON_PACKAGES, 'orrery_launch', 'running_file.py');

/**
 * The folder whose workspace a module belongs to: that of the first file or folder among its arguments (`pytest
 * tests/test_map.py::test_cells`), or else the current one, from which Python itself imports the module.
 */
export function moduleFolder(args: readonly string[]): string {
  const files = args.slice(1).map((word) => resolve(word.split('::', 1)[0]!));
  const first = files.find((file) => existsSync(file));
  if (first === undefined) return process.cwd();
  return isFolder(first) ? first : dirname(first);
}
