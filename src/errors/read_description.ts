import { tooLong, tooManyLines } from './problems.js';
import { readRegularFile } from './read_regular_file.js';

/**
 * Reads a YAML file that people write. A file that holds too much is refused before it is parsed, which would take
 * long and need much memory.
 *
 * @throws Error what `readRegularFile` throws, or the reason for the refusal
 */
export function readDescription(file: string): string {
  const text = readRegularFile(file);
  const excess = tooLong(text) ?? tooManyLines(text);
  if (excess !== undefined) throw new Error(`it ${excess}`);
  return text;
}
