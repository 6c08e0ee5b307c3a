/**
 * The one place where the command prints. Names, types and messages come from bags and nodes of
 * anybody: what would act on the terminal is shown instead.
 */
import { printable } from '../errors/index.js';

/** Prints a result; false when the reader is slower than we are. */
export function print(text: string): boolean {
  return process.stdout.write(printable(text));
}

/** Prints what is not the result: warnings, errors, advice. */
export function printNote(text: string): void {
  process.stderr.write(printable(text));
}

/** Replaces the line that follows the work on a terminal; an empty text removes it. */
export function printProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${printable(text)}`);
}
