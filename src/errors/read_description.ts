import { tooLong, tooManyLines } from './problems.js';
import { readRegularFile } from './read_regular_file.js';

/**
 * The text of a YAML file that people write. One that holds too much is refused before it is parsed, which takes long and
 * much memory.
 *
 * @throws Error what `readRegularFile` throws; the reason why it is refused
 */
export function readDescription(file: string): string {
  const text = readRegularFile(file);
  const excess = tooLong(text) ?? tooManyLines(text);
  if (excess !== undefined) throw new Error(`it ${excess}`);
  return text;
}
