import {
  type ArrayShape,
  arrayClass,
  checkArraySize,
  type Member,
  type MessageType,
  type NumericArray,
  type NumericArrayClass,
  type PrimitiveName,
} from '../../interfaces/index.js';
import type { MessageArray } from './message_array.js';
import type { MessageClass } from './message_class.js';
import type { MessageInstance } from './message_instance.js';
import { primitiveValue } from './primitive_value.js';

/** How one field of a message class is created, assigned, copied and made plain. */
export interface MessageSlot {
  readonly name: string;
  /** The value of a new message. */
  create(): unknown;
  /** What the field holds after `value` was assigned to it while it held `current`. */
  assign(value: unknown, current: unknown): unknown;
  /** A copy of what the field holds. */
  copy(value: unknown): unknown;
  toPlain(value: unknown, enableTypedArray: boolean): unknown;
}

/** The slot of a member of `owner`; `classOf` gives the class of a nested message. */
export function messageSlot(
  owner: MessageType,
  member: Member,
  classOf: (member: Member) => MessageClass,
): MessageSlot {
  const { array, primitive } = member.field.type;
  if (primitive === undefined) {
    return array === undefined
      ? nestedSlot(member, classOf(member))
      : nestedArraySlot(owner, member, array, classOf(member));
  }
  if (array === undefined) return scalarSlot(member, primitive);
  return primitiveArraySlot(owner, member, array, arrayClass(primitive));
}

function scalarSlot(member: Member, primitive: PrimitiveName): MessageSlot {
  const { name, default: literal } = member.field;
  const initial = primitiveValue(primitive, name, literal ?? zeroOf(primitive));
  const same = (value: unknown) => value;
  return {
    name,
    create: () => initial,
    assign: (value) => primitiveValue(primitive, name, value),
    copy: same,
    toPlain: same,
  };
}

function zeroOf(primitive: PrimitiveName): unknown {
  if (primitive === 'string' || primitive === 'wstring') return '';
  return primitive === 'int64' || primitive === 'uint64' ? 0n : 0;
}

function primitiveArraySlot(
  owner: MessageType,
  member: Member,
  array: ArrayShape,
  TypedArray: NumericArrayClass | undefined,
): MessageSlot {
  const { name } = member.field;
  const copy = (value: unknown) => (value as unknown[]).slice();
  return {
    name,
    create: () => {
      const initial = member.defaultArray();
      return TypedArray === undefined
        ? Array.from(initial as Iterable<unknown>)
        : (initial as NumericArray).slice();
    },
    assign: (value) => {
      requireLength(owner, member, array, value);
      if (TypedArray === undefined) return Array.isArray(value) ? value : Array.from(value as []);
      if (value instanceof TypedArray) return value;
      return new TypedArray(value as ArrayLike<number>);
    },
    copy,
    toPlain: (value, enableTypedArray) =>
      enableTypedArray ? copy(value) : Array.from(value as Iterable<unknown>),
  };
}

function nestedSlot(member: Member, Class: MessageClass): MessageSlot {
  return {
    name: member.field.name,
    create: () => new Class(),
    assign: (value, current) => {
      (current as MessageInstance).copy(
        value instanceof Class ? (value as MessageInstance) : new Class(value),
      );
      return current;
    },
    copy: (value) => new Class(value),
    toPlain: (value, enableTypedArray) =>
      (value as MessageInstance).toPlainObject(enableTypedArray),
  };
}

function nestedArraySlot(
  owner: MessageType,
  member: Member,
  array: ArrayShape,
  Class: MessageClass,
): MessageSlot {
  const { name } = member.field;
  const ArrayClass = Class.ArrayType;
  return {
    name,
    create: () => new ArrayClass(array.kind === 'fixed' ? array.size : 0),
    assign: (value, current) => {
      const values = value instanceof ArrayClass ? (value as MessageArray).data : value;
      requireLength(owner, member, array, values);
      (current as MessageArray).fill(values as ArrayLike<unknown>);
      return current;
    },
    copy: (value) => {
      const result = new ArrayClass();
      result.copy(value as MessageArray);
      return result;
    },
    toPlain: (value, enableTypedArray) => (value as MessageArray).toPlainObject(enableTypedArray),
  };
}

function requireLength(
  owner: MessageType,
  member: Member,
  array: ArrayShape,
  value: unknown,
): void {
  const { length } = value as ArrayLike<unknown>;
  if (array.kind === 'fixed' && length !== array.size) {
    throw new RangeError(`The length of the array must be ${array.size}.`);
  }
  if (array.kind === 'bounded' && length > array.size) {
    throw new RangeError(`The length of array ${member.field.name} must be <= ${array.size}.`);
  }
  checkArraySize(owner, member, length);
}
