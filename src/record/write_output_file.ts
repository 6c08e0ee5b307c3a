import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';

// Captured at load time: user code may later see guarded ones.
const files = { renameSync, rmSync, writeFileSync };

/**
 * Writes a file completely or not at all; creates its folder.
 *
 * @throws OrreryError `ORR_OUTPUT_UNWRITABLE`
 */
export function writeOutputFile(file: string, content: string | Uint8Array): void {
  const temporary = join(dirname(file), `.${basename(file)}.partial`);
  try {
    makeFolder(dirname(file));
    files.writeFileSync(temporary, content);
    files.renameSync(temporary, file);
  } catch (cause) {
    remove(temporary);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OrreryError(
      'ORR_OUTPUT_UNWRITABLE',
      `The file ${file} cannot be written (${reason}); name one in a folder you may write to.`,
      { place: { file }, cause },
    );
  }
}

/** Removes a partly written file, if possible. */
function remove(temporary: string): void {
  try {
    files.rmSync(temporary, { force: true });
  } catch {
    // The reason for the failed write is more informative.
  }
}
