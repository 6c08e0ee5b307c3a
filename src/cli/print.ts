/**
 * The one place where the command prints. Names, types and messages come from untrusted
 * bags and nodes: control characters are shown instead of acting on the terminal.
 */
import { printable } from '../errors/index.js';

/** Prints a result; false if the reader is too slow. */
export function print(text: string): boolean {
  return process.stdout.write(printable(text));
}

/** Prints everything except the result: warnings, errors, advice. */
export function printNote(text: string): void {
  process.stderr.write(printable(text));
}

/** What this command has said that it says only once. */
const said = new Set<string>();

/** Prints a note unless this command has printed it already. */
export function printOnce(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  printNote(text);
}

/** Begins another command in this process, which has said nothing yet. */
export function beginNotes(): void {
  said.clear();
}

/** Replaces the line that follows the work on a terminal; an empty text removes it. */
export function printProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${printable(text)}`);
}
