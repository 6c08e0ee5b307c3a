/**
 * Integer arrays of messages whose bytes look like a NaN, although nothing declares them as
 * floats. The sign of a computed NaN depends on when the engine optimises the program and on the
 * CPU. Changing such bytes could damage data that are not floats, so they are only reported: to the
 * witness that a run sets.
 */
import { arrayClass } from './arrays.js';
import type { MessageObject, MessageType } from './message_type.js';

/** Learns which field holds the bytes, e.g. `std_msgs/msg/UInt8MultiArray.data`. */
export type NanWitness = (field: string) => void;

let witness: NanWitness | undefined;

/** Who learns of such bytes in this thread from now on; without one, nobody looks for them. */
export function setNanWitness(next: NanWitness | undefined): void {
  witness = next;
}

/** Types whose bytes are known to be no floats. */
const NO_FLOATS = new Set(['sensor_msgs/msg/CompressedImage', 'unique_identifier_msgs/msg/UUID']);

/** Looks at the integer arrays of a message, not of those nested in it; undefined without any. */
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
 * Takes the signs of the NaN in the float fields of a serialized message from a canonical copy;
 * what else is in it stays as it is. Bytes that are not a message are reported instead.
 */
export function canonicalSerialized(type: MessageType, bytes: Uint8Array): Uint8Array {
  if (witness === undefined || !hasNan(bytes)) return bytes;
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

/** Whether a NaN that the CPU makes is among the bytes, of either sign, order and size. */
function hasNan(view: ArrayBufferView): boolean {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  // Every such NaN has the byte c0 or f8 after its sign; c7 masks what the two have in common.
  for (let i = 0; i < bytes.length; i++) {
    if ((bytes[i]! & 0xc7) === 0xc0 && isNanAt(bytes, i)) return true;
  }
  return false;
}

function isNanAt(bytes: Uint8Array, at: number): boolean {
  const zeros = bytes[at] === 0xc0 ? 2 : bytes[at] === 0xf8 ? 6 : 0;
  if (zeros === 0) return false;
  const isLittle = (bytes[at + 1]! & 0x7f) === 0x7f && isZero(bytes, at - zeros, at);
  const isBig = (bytes[at - 1]! & 0x7f) === 0x7f && isZero(bytes, at + 1, at + 1 + zeros);
  return isLittle || isBig;
}

function isZero(bytes: Uint8Array, from: number, to: number): boolean {
  if (from < 0 || to > bytes.length) return false;
  for (let i = from; i < to; i++) if (bytes[i] !== 0) return false;
  return true;
}
