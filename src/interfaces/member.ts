/** A field of a message type, with its nested type resolved. */
import { allocateArray, arrayClass, type NumericArray } from './arrays.js';
import { type Field, type Literal, PRIMITIVE_SIZE } from './message_definition.js';
import type { MessageType } from './message_type.js';
import { canonicalLiteral, defaultScalar } from './scalar.js';

/** A field together with the type of its nested message. */
export class Member {
  #defaultArray: NumericArray | readonly Literal[] | undefined;

  /** The smallest number of bytes it takes in CDR, without padding. */
  readonly minimumSize: number;
  /** Whether it takes the same number of bytes in every message. */
  readonly isFixed: boolean;
  /** How many values it has in a new message, counting one element of a sequence of messages. */
  readonly values: number;

  constructor(
    readonly field: Field,
    /** The nested type; `undefined` for primitives. */
    readonly nested: MessageType | undefined,
  ) {
    this.minimumSize = minimumSize(field, nested);
    this.isFixed = isFixed(field, nested);
    this.values = valuesOf(field, nested);
  }

  /** The canonical default of a primitive array. It is shared, so copy it before returning it. */
  defaultArray(): NumericArray | readonly Literal[] {
    this.#defaultArray ??= makeDefaultArray(this.field);
    return this.#defaultArray;
  }
}

function valuesOf(field: Field, nested: MessageType | undefined): number {
  const { primitive, array } = field.type;
  if (nested !== undefined) return 1 + nested.values * (array?.kind === 'fixed' ? array.size : 1);
  const isList = array?.kind === 'fixed' && arrayClass(primitive!) === undefined;
  return 1 + (isList ? array.size : 0);
}

function makeDefaultArray(field: Field): NumericArray | readonly Literal[] {
  const { type } = field;
  const values = (field.default as readonly Literal[] | undefined)?.map((value) =>
    canonicalLiteral(type, value),
  );
  const length = values?.length ?? (type.array?.kind === 'fixed' ? type.array.size : 0);
  const Class = arrayClass(type.primitive!);
  if (Class === undefined) {
    return values ?? new Array<Literal>(length).fill(defaultScalar({ name: field.name, type }));
  }
  const result = allocateArray(Class, length);
  for (let i = 0; i < length; i++) result[i] = (values?.[i] as number | undefined) ?? 0;
  return result;
}

function isFixed(field: Field, nested: MessageType | undefined): boolean {
  const { primitive, array } = field.type;
  if (array !== undefined && array.kind !== 'fixed') return false;
  return nested === undefined
    ? PRIMITIVE_SIZE[primitive!] > 0
    : nested.members.every((member) => member.isFixed);
}

function minimumSize(field: Field, nested: MessageType | undefined): number {
  const { primitive, array } = field.type;
  if (array !== undefined && array.kind !== 'fixed') return 4;
  const one = nested?.minimumSize ?? (PRIMITIVE_SIZE[primitive!] || 4);
  return one * (array?.size ?? 1);
}
