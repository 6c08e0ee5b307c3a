import { real } from '../guard/index.js';
import { Frame } from './frame.js';
import { frameFault, PipeEnd } from './frame_fault.js';
import { HEADER_BYTES, IN_MEMORY } from './frame_kinds.js';
import { tooLarge } from './message_in.js';
import { SharedMemory } from './shared_memory.js';

// Captured before the guard replaces it with one that clears the memory, which takes 0.1 ms for 1 MB.
const { allocUnsafeSlow } = Buffer;
const INITIAL_BYTES = 65_536;
/** How much memory a frame gets before its bytes have arrived. */
const UNSEEN_BYTES = 4 << 20;
/** Bytes of the header that `length` counts. */
const COUNTED = HEADER_BYTES - 4;
/** Bytes that say where the end of a frame is. */
const PLACE_BYTES = 8;

/**
 * Frames to and from a guest over two blocking descriptors, on which the two sides take turns. Reading
 * and writing block the thread.
 */
export class Channel {
  readonly #input: number;
  readonly #output: number;
  readonly #limit: number;
  readonly #frame = new Frame();
  readonly #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #at = 0;
  #end = 0;
  #open = true;
  #memory: SharedMemory | undefined;

  constructor(input: number, output: number, limit: number) {
    this.#input = input;
    this.#output = output;
    this.#limit = limit;
  }

  /** What the guest shares for large messages, if it does. */
  get memory(): SharedMemory | undefined {
    return this.#memory;
  }

  /** Uses, from now on, memory that the guest holds under this descriptor. Returns whether that is possible. */
  share(pid: number, descriptor: number): boolean {
    this.#memory ??= SharedMemory.open(pid, descriptor);
    return this.#memory !== undefined;
  }

  /** @throws PipeEnd if nobody reads any more */
  write(...parts: readonly Uint8Array[]): void {
    const { fs } = real;
    try {
      for (const bytes of parts) {
        for (let at = 0; at < bytes.length; ) {
          at += fs.writeSync(this.#output, bytes, at, bytes.length - at);
        }
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
      throw new PipeEnd();
    }
  }

  /**
   * Returns the next frame. The next call reuses the object, and also its bytes unless the frame keeps them.
   *
   * @throws PipeEnd when the guest has closed its end; FrameFault when the frame is too big
   */
  read(): Frame {
    this.#fill(HEADER_BYTES);
    const bytes = this.#bytes;
    const at = this.#at;
    const length = bytes.readUInt32LE(at);
    if (length < COUNTED) throw frameFault(`a frame of ${length} bytes is too short`);
    if (length > this.#limit) throw tooLarge(bytes[at + 4]!, length, this.#limit);
    if (length + 4 > INITIAL_BYTES) return this.#readLarge(length + 4);
    this.#fill(length + 4);
    const start = this.#at;
    this.#at += length + 4;
    const head = this.#bytes;
    if ((head[start + 5]! & IN_MEMORY) !== 0) return this.#readFromMemory(start, length + 4);
    this.#frame.point(
      head[start + 4]!,
      head[start + 5]!,
      head.readUInt32LE(start + 8),
      head,
      start + HEADER_BYTES,
      this.#at,
    );
    return this.#frame;
  }

  /** Completes a frame with its end, which lies in the shared memory. */
  #readFromMemory(start: number, size: number): Frame {
    const head = this.#bytes;
    const kept = size - PLACE_BYTES;
    if (this.#memory === undefined || kept < HEADER_BYTES) {
      throw frameFault('a frame has its end in memory that is not shared');
    }
    const place = head.readUInt32LE(start + kept);
    const count = head.readUInt32LE(start + kept + 4);
    if (!this.#memory.holds(place, count)) {
      throw frameFault(`a frame has its end at ${place}, outside of the shared memory`);
    }
    if (kept + count > this.#limit) throw tooLarge(head[start + 4]!, kept + count, this.#limit);
    const bytes = allocUnsafeSlow(kept + count);
    head.copy(bytes, 0, start, start + kept);
    if (!this.#memory.get(place, bytes, kept)) {
      throw frameFault('a frame has its end in memory that the guest has taken away');
    }
    const [kind, flags] = [bytes[4]!, bytes[5]! & ~IN_MEMORY];
    this.#frame.point(kind, flags, bytes.readUInt32LE(8), bytes, HEADER_BYTES, bytes.length, true);
    return this.#frame;
  }

  /** Reads a frame into memory of its own, without copying it. */
  #readLarge(size: number): Frame {
    const begun = this.#bytes.subarray(this.#at, Math.min(this.#end, this.#at + size));
    this.#at += begun.length;
    let bytes = allocUnsafeSlow(Math.min(size, UNSEEN_BYTES));
    bytes.set(begun);
    for (let at = begun.length; at < size; ) {
      if (at === bytes.length) {
        // Memory grows with the received bytes, since a length alone must not allocate much.
        const bigger = allocUnsafeSlow(Math.min(size, 2 * bytes.length));
        bigger.set(bytes);
        bytes = bigger;
      }
      const got = real.fs.readSync(this.#input, bytes, at, bytes.length - at, null);
      if (got === 0) throw new PipeEnd();
      at += got;
    }
    const [kind, flags] = [bytes[4]!, bytes[5]!];
    if ((flags & IN_MEMORY) !== 0) throw frameFault('a long frame has its end in shared memory');
    this.#frame.point(kind, flags, bytes.readUInt32LE(8), bytes, HEADER_BYTES, size, true);
    return this.#frame;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    real.fs.closeSync(this.#input);
    real.fs.closeSync(this.#output);
    this.#memory?.close();
  }

  /** Reads until this many bytes have arrived. */
  #fill(needed: number): void {
    if (this.#end - this.#at >= needed) return;
    if (this.#at > 0) {
      this.#bytes.copyWithin(0, this.#at, this.#end);
      this.#end -= this.#at;
      this.#at = 0;
    }
    while (this.#end < needed) {
      const room = this.#bytes.length - this.#end;
      const got = real.fs.readSync(this.#input, this.#bytes, this.#end, room, null);
      if (got === 0) throw new PipeEnd();
      this.#end += got;
    }
  }
}
