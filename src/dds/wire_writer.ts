/** Writes little-endian CDR into memory that grows. */
import { writeEntity } from './guid.js';

const utf8 = new TextEncoder();

export class WireWriter {
  bytes: Uint8Array;
  view: DataView;
  position = 0;

  constructor(capacity = 512) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Reserves `count` bytes, whose content is undefined, and returns where they start. */
  reserve(count: number): number {
    const at = this.position;
    const needed = at + count;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
      grown.set(this.bytes.subarray(0, at));
      this.bytes = grown;
      this.view = new DataView(grown.buffer);
    }
    this.position = needed;
    return at;
  }

  u8(value: number): void {
    this.bytes[this.reserve(1)] = value;
  }

  u16(value: number): void {
    const at = this.reserve(2);
    this.view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.reserve(4);
    this.view.setUint32(at, value, true);
  }

  entity(value: number): void {
    const at = this.reserve(4);
    writeEntity(this.bytes, at, value);
  }

  /** A sequence number; -1 stands for SEQUENCENUMBER_UNKNOWN. */
  sequence(value: number): void {
    this.u32(value < 0 ? 0xffffffff : Math.floor(value / 2 ** 32));
    this.u32(value < 0 ? 0 : value >>> 0);
  }

  append(bytes: Uint8Array): void {
    const at = this.reserve(bytes.length);
    this.bytes.set(bytes, at);
  }

  /** Zeros up to a multiple of `size`, counted from `origin`. */
  align(size: number, origin = 0): void {
    while ((this.position - origin) % size !== 0) this.u8(0);
  }

  string(text: string): void {
    const bytes = utf8.encode(text);
    this.u32(bytes.length + 1);
    this.append(bytes);
    this.u8(0);
  }

  octets(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.append(bytes);
  }

  /** Returns a copy of the written bytes. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.position);
  }
}
