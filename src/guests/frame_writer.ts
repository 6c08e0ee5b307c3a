import { HEADER_BYTES, IN_MEMORY } from './frame_kinds.js';
import type { SharedMemory } from './shared_memory.js';

const INITIAL_BYTES = 4096;
/** From this size on, bytes at the end are not copied. */
const LARGE_BYTES = 65_536;

/** Frames on their way to a guest, one after the other in a buffer that grows. */
export class FrameWriter {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #start = 0;
  #at = 0;
  /** Large bytes that follow those so far. */
  #tail: Uint8Array | undefined;

  /** Begins a frame; {@link end} completes it. */
  begin(kind: number, subject = 0, flags = 0): this {
    this.#start = this.#at;
    this.#need(HEADER_BYTES);
    this.#bytes.writeUInt32LE(0, this.#at);
    this.#bytes.writeUInt32LE(kind | (flags << 8), this.#at + 4);
    this.#bytes.writeUInt32LE(subject, this.#at + 8);
    this.#at += HEADER_BYTES;
    return this;
  }

  /** Completes the frame; large bytes at its end go through shared memory, if there is any. */
  end(memory?: SharedMemory): this {
    const place = this.#tail && memory?.put(this.#tail);
    if (place !== undefined) {
      const { length } = this.#tail!;
      this.#tail = undefined;
      this.#bytes[this.#start + 5]! |= IN_MEMORY;
      this.u32(place).u32(length);
    }
    const length = this.#at - this.#start - 4 + (this.#tail?.length ?? 0);
    this.#bytes.writeUInt32LE(length, this.#start);
    return this;
  }

  u16(value: number): this {
    this.#need(2);
    this.#at = this.#bytes.writeUInt16LE(value, this.#at);
    return this;
  }

  u32(value: number): this {
    this.#need(4);
    this.#at = this.#bytes.writeUInt32LE(value, this.#at);
    return this;
  }

  /** A whole number that a Number holds exactly, as 64 bits. */
  i64(value: number): this {
    this.#need(8);
    const high = Math.floor(value / 0x1_0000_0000);
    this.#bytes.writeUInt32LE(value - high * 0x1_0000_0000, this.#at);
    this.#at = this.#bytes.writeInt32LE(high, this.#at + 4);
    return this;
  }

  big(value: bigint): this {
    this.#need(8);
    this.#at = this.#bytes.writeBigInt64LE(value, this.#at);
    return this;
  }

  /** Text to the end of the frame. */
  text(value: string): this {
    const length = Buffer.byteLength(value);
    this.#need(length);
    this.#at += this.#bytes.write(value, this.#at);
    return this;
  }

  /** Appends bytes; large ones must not change until they have been taken and sent. */
  raw(bytes: Uint8Array): this {
    this.#need(0);
    if (bytes.length >= LARGE_BYTES) this.#tail = bytes;
    else this.#copy(bytes);
    return this;
  }

  /** Takes everything written since the last call; valid until the next `begin`. */
  take(): Uint8Array {
    this.#need(0);
    const frames = this.#bytes.subarray(0, this.#at);
    this.#at = 0;
    return frames;
  }

  /** {@link take}, in pieces that follow each other. */
  takeParts(): readonly Uint8Array[] {
    const tail = this.#tail;
    this.#tail = undefined;
    const frames = this.take();
    return tail === undefined ? [frames] : [frames, tail];
  }

  #copy(bytes: Uint8Array): void {
    this.#need(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #need(bytes: number): void {
    if (this.#tail !== undefined) {
      const tail = this.#tail;
      this.#tail = undefined;
      this.#copy(tail);
    }
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    const bigger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(bigger, 0, 0, this.#at);
    this.#bytes = bigger;
  }
}
