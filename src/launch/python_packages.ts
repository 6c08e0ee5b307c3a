import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the Python packages that come with Orrery. */
export const PYTHON_PACKAGES = fileURLToPath(new URL('../../python', import.meta.url));

/** The program that runs the module that its first argument names, as `python3 -m` does. */
export const PYTHON_MODULE = join(PYTHON_PACKAGES, 'orrery_guest', 'module_program.py');
