import { gunzipSync, gzipSync } from 'node:zlib';
import { OrreryError } from '../../errors/index.js';
import { readStoredGzip, storedGzip } from './stored_gzip.js';

/** Largest body of a frame, and largest content after decompression, in bytes. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** A frame: the length of the body as a big-endian number of 4 bytes, and the body. */
export function encodeFrame(body: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(4 + body.length);
  frame.writeUInt32BE(body.length, 0);
  frame.set(body, 4);
  return frame;
}

/** Content up to this size travels uncompressed in a gzip wrapper: compressing it costs more than it saves. */
const SMALL = 4096;

/** Compresses the body of a frame, or the channel data in it. */
export function compress(content: Uint8Array): Buffer {
  return content.length > SMALL ? gzipSync(content) : storedGzip(content);
}

/**
 * Decompresses a body or the channel data of a message.
 *
 * @throws OrreryError `ORR_NETSIM_PROTOCOL` when it is not gzip or is larger than {@link MAX_FRAME_BYTES}
 */
export function decompress(body: Uint8Array): Buffer {
  const stored = readStoredGzip(body);
  if (stored !== undefined) return stored;
  try {
    return gunzipSync(body, { maxOutputLength: MAX_FRAME_BYTES });
  } catch (error) {
    throw new OrreryError(
      'ORR_NETSIM_PROTOCOL',
      `The peer sent a frame whose content cannot be decompressed: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}

/** Splits a stream of bytes into the bodies of its frames, in whatever pieces it arrives. */
export class FrameReader {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  /** Length of the body that is being received. */
  #length: number | undefined;

  /** Takes what has arrived; returns the bodies that are complete now. */
  push(chunk: Uint8Array): Buffer[] {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    const bodies: Buffer[] = [];
    for (;;) {
      if (this.#length === undefined) {
        if (this.#bytes < 4) return bodies;
        this.#length = this.#take(4).readUInt32BE(0);
        this.#check(this.#length);
      }
      if (this.#bytes < this.#length) return bodies;
      bodies.push(this.#take(this.#length));
      this.#length = undefined;
    }
  }

  /** Whether the stream may end here. */
  get complete(): boolean {
    return this.#bytes === 0 && this.#length === undefined;
  }

  #check(length: number): void {
    if (length <= MAX_FRAME_BYTES) return;
    throw new OrreryError(
      'ORR_NETSIM_PROTOCOL',
      `The peer announced a frame of ${length} bytes; the limit is ${MAX_FRAME_BYTES}.`,
    );
  }

  #take(count: number): Buffer {
    const all =
      this.#chunks.length === 1 ? Buffer.from(this.#chunks[0]!) : Buffer.concat(this.#chunks);
    this.#chunks.length = 0;
    this.#bytes -= count;
    if (this.#bytes > 0) this.#chunks.push(all.subarray(count));
    return all.subarray(0, count);
  }
}
