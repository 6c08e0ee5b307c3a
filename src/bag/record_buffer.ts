import { MESSAGE_PREFIX_BYTES, OP, RECORD_HEADER_BYTES } from './mcap_records.js';
import type { Stamp } from './stamps.js';

const encoder = new TextEncoder();
/** Up to this, copying byte by byte beats the call into `set`, which takes 8 ns. */
const SMALL_COPY_BYTES = 12;
/** Space in the memory of a chunk for its last message. */
export const SPARE_BYTES = 1 << 18;

/** The destination of the bytes of a file, in order. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  /** Counts this many bytes that another thread has written, as the new end. */
  skip(bytes: number): void;
  /** Commits what was written so far, whatever happens to later writes. */
  keep(): void;
  /** Writes an end that completes the committed bytes to a whole file; the next write overwrites it. */
  end(write: () => void): void;
}

/** A growing buffer of MCAP records that is reused after `clear()`. */
export class RecordBuffer {
  length = 0;
  /** See {@link TableRecords.tabular}. */
  readonly tabular = 0;
  #bytes: Uint8Array;
  #view: DataView;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** What was written; valid until the next write. */
  content(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  /**
   * Saves what was written; the returned function restores it. Until then, only `clear()` and
   * appending are allowed.
   */
  mark(): () => void {
    const { length } = this;
    return () => {
      this.length = length;
    };
  }

  /** Appends what `write` writes. */
  define(write: (records: RecordBuffer) => void): void {
    write(this);
  }

  #grow(needed: number): void {
    const bytes = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    bytes.set(this.content());
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }

  #reserve(length: number): number {
    const at = this.length;
    this.length = at + length;
    if (this.length > this.#bytes.length) {
      this.length = at;
      this.#grow(at + length);
      this.length = at + length;
    }
    return at;
  }

  u8(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  u16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  u64(value: bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigUint64(at, value, true);
  }

  /** A 64-bit size or offset. */
  size(value: number): void {
    const at = this.#reserve(8);
    this.#view.setUint32(at, value, true);
    this.#view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
  }

  bytes(value: Uint8Array): void {
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
  }

  text(value: string): void {
    const bytes = encoder.encode(value);
    this.u32(bytes.length);
    this.bytes(bytes);
  }

  textMap(map: ReadonlyMap<string, string>): void {
    const at = this.#reserve(4);
    for (const [key, value] of map) {
      this.text(key);
      this.text(value);
    }
    this.#view.setUint32(at, this.length - at - 4, true);
  }

  /** Starts a record; pass the result to `end`. */
  begin(opcode: number): number {
    this.u8(opcode);
    return this.#reserve(8);
  }

  end(at: number): void {
    const length = this.length - at - 8;
    this.#view.setUint32(at, length, true);
    this.#view.setUint32(at + 4, 0, true);
  }

  /** A whole message record: the hot path of recording. */
  message(
    channel: number,
    sequence: number,
    logTime: Stamp,
    publishTime: Stamp,
    data: Uint8Array,
  ): void {
    const length = data.length;
    const at = this.#reserve(RECORD_HEADER_BYTES + MESSAGE_PREFIX_BYTES + length);
    const view = this.#view;
    view.setUint8(at, OP.message);
    view.setUint32(at + 1, MESSAGE_PREFIX_BYTES + length, true);
    view.setUint32(at + 5, 0, true);
    view.setUint16(at + 9, channel, true);
    view.setUint32(at + 11, sequence, true);
    view.setUint32(at + 15, logTime.low, true);
    view.setUint32(at + 19, logTime.high, true);
    view.setUint32(at + 23, publishTime.low, true);
    view.setUint32(at + 27, publishTime.high, true);
    const to = at + RECORD_HEADER_BYTES + MESSAGE_PREFIX_BYTES;
    if (length <= SMALL_COPY_BYTES) {
      const bytes = this.#bytes;
      for (let index = 0; index < length; index++) bytes[to + index] = data[index]!;
    } else {
      this.#bytes.set(data, to);
    }
  }
}
