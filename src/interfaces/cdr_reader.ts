/** The state of compiled decoders, and their functions for strings and arrays. */
import { Buffer } from 'node:buffer';
import {
  allocateArray,
  HOST_IS_LITTLE_ENDIAN,
  type NumericArray,
  type NumericArrayClass,
  ON_HEAP_BYTES,
} from './arrays.js';
import { BAIL } from './code.js';

// Captured at load time: user code may later see another Buffer.
const bufferFrom = Buffer.from;

/** Views of buffers up to this size are kept for the next message (chunks of a bag hold many). */
const KEEP_VIEW_BYTES = 16 * 1024 * 1024;
let lastBuffer: ArrayBufferLike | undefined;
let lastView: DataView | undefined;

function viewOf(buffer: ArrayBufferLike): DataView {
  if (buffer === lastBuffer) return lastView!;
  const view = new DataView(buffer);
  if (buffer.byteLength <= KEEP_VIEW_BYTES) {
    lastBuffer = buffer;
    lastView = view;
  }
  return view;
}

/**
 * Short strings repeat (frame ids, names): the last one of each hash is kept and compared, which is
 * cheaper than decoding again. Strings are immutable, so sharing them cannot be noticed.
 */
const recent: string[] = new Array<string>(256).fill('');

/** The text of `length` bytes, if all are ASCII and the text is short; else `undefined`. */
function shortText(bytes: Uint8Array, start: number, length: number): string | undefined {
  let hash = length;
  for (let i = 0; i < length; i++) {
    const c = bytes[start + i]!;
    if (c > 0x7f) return undefined;
    hash = (Math.imul(hash, 31) + c) | 0;
  }
  const slot = (hash ^ (hash >>> 8)) & 0xff;
  const candidate = recent[slot]!;
  if (candidate.length === length) {
    let i = 0;
    while (i < length && candidate.charCodeAt(i) === bytes[start + i]) i++;
    if (i === length) return candidate;
  }
  const text = bufferFrom(bytes.buffer, bytes.byteOffset + start, length).toString('latin1');
  recent[slot] = text;
  return text;
}

/** UTF-8 to string; invalid sequences become U+FFFD. */
export function decodeText(bytes: Uint8Array, start: number, length: number): string {
  if (length === 0) return '';
  const short = length <= 32 ? shortText(bytes, start, length) : undefined;
  if (short !== undefined) return short;
  return bufferFrom(bytes.buffer, bytes.byteOffset + start, length).toString('utf8');
}

/**
 * Reads one little-endian message. Positions are absolute in the buffer. Every read is checked
 * against `end`; when something does not fit, `BAIL` is thrown and `decode_slow.ts` finds the
 * cause.
 */
export class CdrReader {
  readonly buffer: ArrayBufferLike;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where the body begins: the origin of alignment. */
  readonly base: number;
  readonly end: number;
  /** What becomes of sequences of numbers: they are copied, alias the input if each has one byte, or are left out. */
  readonly numbers: 'copy' | 'alias' | 'skip';
  position: number;

  constructor(bytes: Uint8Array, numbers: CdrReader['numbers']) {
    this.bytes = bytes;
    this.buffer = bytes.buffer;
    this.view = viewOf(bytes.buffer);
    this.base = bytes.byteOffset + 4;
    this.end = bytes.byteOffset + bytes.byteLength;
    this.position = this.base;
    this.numbers = numbers;
  }

  /** A uint32 at the aligned position, checked. */
  uint32(): number {
    const p = this.position;
    if (p + 4 > this.end) throw BAIL;
    this.position = p + 4;
    return this.view.getUint32(p, true);
  }

  string(): string {
    const length = this.uint32();
    const p = this.position;
    if (length > this.end - p) throw BAIL;
    this.position = p + length;
    if (length === 0) return '';
    const start = p - this.bytes.byteOffset;
    // The NUL at the end is included in the count; some writers omit it.
    const count = this.bytes[start + length - 1] === 0 ? length - 1 : length;
    return decodeText(this.bytes, start, count);
  }

  wideString(): string {
    const length = this.uint32();
    const p = this.position;
    if (length * 2 > this.end - p) throw BAIL;
    this.position = p + length * 2;
    return decodeWideText(this.view, p, length, true);
  }

  /** `count` booleans as a plain array. */
  booleans(count: number): boolean[] {
    const p = this.position - this.bytes.byteOffset;
    if (count > this.end - this.position) throw BAIL;
    const result: boolean[] = [];
    this.position += count;
    if (this.numbers === 'skip') return result;
    for (let i = 0; i < count; i++) result.push(this.bytes[p + i] !== 0);
    return result;
  }

  /** `count` int64 as a plain array, at the aligned position. */
  int64s(count: number): bigint[] {
    const p = this.#take64s(count);
    const result: bigint[] = [];
    if (this.numbers === 'skip') return result;
    for (let i = 0; i < count; i++) result.push(this.view.getBigInt64(p + i * 8, true));
    return result;
  }

  /** `count` uint64 as a plain array, at the aligned position. */
  uint64s(count: number): bigint[] {
    const p = this.#take64s(count);
    const result: bigint[] = [];
    if (this.numbers === 'skip') return result;
    for (let i = 0; i < count; i++) result.push(this.view.getBigUint64(p + i * 8, true));
    return result;
  }

  /** Checks and skips `count` elements of 8 bytes; returns where they begin. */
  #take64s(count: number): number {
    const p = this.position;
    if (count * 8 > this.end - p) throw BAIL;
    this.position = p + count * 8;
    return p;
  }

  /** `count` elements in a new array of the class; an empty one if numbers are left out. */
  array(Class: NumericArrayClass, count: number): NumericArray {
    const size = Class.BYTES_PER_ELEMENT;
    if (count * size > this.end - this.position) throw BAIL;
    if (this.numbers === 'copy' || (size > 1 && this.numbers === 'alias')) {
      return this.fill(allocateArray(Class, count));
    }
    const from = this.position;
    this.position += count * size;
    return this.numbers === 'skip' ? new Class(0) : new Class(this.buffer, from, count);
  }

  /** Reads as many elements as `target` has. */
  fill(target: NumericArray): NumericArray {
    const { byteLength } = target;
    const p = this.position;
    if (byteLength > this.end - p) throw BAIL;
    this.position = p + byteLength;
    if (!HOST_IS_LITTLE_ENDIAN && target.BYTES_PER_ELEMENT > 1) {
      fillElements(target, this.view, p, true);
    } else if (byteLength <= ON_HEAP_BYTES * 2) {
      fillElements(target, this.view, p, true);
    } else {
      new Uint8Array(target.buffer, target.byteOffset, byteLength).set(
        new Uint8Array(this.buffer, p, byteLength),
      );
    }
    return target;
  }
}

/** UTF-16 code units to string. */
export function decodeWideText(view: DataView, p: number, length: number, little: boolean): string {
  let text = '';
  for (let i = 0; i < length; i++) text += String.fromCharCode(view.getUint16(p + i * 2, little));
  return text;
}

/** Reads the elements of `target` one by one, in either byte order. */
export function fillElements(
  target: NumericArray,
  view: DataView,
  p: number,
  little: boolean,
): void {
  const n = target.length;
  if (target instanceof Float64Array) {
    for (let i = 0; i < n; i++) target[i] = view.getFloat64(p + i * 8, little);
  } else if (target instanceof Float32Array) {
    for (let i = 0; i < n; i++) target[i] = view.getFloat32(p + i * 4, little);
  } else if (target.BYTES_PER_ELEMENT === 4) {
    for (let i = 0; i < n; i++) target[i] = view.getUint32(p + i * 4, little);
  } else if (target.BYTES_PER_ELEMENT === 2) {
    for (let i = 0; i < n; i++) target[i] = view.getUint16(p + i * 2, little);
  } else {
    for (let i = 0; i < n; i++) target[i] = view.getUint8(p + i);
  }
}
