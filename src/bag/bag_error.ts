import { type ErrorCode, type ErrorPlace, OrreryError } from '../errors/index.js';

/** Where in which file something is wrong; `offset` is a byte offset. */
export type BagPlace = Pick<ErrorPlace, 'file' | 'line' | 'column' | 'offset' | 'topic'>;

/** Builds the coded error of this room; the place is repeated in the sentence for humans. */
export function bagError(
  code: ErrorCode,
  message: string,
  place: BagPlace = {},
  cause?: unknown,
): OrreryError {
  const at = place.offset === undefined ? '' : ` at byte ${place.offset}`;
  const line = place.line === undefined ? '' : ` line ${place.line}`;
  const where = place.file === undefined ? '' : `${place.file}${line}${at}: `;
  return new OrreryError(code, where + message, { place, cause });
}

/** A structure of the file contradicts its format. */
export function corrupt(file: string, offset: number, what: string): OrreryError {
  return bagError('ORR_BAG_CORRUPT', what, { file, offset });
}

/** A problem that does not stop the reader, but that the user must know about. */
export interface BagWarning {
  readonly code: ErrorCode;
  readonly message: string;
  readonly file: string;
  /** Byte offset in `file`, where it makes sense. */
  readonly offset?: number;
}
