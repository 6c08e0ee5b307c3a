import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WORKER_NAME } from './worker_name.js';

let temporaries = 0;

/**
 * Writes a file aside and then links it to its name, which succeeds exactly once among any number of workers, and
 * shows no unfinished file to any of them.
 *
 * @param temporary - a folder on the same disk
 * @returns false if the file was there already
 */
export function publishOnce(file: string, text: string, temporary: string): boolean {
  temporaries += 1;
  const aside = join(temporary, `${WORKER_NAME}-${temporaries}`);
  try {
    writeFileSync(aside, text);
    mkdirSync(dirname(file), { recursive: true });
    linkSync(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
