/**
 * Integer arrays of messages whose bytes look like a NaN, although nothing declares them as floats.
 * The sign of a computed NaN depends on when the engine optimises the program and on the CPU.
 * Changing such bytes could damage data that are not floats, so they are only reported to the
 * witness that a run sets.
 */
import { arrayClass } from './arrays.js';
import { CdrReader } from './cdr_reader.js';
import type { MessageObject, MessageType } from './message_type.js';
import { pixelsOf } from './pixels.js';

/** Called with the field that holds the bytes, e.g. `std_msgs/msg/UInt8MultiArray.data`. */
export type NanWitness = (field: string) => void;

let witness: NanWitness | undefined;

/** Sets the witness for such bytes in this thread; without a witness, they are not searched for. */
export function setNanWitness(next: NanWitness | undefined): void {
  witness = next;
}

/** Types whose bytes are known not to be floats. */
const NO_FLOATS = new Set(['sensor_msgs/msg/CompressedImage', 'unique_identifier_msgs/msg/UUID']);

/** A function that checks the integer arrays of a message, but not of nested ones; undefined if there are none. */
export function undeclaredFloats(
  type: MessageType,
): ((message: MessageObject) => void) | undefined {
  if (NO_FLOATS.has(type.name)) return undefined;
  const names = type.members.filter(({ field }) => {
    const { primitive = '', array } = field.type;
    if (array === undefined || (array.kind === 'fixed' && array.size < 4)) return false;
    return /^(byte|char|u?int(8|16|32))$/.test(primitive) && arrayClass(field.type.primitive!);
  });
  const fields = names.map(({ field }) => field.name);
  if (fields.length === 0) return undefined;
  return (message) => {
    if (witness === undefined) return;
    for (const name of fields) {
      const value = message[name];
      if (ArrayBuffer.isView(value) && hasNan(value)) witness(`${type.name}.${name}`);
    }
  };
}

/**
 * Replaces the NaNs in the float fields of a serialized message by those of a canonical copy; all
 * other bytes stay as they are. Bytes that are not a message are reported instead.
 */
export function canonicalSerialized(type: MessageType, bytes: Uint8Array): Uint8Array {
  if (witness === undefined || holdsIntegers(type, bytes) || !hasNan(bytes)) return bytes;
  let canonical: Uint8Array;
  try {
    canonical = type.encode(type.normalize(type.decode(bytes)));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ORR_LEAK_NAN') throw error;
    witness(`${type.name} (serialized)`);
    return bytes;
  }
  const own = new Uint8Array(bytes);
  const length = Math.min(own.length, canonical.length);
  for (let i = 0; i < length; i++) {
    if ((own[i]! ^ canonical[i]!) === 0x80) own[i] = canonical[i]!;
  }
  return own;
}

/** From this many bytes on, reading the encoding of an image takes less time than searching its pixels. */
const READ_FROM = 4096;
const IMAGE_FIELDS = 'header height width encoding is_bigendian step data';

/** Whether the bytes are those of an image whose pixels are integers. */
function holdsIntegers(type: MessageType, bytes: Uint8Array): boolean {
  if (bytes.length < READ_FROM || type.name !== 'sensor_msgs/msg/Image') return false;
  if (bytes[0] !== 0 || bytes[1] !== 1) return false;
  if (type.fields.map(({ name }) => name).join(' ') !== IMAGE_FIELDS) return false;
  try {
    const { encoding } = type.bodyReader(new CdrReader(bytes, 'skip'));
    return pixelsOf(String(encoding)).areIntegers;
  } catch {
    return false;
  }
}

/** Checks bytes of a message whose meaning nothing declares. */
export function lookForNan(bytes: Uint8Array, field: string): void {
  if (witness !== undefined && hasNan(bytes)) witness(field);
}

/** Checks the bytes of each point that belong to no field; points are `step` bytes apart. */
export function lookBetweenFields(
  data: Uint8Array,
  step: number,
  gaps: readonly (readonly [from: number, to: number])[],
  field: string,
): void {
  if (witness === undefined || gaps.length === 0 || !hasNan(data)) return;
  for (let point = 0; point < data.length; point += step) {
    for (const [from, to] of gaps) {
      const [first, end] = [point + from, Math.min(point + to, data.length)];
      if (!hasNanBetween(data, first, end, first, end)) continue;
      witness(field);
      return;
    }
  }
}

/** From this many bytes on, whole words are checked first. */
const WORDS_FROM = 256;
const HIGH_BITS = 0x80808080;

/**
 * Whether the bytes contain a NaN as CPUs produce it, of either sign, byte order and size. Each
 * begins or ends with the byte 7f or ff, that of its sign, beside the byte c0 or f8.
 */
function hasNan(view: ArrayBufferView): boolean {
  const { buffer, byteOffset, byteLength } = view;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  if (byteLength < WORDS_FROM) return hasNanBetween(bytes, 0, byteLength);
  if (!hasEitherByte(view, 0x7f, 0xff) || !hasEitherByte(view, 0xc0, 0xf8)) return false;
  const head = -byteOffset & 3;
  const words = new Int32Array(buffer, byteOffset + head, (byteLength - head) >> 2);
  // Groups of eight words, since few have such a byte; the words before and after a group are looked at with it.
  let i = 1;
  for (; i + 8 < words.length; i += 8) {
    const signs =
      signBytes(words[i]!) |
      signBytes(words[i + 1]!) |
      signBytes(words[i + 2]!) |
      signBytes(words[i + 3]!) |
      signBytes(words[i + 4]!) |
      signBytes(words[i + 5]!) |
      signBytes(words[i + 6]!) |
      signBytes(words[i + 7]!);
    if ((signs & HIGH_BITS) === 0 || !mayHoldNan(words, i)) continue;
    const at = head + 4 * i;
    if (hasNanBetween(bytes, at, at + 32)) return true;
  }
  return hasNanBetween(bytes, 0, head + 4) || hasNanBetween(bytes, head + 4 * i, byteLength);
}

/** Whether a sign byte and one that may be c0 or f8 are neighbours in the eight words from `first` on. */
function mayHoldNan(words: Int32Array, first: number): boolean {
  let found = 0;
  let signs = signBytes(words[first - 1]!) & HIGH_BITS;
  let exponents = exponentBytes(words[first - 1]!) & HIGH_BITS;
  for (let i = first; i <= first + 8; i++) {
    const nextSigns = signBytes(words[i]!) & HIGH_BITS;
    const nextExponents = exponentBytes(words[i]!) & HIGH_BITS;
    found |= ((nextExponents << 8) | (exponents >>> 24)) & nextSigns;
    found |= ((nextSigns << 8) | (signs >>> 24)) & nextExponents;
    signs = nextSigns;
    exponents = nextExponents;
  }
  return found !== 0;
}

/** Whether one of the two bytes occurs at all: the C library searches for a byte ten times as fast as a loop. */
function hasEitherByte(view: ArrayBufferView, one: number, other: number): boolean {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  return bytes.includes(one) || bytes.includes(other);
}

/** Sets the high bit of each byte of the word that is 7f or ff: only these carry into it. */
function signBytes(word: number): number {
  return (word & 0x7f7f7f7f) + 0x01010101;
}

/** Sets the high bit of each byte of the word whose bits are 11...000, and sometimes of one above such a byte. */
function exponentBytes(word: number): number {
  const others = (word ^ 0xc0c0c0c0) & 0xc7c7c7c7;
  return (others - 0x01010101) & ~others;
}

/** Whether a NaN that lies within the limits has its first or last byte, that of its sign, between these places. */
function hasNanBetween(
  bytes: Uint8Array,
  from: number,
  to: number,
  low = 0,
  high = bytes.length,
): boolean {
  for (let i = from; i < to; i++) {
    if ((bytes[i]! & 0x7f) !== 0x7f) continue;
    const before = zerosBeside(bytes[i - 1]);
    if (before > 0 && i - 1 - before >= low && isZero(bytes, i - 1 - before, i - 1)) return true;
    const after = zerosBeside(bytes[i + 1]);
    if (after > 0 && i + 2 + after <= high && isZero(bytes, i + 2, i + 2 + after)) return true;
  }
  return false;
}

/** How many zeros a NaN has after its second byte; 0 if it is not a NaN. */
function zerosBeside(second: number | undefined): number {
  return second === 0xc0 ? 2 : second === 0xf8 ? 6 : 0;
}

function isZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] !== 0) return false;
  return true;
}
