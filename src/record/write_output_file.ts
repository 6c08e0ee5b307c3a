import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OrreryError } from '../errors/index.js';

/**
 * Writes a file whole or not at all; its folder is made.
 *
 * @throws OrreryError `ORR_OUTPUT_UNWRITABLE`
 */
export function writeOutputFile(file: string, content: string | Uint8Array): void {
  const temporary = join(dirname(file), `.${basename(file)}.partial`);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, content);
    renameSync(temporary, file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OrreryError(
      'ORR_OUTPUT_UNWRITABLE',
      `The file ${file} cannot be written (${reason}); name one in a folder you may write to.`,
      { place: { file }, cause },
    );
  }
}
