import type { Member, MessageType } from '../../interfaces/index.js';
import { applySerializationMode, type SerializationMode, toPlainArrays } from './json.js';
import type { MessageClass } from './message_class.js';

/**
 * Hands `message` to `send`. What the strict form of the type refuses is tried once more the way
 * message classes take it (text for bytes, null for a missing part, …), whose errors are a
 * `RangeError` for lengths and integers out of range and a `TypeError` for wrong types.
 */
export function sendLeniently(
  message: unknown,
  typeClass: MessageClass,
  send: (message: unknown) => void,
): void {
  if (message === null) throw new TypeError('Invalid argument: expected a message, not null');
  const value = isBarePrimitive(message) ? { data: message } : message;
  try {
    send(value);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ORR_MESSAGE_FIELD') throw error;
    send(instanceOf(typeClass, value, error));
  }
}

/** An instance; what it refuses names the field by its full path in its cause. */
function instanceOf(typeClass: MessageClass, value: unknown, strict: unknown): unknown {
  try {
    return new typeClass(value);
  } catch (error) {
    if (error instanceof Error) error.cause ??= strict;
    throw error;
  }
}

/** The canonical form of a message that a program gave, see {@link sendLeniently}. */
export function canonicalMessage(message: unknown, typeClass: MessageClass): object {
  let canonical: object = {};
  sendLeniently(message, typeClass, (value) => {
    canonical = typeClass.messageType.normalize(value);
  });
  return canonical;
}

function isBarePrimitive(message: unknown): boolean {
  return typeof message !== 'object' && message !== undefined && typeof message !== 'function';
}

/** How a received message is handed over. */
export interface HandOver {
  readonly enableTypedArray: boolean;
  readonly serializationMode: SerializationMode;
}

/** What to do with canonical messages of a type before a callback gets them; undefined: nothing. */
export function handOver(
  type: MessageType,
  options: HandOver,
): ((message: unknown) => unknown) | undefined {
  const { enableTypedArray, serializationMode } = options;
  if (serializationMode === 'json') return (m) => applySerializationMode(m, 'json');
  if (serializationMode === 'plain' || !enableTypedArray) return toPlainArrays;
  return plainInt64Arrays(type);
}

/**
 * Arrays of 64-bit integers are typed arrays in canonical messages and plain arrays for programs,
 * as in the native package. Changes the message, which its receiver owns.
 */
export function plainInt64Arrays(type: MessageType): ((message: unknown) => unknown) | undefined {
  const steps = type.members.map(int64Step).filter((step) => step !== undefined);
  if (steps.length === 0) return undefined;
  return (message) => {
    for (const step of steps) step(message as Record<string, unknown>);
    return message;
  };
}

function int64Step(member: Member): ((message: Record<string, unknown>) => void) | undefined {
  const { name, type } = member.field;
  if (type.primitive === 'int64' || type.primitive === 'uint64') {
    if (type.array === undefined) return undefined;
    return (message) => {
      message[name] = Array.from(message[name] as BigInt64Array);
    };
  }
  const nested = member.nested && plainInt64Arrays(member.nested);
  if (nested === undefined) return undefined;
  if (type.array === undefined) return (message) => void nested(message[name]);
  return (message) => {
    for (const item of message[name] as unknown[]) nested(item);
  };
}
