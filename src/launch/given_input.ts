import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { OrreryError } from '../errors/index.js';
import {
  type DeclaredInput,
  declareInput,
  refusedInput,
  STANDARD_INPUT_LIMIT,
} from '../system/index.js';

const STDIN = 0;
/** How long, in ms, to sleep when no input has arrived yet. */
const NAP_MS = 5;

/**
 * Reads all of the standard input of a run.
 *
 * @param file - a path, or `-` for the standard input of this process
 * @throws OrreryError `ORR_STDIN`
 */
export function givenInput(file: string): DeclaredInput {
  if (file === '-') {
    if (isatty(STDIN)) throw refusedInput('terminal');
    return readAll(STDIN);
  }
  let descriptor: number;
  try {
    descriptor = openSync(resolve(file), 'r');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new OrreryError(
      'ORR_STDIN',
      `The file "${file}" of --stdin cannot be read (${code}); check the path.`,
      { place: { file: resolve(file) }, cause },
    );
  }
  try {
    return readAll(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readAll(descriptor: number): DeclaredInput {
  // Reading one byte more than the limit reveals whether there is more.
  const bytes = Buffer.alloc(STANDARD_INPUT_LIMIT + 1);
  let size = 0;
  for (;;) {
    const read = readSome(descriptor, bytes.subarray(size));
    if (read === 0) return declareInput(bytes.subarray(0, size));
    size += read;
    if (size > STANDARD_INPUT_LIMIT) throw refusedInput('size');
  }
}

function readSome(descriptor: number, target: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, target, 0, target.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw refusedInput('lost');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAP_MS);
    }
  }
}
