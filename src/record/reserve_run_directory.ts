import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';

/**
 * Creates a directory `runs/<name>`, with a number if that is taken. It belongs to this caller alone, even if others
 * request the same name at the same moment.
 *
 * @throws OrreryError `ORR_OUTPUT_UNWRITABLE`
 */
export function reserveRunDirectory(name: string, parent = 'runs'): string {
  try {
    makeFolder(parent);
    for (let number = 1; ; number++) {
      const directory = join(parent, number === 1 ? name : `${name}-${number}`);
      if (makeAlone(directory)) return directory;
    }
  } catch (cause) {
    throw unwritableDirectory(join(parent, name), cause);
  }
}

/** Makes a directory; false if there is something of that name. */
function makeAlone(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A run directory that cannot be made. */
export function unwritableDirectory(path: string, cause: unknown): OrreryError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OrreryError(
    'ORR_OUTPUT_UNWRITABLE',
    `The run directory ${path} cannot be made (${reason}); name a directory you may write to.`,
    { place: { file: path }, cause },
  );
}
