/** Messages as ROS 2 shows them: its `char` is uint8, while programs see int8, as in rclnodejs. */
import type { DecodeOptions, MessageObject, MessageType } from './message_type.js';

const found = new WeakMap<MessageType, boolean>();

/** Whether a type has fields of type `char`, itself or nested. */
function hasChars(type: MessageType): boolean {
  let answer = found.get(type);
  if (answer === undefined) {
    answer = type.members.some(({ field, nested }) =>
      nested === undefined ? field.type.primitive === 'char' : hasChars(nested),
    );
    found.set(type, answer);
  }
  return answer;
}

/** A decoded message with each `char` from 0 to 255, to be shown; the same object if there is none. */
export function unsignedChars(type: MessageType, message: MessageObject): MessageObject {
  if (!hasChars(type)) return message;
  const shown: MessageObject = {};
  for (const { field, nested } of type.members) {
    const value = message[field.name];
    if (nested !== undefined) {
      shown[field.name] = Array.isArray(value)
        ? value.map((item: MessageObject) => unsignedChars(nested, item))
        : unsignedChars(nested, value as MessageObject);
    } else shown[field.name] = field.type.primitive === 'char' ? unsigned(value) : value;
  }
  return shown;
}

/**
 * Decodes a message to show it, or to compare it with what a user has written; `MessageType.decode` is for programs.
 *
 * @throws as `MessageType.decode`
 */
export function decodeShown(
  type: MessageType,
  bytes: Uint8Array,
  options?: DecodeOptions,
): MessageObject {
  return unsignedChars(type, type.decode(bytes, options));
}

function unsigned(value: unknown): unknown {
  if (value instanceof Int8Array) {
    return new Uint8Array(value.buffer, value.byteOffset, value.length);
  }
  return (value as number) & 0xff;
}
