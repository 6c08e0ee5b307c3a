import {
  DescriptionError,
  type ErrorPlace,
  OrreryError,
  withoutOwnFrames,
} from '../errors/index.js';
import { printNote } from './print.js';

/** Prints an error for people: code, sentence, place, and the user's own stack if there is one. */
export function printError(error: unknown): void {
  if (!(error instanceof OrreryError)) {
    const { code = '', syscall, message } = error as NodeJS.ErrnoException;
    const stack = error instanceof Error ? (error.stack ?? message) : String(error);
    // What the operating system refuses is not a defect of Orrery.
    if (syscall === undefined) printNote(`error ORR_UNEXPECTED: ${stack}\n`);
    else printCodedError('ORR_SYSTEM_REFUSED', refusal(code, message), {}, undefined);
    return;
  }
  // The message of a `DescriptionError` already names the place of each mistake.
  const place = error instanceof DescriptionError ? {} : error.place;
  printCodedError(error.code, error.message, place, stackOf(error.cause));
}

function refusal(code: string, message: string): string {
  const advice = ADVICE[code] ?? 'see what it needs.';
  return `The operating system refuses something: ${message}; ${advice}`;
}

const RAISE_LIMIT =
  'allow more open files (ulimit -n); a run needs 48, and each bag and process more.';

const ADVICE: Readonly<Record<string, string>> = {
  EMFILE: RAISE_LIMIT,
  ENFILE: RAISE_LIMIT,
  ENOENT: 'check the path: the folder of a file that is written must exist.',
  ENOTDIR: 'check the path: a part of it is a file, not a folder.',
  EISDIR: 'check the path: it is that of a folder, and a file is needed.',
  EACCES: 'see who may read and write there.',
  EPERM: 'see who may read and write there.',
  EROFS: 'choose a place that can be written.',
  ENOSPC: 'make room on the disk.',
};

export function printCodedError(
  code: string,
  message: string,
  place: ErrorPlace,
  stack: string | undefined,
): void {
  printNote(`error ${code}: ${message}\n`);
  if (place.file !== undefined && place.line !== undefined) {
    printNote(`    at ${place.file}:${place.line}:${place.column ?? 1}\n`);
  }
  const shown = typeof stack === 'string' ? withoutOwnFrames(stack) : undefined;
  if (shown !== undefined) printNote(`${shown}\n`);
}

function stackOf(cause: unknown): string | undefined {
  if (typeof cause === 'string') return cause;
  return cause instanceof Error ? cause.stack : undefined;
}
