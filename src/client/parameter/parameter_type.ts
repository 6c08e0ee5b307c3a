import { TypeValidationError } from '../errors/index.js';
import { isTypedArray } from '../message/serialization_mode.js';

/** The types a parameter can have, as in `rcl_interfaces/msg/ParameterType`. */
export const ParameterType = {
  PARAMETER_NOT_SET: 0,
  PARAMETER_BOOL: 1,
  PARAMETER_INTEGER: 2,
  PARAMETER_DOUBLE: 3,
  PARAMETER_STRING: 4,
  PARAMETER_BYTE_ARRAY: 5,
  PARAMETER_BOOL_ARRAY: 6,
  PARAMETER_INTEGER_ARRAY: 7,
  PARAMETER_DOUBLE_ARRAY: 8,
  PARAMETER_STRING_ARRAY: 9,
} as const;

/** A value of {@link ParameterType}. */
export type ParameterType = (typeof ParameterType)[keyof typeof ParameterType];

/** What a parameter can hold; bigint for integers, null or undefined when not set. */
export type ParameterValue =
  | boolean
  | bigint
  | number
  | string
  | boolean[]
  | bigint[]
  | number[]
  | string[]
  | null
  | undefined;

const ELEMENT_TYPEOF = new Map<number, string>([
  [ParameterType.PARAMETER_BYTE_ARRAY, 'number'],
  [ParameterType.PARAMETER_BOOL_ARRAY, 'boolean'],
  [ParameterType.PARAMETER_INTEGER_ARRAY, 'bigint'],
  [ParameterType.PARAMETER_DOUBLE_ARRAY, 'number'],
  [ParameterType.PARAMETER_STRING_ARRAY, 'string'],
]);

const SCALAR_TYPEOF = new Map<number, string>([
  [ParameterType.PARAMETER_BOOL, 'boolean'],
  [ParameterType.PARAMETER_INTEGER, 'bigint'],
  [ParameterType.PARAMETER_DOUBLE, 'number'],
  [ParameterType.PARAMETER_STRING, 'string'],
]);

const ARRAY_OF = new Map<number, ParameterType>([
  [ParameterType.PARAMETER_BOOL, ParameterType.PARAMETER_BOOL_ARRAY],
  [ParameterType.PARAMETER_INTEGER, ParameterType.PARAMETER_INTEGER_ARRAY],
  [ParameterType.PARAMETER_DOUBLE, ParameterType.PARAMETER_DOUBLE_ARRAY],
  [ParameterType.PARAMETER_STRING, ParameterType.PARAMETER_STRING_ARRAY],
]);

/** Whether a value is one of {@link ParameterType}. */
export function isParameterType(type: unknown): type is ParameterType {
  return (
    typeof type === 'number' &&
    type >= ParameterType.PARAMETER_NOT_SET &&
    type <= ParameterType.PARAMETER_STRING_ARRAY
  );
}

/** Whether a value can be held by a parameter of the given type. */
export function isParameterValue(value: unknown, type: ParameterType): boolean {
  if (value === null || value === undefined) return type === ParameterType.PARAMETER_NOT_SET;
  if (type === ParameterType.PARAMETER_NOT_SET) return !value;
  const scalar = SCALAR_TYPEOF.get(type);
  if (scalar !== undefined) return typeof value === scalar;
  const element = ELEMENT_TYPEOF.get(type);
  // reduce, unlike every, skips the holes of a sparse array, as the native package does
  return (
    element !== undefined &&
    Array.isArray(value) &&
    value.reduce((ok: boolean, item: unknown) => ok && typeof item === element, true)
  );
}

/**
 * The parameter type that a JavaScript value suggests. Integral numbers are integers, the first
 * element decides for an array, an empty array is not set.
 *
 * @throws {TypeValidationError} if no parameter can hold such a value.
 */
export function parameterTypeFromValue(value: unknown): ParameterType {
  if (value === null || value === undefined) return ParameterType.PARAMETER_NOT_SET;
  if (typeof value === 'boolean') return ParameterType.PARAMETER_BOOL;
  if (typeof value === 'string') return ParameterType.PARAMETER_STRING;
  if (typeof value === 'bigint') return ParameterType.PARAMETER_INTEGER;
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? ParameterType.PARAMETER_INTEGER
      : ParameterType.PARAMETER_DOUBLE;
  }
  if (value instanceof Uint8Array) return ParameterType.PARAMETER_BYTE_ARRAY;
  if (isTypedArray(value)) {
    const [first] = value;
    if (first === undefined) return ParameterType.PARAMETER_NOT_SET;
    return parameterTypeFromValue(first) === ParameterType.PARAMETER_INTEGER
      ? ParameterType.PARAMETER_INTEGER_ARRAY
      : ParameterType.PARAMETER_DOUBLE_ARRAY;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return ParameterType.PARAMETER_NOT_SET;
    return ARRAY_OF.get(parameterTypeFromValue(value[0])) ?? ParameterType.PARAMETER_NOT_SET;
  }
  throw new TypeValidationError('value', value, 'valid parameter type', {
    entityType: 'parameter',
    details: {
      supportedTypes: ['boolean', 'string', 'number', 'boolean[]', 'number[]', 'string[]'],
    },
  });
}
