import type { MessageClass } from './message_class.js';
import {
  applySerializationMode,
  type SerializationMode,
  toPlainArrays,
} from './serialization_mode.js';

/**
 * Passes `message` to `send`. If the strict form of the type refuses the message, converts it first
 * as message classes do (text for bytes, null for a missing part, …). Throws `RangeError` for wrong
 * lengths and integers out of range, and `TypeError` for wrong types.
 */
export function sendLeniently(
  message: unknown,
  typeClass: MessageClass,
  send: (message: unknown) => void,
): void {
  const value = fieldsOf(message);
  try {
    send(value);
  } catch (error) {
    send(convertRefused(value, typeClass, error));
  }
}

/** The message as an object: a bare primitive is its field `data`. */
export function fieldsOf(message: unknown): unknown {
  if (typeof message === 'object' && message !== null) return message;
  if (message === null) throw new TypeError('Invalid argument: expected a message, not null');
  return isBarePrimitive(message) ? { data: message } : message;
}

/** Converts what the strict form has refused with `error`; any other error is thrown again. */
export function convertRefused(value: unknown, typeClass: MessageClass, error: unknown): unknown {
  if ((error as { code?: string }).code !== 'ORR_MESSAGE_FIELD') throw error;
  return instanceOf(typeClass, value, error);
}

/** Makes an instance; the cause of an error names the field by its full path. */
function instanceOf(typeClass: MessageClass, value: unknown, strict: unknown): unknown {
  try {
    return new typeClass(value);
  } catch (error) {
    if (error instanceof Error) error.cause ??= strict;
    throw error;
  }
}

/** Whether what is not an object is a primitive. */
function isBarePrimitive(message: unknown): boolean {
  return message !== undefined && typeof message !== 'function';
}

/** How a received message is passed to a callback. */
export interface HandOver {
  readonly enableTypedArray: boolean;
  readonly serializationMode: SerializationMode;
}

/** Converts canonical messages for a callback; undefined: no conversion. */
export function handOver(options: HandOver): ((message: unknown) => unknown) | undefined {
  const { enableTypedArray, serializationMode } = options;
  if (serializationMode === 'json') return (m) => applySerializationMode(m, 'json');
  if (serializationMode === 'plain' || !enableTypedArray) return toPlainArrays;
  return undefined;
}
