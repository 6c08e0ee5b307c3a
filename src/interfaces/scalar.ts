/** Canonical values of scalars: defaults, and the checks and conversions of `normalize`. */
import { type Field, type FieldType, INTEGER_RANGE, type Literal } from './message_definition.js';

/** `char` is like int8 in JavaScript, uint8 in definitions. */
function charValue(value: number): number {
  return (value << 24) >> 24;
}

/** The canonical form of a literal of this type. */
export function canonicalLiteral(type: FieldType, value: Literal): Literal {
  return type.primitive === 'char' ? charValue(value as number) : value;
}

/** The value of a scalar field that the publisher omitted. */
export function defaultScalar(field: Field): Literal {
  if (field.default !== undefined) return canonicalLiteral(field.type, field.default as Literal);
  switch (field.type.primitive) {
    case 'bool':
      return false;
    case 'string':
    case 'wstring':
      return '';
    case 'int64':
    case 'uint64':
      return 0n;
    default:
      return 0;
  }
}

/** A scalar that cannot be converted. */
export interface Mismatch {
  readonly expected: string;
}

function convertString(type: FieldType, value: unknown): Literal | Mismatch {
  const { primitive, stringBound } = type;
  if (typeof value !== 'string') return { expected: `a ${primitive}` };
  if (stringBound !== undefined && value.length > stringBound) {
    return { expected: `a ${primitive} of at most ${stringBound} characters` };
  }
  return value;
}

function convertBigint(type: FieldType, value: unknown): Literal | Mismatch {
  const [low, high] = INTEGER_RANGE[type.primitive!]!;
  const big = typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof big === 'bigint' && big >= low && big <= high) return big;
  return { expected: `a bigint or safe integer in the range of ${type.primitive}` };
}

function convertInteger(type: FieldType, value: unknown, strict: boolean): Literal | Mismatch {
  const [low, high] = INTEGER_RANGE[type.primitive!]!;
  let number = value;
  if (type.primitive === 'char' && typeof value === 'string' && value.length === 1) {
    number = value.charCodeAt(0);
  }
  if (typeof number === 'bigint' && number >= low && number <= high) number = Number(number);
  // rclnodejs truncates fractions silently; nodes that compute nanoseconds rely on it.
  if (typeof number === 'number' && !strict) number = Math.trunc(number);
  if (typeof number === 'number' && Number.isInteger(number) && number >= low && number <= high) {
    return type.primitive === 'char' ? charValue(number) : number + 0;
  }
  return { expected: `an integer from ${low} to ${high}` };
}

/**
 * Brings a scalar to canonical form.
 *
 * @param strict whether to refuse fractions for integers and 0/1 for bool
 */
export function convertScalar(
  type: FieldType,
  value: unknown,
  strict: boolean,
): Literal | Mismatch {
  switch (type.primitive) {
    case 'bool':
      if (typeof value === 'boolean') return value;
      if (!strict && (value === 0 || value === 1)) return value === 1;
      return { expected: 'a boolean' };
    case 'string':
    case 'wstring':
      return convertString(type, value);
    case 'int64':
    case 'uint64':
      return convertBigint(type, value);
    case 'float32':
      return typeof value === 'number' ? Math.fround(value) : { expected: 'a number' };
    case 'float64':
      return typeof value === 'number' ? value : { expected: 'a number' };
    default:
      return convertInteger(type, value, strict);
  }
}
