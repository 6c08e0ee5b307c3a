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
  if (message === null) throw new TypeError('Invalid argument: expected a message, not null');
  const value = isBarePrimitive(message) ? { data: message } : message;
  try {
    send(value);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ORR_MESSAGE_FIELD') throw error;
    send(instanceOf(typeClass, value, error));
  }
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

function isBarePrimitive(message: unknown): boolean {
  return typeof message !== 'object' && message !== undefined && typeof message !== 'function';
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
