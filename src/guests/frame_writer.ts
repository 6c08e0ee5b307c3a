import { HEADER_BYTES } from './frame_kinds.js';

const INITIAL_BYTES = 4096;

/** Frames on their way to a guest, one after the other in a buffer that grows. */
export class FrameWriter {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #start = 0;
  #at = 0;

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

  end(): this {
    this.#bytes.writeUInt32LE(this.#at - this.#start - 4, this.#start);
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

  raw(bytes: Uint8Array): this {
    this.#need(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }

  /** Takes everything written since the last call; valid until the next `begin`. */
  take(): Uint8Array {
    const frames = this.#bytes.subarray(0, this.#at);
    this.#at = 0;
    return frames;
  }

  #need(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    const bigger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(bigger, 0, 0, this.#at);
    this.#bytes = bigger;
  }
}
