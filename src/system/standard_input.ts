import { OrreryError } from '../errors/index.js';

/** The most bytes of standard input that a run takes: they are kept in `run.json`. */
export const STANDARD_INPUT_LIMIT = 1024 * 1024;

/** What the standard input of a run is called in lists of its inputs; no file has this name. */
export const STANDARD_INPUT = '<standard input>';

/** What was given to the programs of a run as standard input. */
export type DeclaredInput = string;

/** Encodes bytes for a configuration, which is plain data. */
export function declareInput(bytes: Uint8Array): DeclaredInput {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

export function declaredBytes(input: DeclaredInput): Uint8Array {
  return Buffer.from(input, 'base64');
}

/** The error for standard input that a run cannot take, with what to do about it. */
export function refusedInput(why: keyof typeof REFUSALS): OrreryError {
  return new OrreryError('ORR_STDIN', REFUSALS[why]);
}

const REFUSALS = {
  endless:
    'Standard input did not end within 10 s, and a run in virtual time begins with all of it; close what is piped in, wait for it with --stdin -, or run in real time (--rate 1).',
  lost: 'Standard input could not be read; give a file with --stdin.',
  size: `Standard input has more than ${STANDARD_INPUT_LIMIT} bytes, the most that a run takes; let the programs read a file instead.`,
  terminal:
    'Standard input is a terminal, which never ends, and a run in virtual time begins with all of it; pipe a file in, give one with --stdin, or run in real time (--rate 1).',
  undeclared:
    'A program reads standard input, which was not given to this run; give a file, or - for what is piped in, with --stdin.',
} as const;
