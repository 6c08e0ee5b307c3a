/** The limit of a message's size: a value passed to `publish` must not take all memory. */
import { OrreryError } from '../errors/index.js';
import { arrayClass } from './arrays.js';
import type { Member } from './member.js';
import type { MessageType } from './message_type.js';

/** The default message limit: 256 MiB. */
export const DEFAULT_MESSAGE_LIMIT = 256 * 1024 * 1024;
/** The smallest cost of an element in an array of messages: objects are larger than their bytes. */
const OBJECT_BYTES = 64;
/** The smallest cost of an element in a plain array. */
const POINTER_BYTES = 8;

/**
 * The remaining part of the limit while one message is brought to canonical form. All types of a
 * registry share one budget, since the code of a type calls that of its nested types.
 */
export class MessageBudget {
  left: number;

  /**
   * @param limit - the most bytes that a message may take
   * @throws `ORR_OPTION_VALUE` unless it is a whole number above 0
   */
  constructor(readonly limit: number) {
    if (!Number.isInteger(limit) || limit <= 0) {
      throw new OrreryError(
        'ORR_OPTION_VALUE',
        `The option "messageLimit" of a TypeRegistry is ${String(limit)}; give a whole number above 0, of bytes.`,
      );
    }
    this.left = limit;
  }
}

/** The bytes that an element of this array counts as. */
export function elementCost(member: Member): number {
  if (member.nested !== undefined) return Math.max(OBJECT_BYTES, member.nested.minimumSize);
  return arrayClass(member.field.type.primitive!)?.BYTES_PER_ELEMENT ?? POINTER_BYTES;
}

/**
 * Refuses an array that alone is larger than the message limit.
 *
 * @throws `ORR_MESSAGE_TOO_LARGE` naming the field
 */
export function checkArraySize(type: MessageType, member: Member, count: number): void {
  const { limit } = type.budget;
  if (!(count * elementCost(member) > limit)) return;
  throw messageTooLarge(`${type.name}.${member.field.name}`, count, limit);
}

/** The error for an array or a string that does not fit into the rest of the limit. */
export function messageTooLarge(
  where: string,
  count: number,
  limit: number,
  unit: 'elements' | 'characters' = 'elements',
): OrreryError {
  return new OrreryError(
    'ORR_MESSAGE_TOO_LARGE',
    `${where} has ${count} ${unit}, which makes the message larger than the message limit of ${limit} bytes; send less at once, or raise the limit.`,
  );
}
