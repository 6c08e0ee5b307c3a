import { type ErrorPlace, OrreryError } from '../errors/index.js';
import { DescriptionError } from '../job/index.js';

/** Prints an error for people: code, sentence, place, and the user's own stack if there is one. */
export function printError(error: unknown): void {
  if (!(error instanceof OrreryError)) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
    return;
  }
  // The message of a description's mistakes has the place of each.
  const place = error instanceof DescriptionError ? {} : error.place;
  printCodedError(error.code, error.message, place, stackOf(error.cause));
}

export function printCodedError(
  code: string,
  message: string,
  place: ErrorPlace,
  stack: string | undefined,
): void {
  process.stderr.write(`error ${code}: ${message}\n`);
  if (place.file !== undefined && place.line !== undefined) {
    process.stderr.write(`    at ${place.file}:${place.line}:${place.column ?? 1}\n`);
  }
  if (stack === undefined) return;
  const lines = stack.split('\n');
  const others = lines.filter((line) => !isOwnFrame(line));
  // What only Orrery and Node have seen, such as a missing file, is in the sentence already.
  const isOwn = others.length < lines.length && !others.some((line) => /^\s+at /.test(line));
  if (!isOwn) process.stderr.write(`${others.join('\n')}\n`);
}

function stackOf(cause: unknown): string | undefined {
  if (typeof cause === 'string') return cause;
  return cause instanceof Error ? cause.stack : undefined;
}

const ownFolder = new URL('..', import.meta.url);

/** Frames of Orrery and of Node itself say nothing about user code. */
function isOwnFrame(line: string): boolean {
  return (
    /^\s+at .*\bnode:/.test(line) ||
    /^\s+at .*\/node_modules\/commander\//.test(line) ||
    line.includes(ownFolder.href) ||
    line.includes(ownFolder.pathname)
  );
}
