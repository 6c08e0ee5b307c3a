/**
 * Typed arrays of messages: which class stands for which primitive, and the cheapest safe ways to
 * allocate and copy them. Figures are from `bench/cdr.bench.mjs`.
 */
import { Buffer } from 'node:buffer';
import { expectLarge, LARGE_BYTES } from './expect_large.js';
import type { PrimitiveName } from './message_definition.js';

/** Whether the typed arrays of this machine have the byte order of messages. */
export const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The typed arrays that represent arrays of numbers in messages. */
export type NumericArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** The constructor of a typed array. */
export interface NumericArrayClass {
  new (values: number | ArrayLike<number>): NumericArray;
  new (buffer: ArrayBufferLike, offset?: number, length?: number): NumericArray;
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
}

const CLASSES: Readonly<Partial<Record<PrimitiveName, NumericArrayClass>>> = {
  byte: Uint8Array,
  // As in rclnodejs, `char` is like int8.
  char: Int8Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
};

/**
 * The typed array class for a primitive; `undefined` for types that messages hold in plain arrays:
 * bool, strings, and 64-bit integers. 64-bit integers are in plain arrays as in rclnodejs: nodes
 * map them to numbers, and `BigInt64Array.prototype.map` refuses a number.
 */
export function arrayClass(primitive: PrimitiveName): NumericArrayClass | undefined {
  return CLASSES[primitive];
}

/** Up to this size V8 keeps the elements inside the object, 20 times cheaper than a buffer. */
export const ON_HEAP_BYTES = 64;
/** From this size on, not zeroing the memory first is worthwhile. */
const UNZEROED_FROM = 1024;

// Captured at load time: user code may later see another Buffer.
const allocUnsafeSlow = Buffer.allocUnsafeSlow;

/**
 * A new array whose elements the caller overwrites completely. It owns its buffer
 * (offset 0, exact length), so user code may use `.buffer`.
 */
export function allocateArray(Class: NumericArrayClass, length: number): NumericArray {
  const bytes = length * Class.BYTES_PER_ELEMENT;
  if (bytes < UNZEROED_FROM) return new Class(length);
  if (bytes >= LARGE_BYTES) expectLarge(bytes);
  return new Class(allocUnsafeSlow(bytes).buffer, 0, length);
}

/**
 * A deep copy of a typed array, of the given class. The source may be a subclass such as Buffer.
 */
export function copyArray(Class: NumericArrayClass, source: NumericArray): NumericArray {
  const copy = allocateArray(Class, source.length);
  (copy as Uint8Array).set(source as Uint8Array);
  return copy;
}

/**
 * Fixed-size arrays of one message that are too large for the heap share one buffer: three
 * covariances of an Imu cost one allocation instead of three. Only arrays of the *same* message
 * share, so no other message can be reached through `.buffer`; sequences never share.
 */
export class SharedBacking {
  readonly #offsets: number[] = [];
  #next = 0;
  total = 0;

  /** Plans an array; call this for all arrays first, in order. */
  plan(bytes: number): void {
    this.#offsets.push(this.total);
    this.total += (bytes + 7) & -8;
  }

  /** Whether sharing is worthwhile: there are at least two arrays. */
  get shared(): boolean {
    return this.#offsets.length > 1;
  }

  /** The offset of the next array, in the order of planning. */
  take(): number {
    return this.#offsets[this.#next++]!;
  }

  /** Whether an array of this size is shared. */
  static suits(bytes: number): boolean {
    return bytes > ON_HEAP_BYTES && bytes <= 4096;
  }
}
