import { readFileSync, statSync } from 'node:fs';

/**
 * Reads the text of a file that the user names in an option or a description.
 *
 * A named pipe is refused before it is opened: without a writer, opening it never returns; with one, it delivers its
 * content once, but a run that is repeated reads it again.
 *
 * @throws an error of the operating system, or one that `whyUnreadable` explains
 */
export function readRegularFile(file: string): string {
  const entry = statSync(file);
  if (!entry.isFile() && !entry.isDirectory()) {
    throw Object.assign(new Error('it is not a regular file'), { code: 'NOT_REGULAR' });
  }
  return readFileSync(file, 'utf8');
}
