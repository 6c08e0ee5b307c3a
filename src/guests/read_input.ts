import { OrreryError } from '../errors/index.js';
import type { StandardInput } from '../guard/index.js';

/** What a guest gets of the standard input of the run: a piece in base64, or why there is none. */
export type InputPiece =
  | { readonly data: string; readonly ended: boolean; readonly live: boolean }
  | { readonly refused: string };

/** All of the standard input; in real time, what has come since the last call. */
export function readInput(input: StandardInput): InputPiece {
  const { live } = input;
  try {
    if (!live) return { data: base64(input.all()), ended: true, live };
    const bytes = input.take();
    return { data: base64(bytes ?? new Uint8Array()), ended: bytes === null, live };
  } catch (error) {
    // The run has noted it; the program may go on without its input.
    if (error instanceof OrreryError) return { refused: error.message };
    throw error;
  }
}

function base64({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('base64');
}
