/** Reads numbers of either byte order from a bounded part of a datagram. */
import { rejection } from './rejection.js';

const utf8 = new TextDecoder();

/**
 * A place in a datagram. Reading beyond `end` throws the rejection `truncated`; alignment is
 * relative to `origin`, as CDR requires.
 */
export class WireReader {
  bytes: Uint8Array = new Uint8Array(0);
  position = 0;
  end = 0;
  little = true;
  origin = 0;

  /** Starts to read `bytes` from `start` to `end`. */
  reset(bytes: Uint8Array, start: number, end: number, little: boolean): this {
    this.bytes = bytes;
    this.position = start;
    this.origin = start;
    this.end = end;
    this.little = little;
    return this;
  }

  get remaining(): number {
    return this.end - this.position;
  }

  /** Skips `count` bytes and returns where they start. */
  skip(count: number): number {
    const at = this.position;
    if (count < 0 || count > this.end - at) throw rejection('truncated');
    this.position = at + count;
    return at;
  }

  align(size: number): void {
    const over = (this.position - this.origin) % size;
    if (over !== 0) this.skip(size - over);
  }

  u8(): number {
    return this.bytes[this.skip(1)]!;
  }

  u16(): number {
    const at = this.skip(2);
    const { bytes } = this;
    return this.little ? bytes[at]! | (bytes[at + 1]! << 8) : (bytes[at]! << 8) | bytes[at + 1]!;
  }

  u32(): number {
    return this.i32() >>> 0;
  }

  i32(): number {
    const at = this.skip(4);
    const b = this.bytes;
    return this.little
      ? b[at]! | (b[at + 1]! << 8) | (b[at + 2]! << 16) | (b[at + 3]! << 24)
      : (b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!;
  }

  /** Four bytes in network order, whatever the byte order. */
  entity(): number {
    const at = this.skip(4);
    const b = this.bytes;
    return ((b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!) >>> 0;
  }

  /** A sequence number as high and low word; NaN when it is negative or too large to count with. */
  sequence(): number {
    const high = this.i32();
    const low = this.u32();
    if (high < 0 || high >= 2 ** 20) return Number.NaN;
    return high * 2 ** 32 + low;
  }

  /** A CDR string of at most `limit` bytes. */
  string(limit: number): string {
    this.align(4);
    const length = this.u32();
    if (length > limit + 1) throw rejection('parameter');
    const at = this.skip(length);
    // The length includes the terminating zero; some implementations leave it out for empty
    // strings.
    const end = length > 0 && this.bytes[at + length - 1] === 0 ? at + length - 1 : at + length;
    return utf8.decode(this.bytes.subarray(at, end));
  }

  /** A CDR sequence of bytes, copied. */
  octets(limit: number): Uint8Array {
    this.align(4);
    const length = this.u32();
    if (length > limit) throw rejection('parameter');
    const at = this.skip(length);
    return this.bytes.slice(at, at + length);
  }
}
