import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { fzstd } from '../packages/index.js';
import { bagError, corrupt } from './bag_error.js';
import { type ByteSource, FileSource, WindowReader } from './byte_source.js';
import { decompressFile } from './compression.js';
import { processId, reasonOf, statfsSync, unlinkSync } from './file_access.js';
import { OutputFile } from './output_file.js';
import { type ZstdExtent, zstdExtent } from './zstd_extent.js';

/** Content up to this size is unpacked in memory. */
const MAX_IN_MEMORY = 32 << 20;
/** As in the zstd command: data that needs a larger window is refused. */
const MAX_WINDOW = 128 << 20;
const PIECE_BYTES = 1 << 20;
/** The headers of blocks, which are read separately, are up to 128 KiB apart. */
const HEADER_WINDOW_BYTES = 4096;

const temporaryDirectory = tmpdir();
let unpacked = 0;

/**
 * A file that is compressed as a whole with zstd (rosbag2 `compression_mode: FILE`). Its content is
 * in memory if it is small, else in a temporary file, next to it or in the system's temporary
 * directory. The temporary file has no name while it is read, so it never stays behind.
 */
export class CompressedFileSource implements ByteSource {
  readonly path: string;
  readonly size: number;
  readonly #inMemory: number;
  #bytes: Uint8Array | undefined;
  #file: FileSource | undefined;

  /** @throws OrreryError `ORR_BAG_COMPRESSION`, `ORR_BAG_TOO_LARGE`, `ORR_OUTPUT_UNWRITABLE` */
  constructor(path: string, inMemory = MAX_IN_MEMORY) {
    this.path = path;
    this.#inMemory = inMemory;
    this.size = this.#load();
  }

  /** Unpacks; returns the size of the content. */
  #load(): number {
    const packed = new FileSource(this.path);
    try {
      const headers = new WindowReader(packed, HEADER_WINDOW_BYTES);
      const extent = zstdExtent((offset, length) => headers.read(offset, length), packed.size);
      if (extent === undefined) throw damaged(this.path);
      if (Math.max(extent.content, packed.size) <= this.#inMemory) {
        this.#bytes = decompressFile(packed.read(0, packed.size), extent.content, this.path);
        return this.#bytes.length;
      }
      this.#file = unpackToFile(packed, extent);
      return this.#file.size;
    } finally {
      packed.release();
    }
  }

  read(offset: number, length: number): Uint8Array {
    if (this.#bytes === undefined && this.#file === undefined && this.#load() !== this.size) {
      throw corrupt(this.path, 0, 'the file changed while it was being read.');
    }
    if (length < 0 || offset < 0 || offset + length > this.size) {
      const message = `${length} bytes are expected here but the content ends at byte ${this.size}; it is truncated.`;
      throw bagError('ORR_BAG_TRUNCATED', message, { file: this.path, offset });
    }
    return this.#bytes?.subarray(offset, offset + length) ?? this.#file!.read(offset, length);
  }

  release(): void {
    this.#bytes = undefined;
    this.#file?.release();
    this.#file = undefined;
  }
}

/** Unpacks into a file that disappears as soon as it is closed. */
function unpackToFile(packed: FileSource, { content, window }: ZstdExtent): FileSource {
  if (window > MAX_WINDOW) {
    const message = `the compressed data asks for a window of ${window} bytes; the limit is ${MAX_WINDOW}. Decompress the file with another tool first.`;
    throw bagError('ORR_BAG_TOO_LARGE', message, { file: packed.path });
  }
  const output = temporaryFile(packed.path, content);
  try {
    unpackInto(output, packed);
    output.close();
    // Opened, then removed: an open file exists until it is closed or the process ends.
    const file = new FileSource(output.path);
    unlinkSync(output.path);
    return file;
  } catch (error) {
    output.discard();
    throw error;
  }
}

/** A file with room for the content: next to the bag, or in the temporary directory. */
function temporaryFile(path: string, bytes: number): OutputFile {
  const name = `.${basename(path)}.unpacked-${processId}-${unpacked++}`;
  let reason = '';
  for (const directory of [dirname(path), temporaryDirectory]) {
    try {
      const { bavail, bsize } = statfsSync(directory);
      if (bavail * bsize > bytes) return new OutputFile(join(directory, name));
      reason = `${directory} has only ${bavail * bsize} bytes left`;
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  const message = `${bytes} bytes of compressed content cannot be unpacked next to the file or in ${temporaryDirectory}: ${reason}.`;
  throw bagError('ORR_BAG_TOO_LARGE', message, { file: path });
}

function unpackInto(output: OutputFile, packed: FileSource): void {
  const decompress = new (fzstd().Decompress)((bytes) => output.write(bytes));
  try {
    for (let offset = 0; offset < packed.size; offset += PIECE_BYTES) {
      const length = Math.min(PIECE_BYTES, packed.size - offset);
      decompress.push(packed.read(offset, length), offset + length === packed.size);
    }
  } catch (error) {
    throw error instanceof OrreryError ? error : damaged(packed.path, error);
  }
}

function damaged(path: string, cause?: unknown): OrreryError {
  const message = 'the zstd data cannot be decompressed; it is damaged.';
  return bagError('ORR_BAG_COMPRESSION', message, { file: path }, cause);
}
