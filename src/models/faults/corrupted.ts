import { OrreryError } from '../../errors/index.js';
import type { MessageObject, MessageType } from '../../interfaces/index.js';
import type { RandomStream } from '../../kernel/index.js';
import type { CorruptFault } from './fault.js';

/** The CDR representation header is left alone: damage to it would mean another encoding, not noise. */
const HEADER_BYTES = 4;

/**
 * The message after the fault; undefined if a receiver could not decode the result and
 * would discard it.
 *
 * @throws OrreryError `ORR_FAULT_FIELD` when the type has no such field or the value does not fit
 */
export function corrupted(
  fault: CorruptFault,
  type: MessageType,
  message: MessageObject,
  random: RandomStream,
): MessageObject | undefined {
  if (fault.field !== undefined) return withField(fault, type, message);
  const bytes = type.encode(message).slice();
  const bits = (bytes.length - HEADER_BYTES) * 8;
  if (bits <= 0) return message;
  for (let i = 0; i < (fault.bits ?? 1); i++) {
    const bit = random.integer(bits);
    bytes[HEADER_BYTES + (bit >> 3)]! ^= 1 << (bit & 7);
  }
  try {
    return type.decode(bytes);
  } catch {
    return undefined;
  }
}

function withField(fault: CorruptFault, type: MessageType, message: MessageObject): MessageObject {
  const copy = type.copy(message);
  const path = fault.field!.split('.');
  const last = path.pop()!;
  let holder: Record<string, unknown> = copy;
  for (const key of path) holder = child(holder[key], fault, type);
  const old = holder[last];
  if (old === undefined) throw wrongField(fault, type, 'has no such field');
  holder[last] = typeof old === 'bigint' ? BigInt(Number(fault.value)) : fault.value;
  try {
    return type.normalize(copy);
  } catch (cause) {
    throw wrongField(fault, type, `cannot hold ${String(fault.value)} there`, cause);
  }
}

function child(value: unknown, fault: CorruptFault, type: MessageType): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw wrongField(fault, type, 'has no such field');
}

function wrongField(
  fault: CorruptFault,
  type: MessageType,
  what: string,
  cause?: unknown,
): OrreryError {
  return new OrreryError(
    'ORR_FAULT_FIELD',
    `The fault plan corrupts the field ${fault.field}, but ${type.name} ${what}; correct the field or the value.`,
    { place: { type: type.name }, cause },
  );
}
