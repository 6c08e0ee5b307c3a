import { fileURLToPath } from 'node:url';

/** Folder of the Python packages that come with Orrery. */
export const PYTHON_PACKAGES = fileURLToPath(new URL('../../python', import.meta.url));
