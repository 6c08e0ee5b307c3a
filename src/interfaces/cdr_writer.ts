/**
 * The growable buffer that compiled encoders write to, and their functions for strings and arrays.
 */
import { Buffer } from 'node:buffer';
import { OrreryError } from '../errors/index.js';
import { HOST_IS_LITTLE_ENDIAN, type NumericArray } from './arrays.js';
import { notePlaces } from './recorded_places.js';

// Captured at load time: user code may later see another Buffer.
const allocUnsafeSlow = Buffer.allocUnsafeSlow;
const byteLength = Buffer.byteLength;

/** Larger messages cannot be written: DDS and MCAP count in 32 bits. */
const MAX_BYTES = 0x7fffffff;

/** How many views a writer keeps for reuse; a power of two. */
const LENT = 64;

/**
 * A reusable buffer for encoded messages. `MessageType.encodeInto` appends one message per call;
 * nothing is allocated once the buffer has grown to its working size.
 */
export class CdrWriter {
  /** The memory; may be replaced when a message is appended. */
  bytes: Buffer;
  /** A view of the same memory. */
  view: DataView;
  /** The same memory as words; undefined on machines whose byte order differs from CDR's. */
  words: Int32Array | undefined;
  /** Bytes written so far. */
  position = 0;
  /** Views that {@link written} returned recently, by length, because creating them is slow. */
  readonly #lent: Uint8Array[] = [];
  /** Whether the bytes are for records, which replace folders by words. */
  readonly forRecords: boolean;

  constructor(capacity = 1024, forRecords = false) {
    this.forRecords = forRecords;
    this.bytes = allocUnsafeSlow(wholeWords(capacity));
    this.view = new DataView(this.bytes.buffer);
    this.words = wordsOf(this.bytes);
  }

  /** Discards what was written; the memory is kept. */
  reset(): void {
    this.position = 0;
  }

  /** The bytes written since `start` (default: all), as a view that the next write may change. */
  written(start = 0): Uint8Array {
    const length = this.position - start;
    const place = length & (LENT - 1);
    let lent = this.#lent[place];
    if (start > 0 || lent === undefined || lent.length !== length) {
      lent = new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + start, length);
      if (start === 0) this.#lent[place] = lent;
    }
    return lent;
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.position + count;
    // Node 20 inlines `length`, but calls a function for `byteLength`.
    if (needed > this.bytes.length) this.#grow(needed);
  }

  #grow(needed: number): void {
    if (needed > MAX_BYTES) {
      throw new OrreryError(
        'ORR_CDR_TOO_LARGE',
        `A message of ${needed} bytes is too large to encode: the limit is ${MAX_BYTES}.`,
      );
    }
    const wanted = Math.min(MAX_BYTES, Math.max(needed, this.bytes.byteLength * 2));
    const bytes = allocUnsafeSlow(wholeWords(wanted));
    bytes.set(this.bytes.subarray(0, this.position));
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.words = wordsOf(bytes);
    this.#lent.length = 0;
  }
}

function wholeWords(bytes: number): number {
  return 4 * Math.ceil(bytes / 4);
}

function wordsOf(bytes: Buffer): Int32Array | undefined {
  return HOST_IS_LITTLE_ENDIAN ? new Int32Array(bytes.buffer) : undefined;
}

/** The length of a string in UTF-8. */
export function utf8Length(text: string): number {
  notePlaces(text);
  const { length } = text;
  if (length > 64) return byteLength(text);
  for (let i = 0; i < length; i++) if (text.charCodeAt(i) > 0x7f) return byteLength(text);
  return length;
}

/** The number of UTF-16 code units of a wide string. */
export function utf16Length(text: string): number {
  notePlaces(text);
  return text.length;
}

/** Writes a string (uint32 length with the final NUL, UTF-8, NUL) at an aligned place. */
export function writeString(bytes: Buffer, view: DataView, text: string, p: number): number {
  const { length } = text;
  const start = p + 4;
  let end = start;
  if (length <= 64) {
    for (let i = 0; i < length; i++) {
      const c = text.charCodeAt(i);
      if (c > 0x7f) return writeLongString(bytes, view, text, p);
      bytes[end++] = c;
    }
    bytes[end] = 0;
    view.setUint32(p, length + 1, true);
    return end + 1;
  }
  return writeLongString(bytes, view, text, p);
}

function writeLongString(bytes: Buffer, view: DataView, text: string, p: number): number {
  const count = bytes.write(text, p + 4, 'utf8');
  bytes[p + 4 + count] = 0;
  view.setUint32(p, count + 1, true);
  return p + 5 + count;
}

/**
 * Writes a wide string at an aligned place: uint32 number of UTF-16 code units, then the units as
 * uint16, no terminator. This is Fast-CDR 2 (ROS 2 Jazzy and newer; `Cdr::serialize(const
 * wchar_t*)`, wchar as 16 bits per DDS-XTypes 7.4.3). Fast-CDR 1 (Humble) used 32 bits per unit.
 */
export function writeWideString(view: DataView, text: string, p: number): number {
  const { length } = text;
  view.setUint32(p, length, true);
  let at = p + 4;
  for (let i = 0; i < length; i++, at += 2) view.setUint16(at, text.charCodeAt(i), true);
  return at;
}

/**
 * Writes a float64; every NaN becomes the canonical one, because engines and CPUs differ in its
 * bits.
 */
export function writeFloat64(view: DataView, p: number, value: number): void {
  if (!Number.isNaN(value)) view.setFloat64(p, value, true);
  else {
    view.setUint32(p, 0, true);
    view.setUint32(p + 4, 0x7ff80000, true);
  }
}

/** Writes a float32; NaN as in {@link writeFloat64}. */
export function writeFloat32(view: DataView, p: number, value: number): void {
  if (!Number.isNaN(value)) view.setFloat32(p, value, true);
  else view.setUint32(p, 0x7fc00000, true);
}

/** From this many bytes on a block copy beats a loop. */
const BLOCK_BYTES = 256;

/** Copies the memory of a typed array, if the wire format is the same. */
function writeBlock(bytes: Buffer, array: ArrayLike<unknown>, size: number, p: number): boolean {
  if (!HOST_IS_LITTLE_ENDIAN || !ArrayBuffer.isView(array) || array.length * size < BLOCK_BYTES)
    return false;
  if ((array as NumericArray).BYTES_PER_ELEMENT !== size) return false;
  bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), p);
  return true;
}

/** Elements of one byte. */
export function writeBytes(bytes: Buffer, array: ArrayLike<number>, p: number): number {
  bytes.set(array, p);
  return p + array.length;
}

/** Booleans, one byte each. */
export function writeBooleans(bytes: Buffer, array: ArrayLike<boolean>, p: number): number {
  for (let i = 0; i < array.length; i++) bytes[p++] = array[i] ? 1 : 0;
  return p;
}

/** Elements of two bytes, signed or not. */
export function writeInt16s(
  bytes: Buffer,
  view: DataView,
  a: ArrayLike<number>,
  p: number,
): number {
  const end = p + a.length * 2;
  if (writeBlock(bytes, a, 2, p)) return end;
  for (let i = 0; i < a.length; i++, p += 2) view.setUint16(p, a[i]!, true);
  return end;
}

/** Elements of four bytes, signed or not. */
export function writeInt32s(
  bytes: Buffer,
  view: DataView,
  a: ArrayLike<number>,
  p: number,
): number {
  const end = p + a.length * 4;
  if (writeBlock(bytes, a, 4, p)) return end;
  for (let i = 0; i < a.length; i++, p += 4) view.setUint32(p, a[i]!, true);
  return end;
}

/** Elements of eight bytes, signed or not. */
export function writeInt64s(view: DataView, a: ArrayLike<bigint>, p: number): number {
  for (let i = 0; i < a.length; i++, p += 8) writeInt64(view, p, a[i]!);
  return p;
}

const wide = new BigUint64Array(1);
const halves = new Uint32Array(wide.buffer);
const LOW = HOST_IS_LITTLE_ENDIAN ? 0 : 1;

/** Writes an integer of 64 bits, signed or not, in half the time of `DataView` in Node 20. */
export function writeInt64(view: DataView, p: number, value: bigint): void {
  wide[0] = value;
  view.setUint32(p, halves[LOW]!, true);
  view.setUint32(p + 4, halves[1 - LOW]!, true);
}

/**
 * Whether an array of floats holds a NaN; also true if four neighbours add up to infinity, which
 * does no harm. Four at a time, because one by one takes as long as writing them.
 */
function mayHoldNaN(a: ArrayLike<number>): boolean {
  const { length } = a;
  let i = 0;
  for (const stop = length - 3; i < stop; i += 4) {
    if (!(a[i]! + a[i + 1]! + a[i + 2]! + a[i + 3]! < Number.POSITIVE_INFINITY)) return true;
  }
  for (; i < length; i++) if (Number.isNaN(a[i])) return true;
  return false;
}

/** From this many bytes on a block copy beats a loop that no longer needs to look for NaN. */
const FLOAT_BLOCK_BYTES = 512;

/** float32 elements. */
export function writeFloat32s(
  bytes: Buffer,
  view: DataView,
  a: ArrayLike<number>,
  p: number,
): number {
  const { length } = a;
  const end = p + length * 4;
  if (mayHoldNaN(a)) for (let i = 0; i < length; i++, p += 4) writeFloat32(view, p, a[i]!);
  else if (length < FLOAT_BLOCK_BYTES / 4 || !writeBlock(bytes, a, 4, p)) {
    for (let i = 0; i < length; i++, p += 4) view.setFloat32(p, a[i]!, true);
  }
  return end;
}

/** float64 elements. */
export function writeFloat64s(
  bytes: Buffer,
  view: DataView,
  a: ArrayLike<number>,
  p: number,
): number {
  const { length } = a;
  const end = p + length * 8;
  if (mayHoldNaN(a)) for (let i = 0; i < length; i++, p += 8) writeFloat64(view, p, a[i]!);
  else if (length < FLOAT_BLOCK_BYTES / 8 || !writeBlock(bytes, a, 8, p)) {
    for (let i = 0; i < length; i++, p += 8) view.setFloat64(p, a[i]!, true);
  }
  return end;
}
