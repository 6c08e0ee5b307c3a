import type { MessageType } from '../../interfaces/index.js';
import type { MessageArray } from './message_array.js';
import type { MessageClass } from './message_class.js';
import type { MessageSlot } from './message_slot.js';

/**
 * Base of all message classes. An instance has an accessor for every field: reading returns the
 * value, a nested message or an array; assigning checks and copies.
 */
export abstract class MessageInstance {
  /** Values of the fields, by name. */
  readonly _fields: Record<string, unknown>;

  /** @param other - a message of this class or a plain object; it is copied. */
  constructor(other?: unknown) {
    const fields: Record<string, unknown> = {};
    for (const slot of this.#slots) fields[slot.name] = slot.create();
    this._fields = fields;
    if (other instanceof MessageInstance && other.constructor === this.constructor) {
      this.copy(other);
    } else if (other !== undefined) {
      assignPlain(this, other);
    }
  }

  get #class(): MessageClass {
    return this.constructor as MessageClass;
  }

  get #slots(): readonly MessageSlot[] {
    return this.#class.slots.values;
  }

  /** Copies the content of another message of this class; nothing is shared. */
  copy(other: MessageInstance): void {
    for (const slot of this.#slots) {
      this._fields[slot.name] = slot.copy(other._fields[slot.name]);
    }
  }

  /** Whether the message has a field of this name. */
  hasMember(name: string): boolean {
    return this.#class.slots.names.has(name);
  }

  /**
   * A plain object with the same content.
   *
   * @param enableTypedArray - false for plain arrays in place of typed ones.
   */
  toPlainObject(enableTypedArray = true): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    for (const slot of this.#slots) {
      plain[slot.name] = slot.toPlain(this._fields[slot.name], enableTypedArray);
    }
    return plain;
  }

  /** The message as CDR, with its encapsulation header. */
  serialize(): Buffer {
    const type: MessageType = this.#class.messageType;
    const bytes = type.encode(type.normalize(this));
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

/** A bare primitive is the value of `data`; fields that the message does not have are ignored. */
function assignPlain(message: MessageInstance, plain: unknown): void {
  if (typeof plain === 'object') copyFields(message, plain);
  else if (typeof plain !== 'function' && typeof plain !== 'symbol') {
    (message as MessageInstance & { data: unknown }).data = plain;
  }
}

function copyFields(message: MessageInstance, plain: object | null): void {
  const target = message as MessageInstance & Record<string, unknown>;
  for (const name in plain) {
    const value = (plain as Record<string, unknown>)[name];
    if (!message.hasMember(name) || value === null || value === undefined) continue;
    const current = target[name];
    if (current instanceof MessageInstance && typeof value === 'object') {
      copyFields(current, value instanceof MessageInstance ? value._fields : value);
    } else {
      target[name] = isMessageArray(value) ? value.data : value;
    }
  }
}

function isMessageArray(value: unknown): value is MessageArray {
  return (
    (Object(value) as { constructor?: { isROSArray?: boolean } }).constructor?.isROSArray === true
  );
}
