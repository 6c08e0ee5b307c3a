import { TypeValidationError } from '../errors/index.js';

/** A 64-bit integer as callers may write it: `bigint` (2.x), or an integer or its digits (0.x). */
export type Int64Argument = bigint | number | string;

/**
 * The bigint of a 64-bit argument.
 *
 * @throws {TypeValidationError} if it is neither a bigint, an integral number nor decimal digits.
 */
export function int64Argument(name: string, value: unknown, entityType: string): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^[+-]?\d+$/.test(value)) {
    return value.startsWith('+') ? BigInt(value.slice(1)) : BigInt(value);
  }
  throw new TypeValidationError(name, value, 'bigint', { entityType });
}
