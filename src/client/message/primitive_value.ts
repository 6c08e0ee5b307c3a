import type { PrimitiveName } from '../../interfaces/index.js';

const RANGES: Partial<Record<PrimitiveName, readonly [number, number]>> = {
  byte: [0, 255],
  char: [-128, 127],
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32768, 32767],
  uint16: [0, 65535],
  int32: [-2147483648, 2147483647],
  uint32: [0, 4294967295],
};

const RANGES_64: Partial<Record<PrimitiveName, readonly [bigint, bigint]>> = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/**
 * What a field of a message instance holds after `value` was assigned to it. Follows the native
 * package, where a setter writes into memory: numbers are truncated or rounded to the type, text
 * given to a one-byte integer is the code of its first character, any value becomes true or false.
 * Unlike in the native package, a value that is not a number at all is refused instead of becoming
 * NaN or 0.
 *
 * @throws {RangeError} if an integer is out of the type's range.
 * @throws {TypeError} if a value is of another kind than the field.
 */
export function primitiveValue(type: PrimitiveName, field: string, value: unknown): unknown {
  switch (type) {
    case 'bool':
      return Boolean(value);
    case 'string':
    case 'wstring':
      if (typeof value !== 'string') throw new TypeError(`${field} must be type of string`);
      return value;
    case 'float32':
      return Math.fround(numeric(field, value));
    case 'float64':
      return numeric(field, value);
    case 'int64':
    case 'uint64':
      return integer64(type, field, value);
    default:
      return integer(type, field, value);
  }
}

function integer(type: PrimitiveName, field: string, value: unknown): number {
  const [low, high] = RANGES[type] as readonly [number, number];
  const oneByte = high - low === 255;
  const number = oneByte && typeof value === 'string' ? value.charCodeAt(0) : numeric(field, value);
  if (number < low || number > high) throw outOfRange(field, value, low, high);
  return Number.isNaN(number) ? 0 : Math.trunc(number) + 0;
}

function numeric(field: string, value: unknown): number {
  const number = Number(value);
  const given = value !== undefined && value !== null && typeof value !== 'number';
  if (given && Number.isNaN(number)) throw new TypeError(`${field} must be type of number`);
  return number;
}

function integer64(type: PrimitiveName, field: string, value: unknown): bigint {
  const [low, high] = RANGES_64[type] as readonly [bigint, bigint];
  // before 2.0, 64-bit integers were written as numbers
  const big = Number.isInteger(value) ? BigInt(value as number) : value;
  if (typeof big !== 'bigint') throw new TypeError(`${field} must be type of bigint`);
  if (big < low || big > high) throw outOfRange(field, big, low, high);
  return big;
}

function outOfRange(
  field: string,
  value: unknown,
  low: number | bigint,
  high: number | bigint,
): RangeError {
  return new RangeError(
    `The value of "${field}" is out of range (out of bounds). It must be >= ${low} and <= ${high}. Received ${value}`,
  );
}
