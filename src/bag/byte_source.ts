import { OrreryError } from '../errors/index.js';
import { bagError } from './bag_error.js';
import { closeSync, fstatSync, openSync, readSync, reasonOf, statSync } from './file_access.js';

const { allocUnsafeSlow: allocate } = Buffer;

/** Bytes that can be read at any offset. Opened by the first read, closed by `release()`. */
export interface ByteSource {
  readonly path: string;
  readonly size: number;
  /**
   * Exactly `length` bytes from `offset`, in memory that nothing else writes to.
   * @throws OrreryError `ORR_BAG_TRUNCATED` when the source is shorter.
   */
  read(offset: number, length: number): Uint8Array;
  /** Releases the descriptor or the memory; a later `read` opens it again. */
  release(): void;
}

function openForReading(path: string): number {
  try {
    // Checked before opening: opening a named pipe without a writer never returns.
    if (!statSync(path).isFile()) {
      throw bagError('ORR_BAG_NOT_A_BAG', 'is not a regular file.', { file: path });
    }
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof OrreryError) throw error;
    throw bagError(
      'ORR_BAG_NOT_FOUND',
      `cannot be read: ${reasonOf(error)}.`,
      { file: path },
      error,
    );
  }
}

function truncated(path: string, offset: number, length: number, size: number): Error {
  const message = `${length} bytes are expected here but the file ends at byte ${size}; it is truncated.`;
  return bagError('ORR_BAG_TRUNCATED', message, { file: path, offset });
}

/** A plain file. */
export class FileSource implements ByteSource {
  readonly path: string;
  readonly size: number;
  #descriptor = -1;

  constructor(path: string) {
    this.path = path;
    const descriptor = openForReading(path);
    this.#descriptor = descriptor;
    this.size = fstatSync(descriptor).size;
  }

  read(offset: number, length: number): Uint8Array {
    if (length < 0 || offset < 0 || offset + length > this.size) {
      throw truncated(this.path, offset, length, this.size);
    }
    if (this.#descriptor < 0) this.#descriptor = openForReading(this.path);
    // Not zeroed first: every byte is read, or this throws. Separate memory, not from Node's pool.
    const bytes = new Uint8Array(allocate(length).buffer, 0, length);
    let done = 0;
    while (done < length) {
      const count = readSync(this.#descriptor, bytes, done, length - done, offset + done);
      if (count === 0) throw truncated(this.path, offset, length, offset + done);
      done += count;
    }
    return bytes;
  }

  release(): void {
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}

/** Reads small pieces from a source through one window, for walking over a file. */
export class WindowReader {
  readonly source: ByteSource;
  readonly #windowSize: number;
  #start = 0;
  #window: Uint8Array = new Uint8Array(0);

  constructor(source: ByteSource, windowSize = 256 * 1024) {
    this.source = source;
    this.#windowSize = windowSize;
  }

  /** Like {@link ByteSource.read}, but the bytes may share memory with other results. */
  read(offset: number, length: number): Uint8Array {
    const begin = offset - this.#start;
    if (begin >= 0 && begin + length <= this.#window.length) {
      return this.#window.subarray(begin, begin + length);
    }
    if (length >= this.#windowSize) return this.source.read(offset, length);
    const available = Math.min(this.#windowSize, this.source.size - offset);
    this.#window = this.source.read(offset, Math.max(length, available));
    this.#start = offset;
    return this.#window.subarray(0, length);
  }
}
