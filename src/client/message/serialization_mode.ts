import { ValidationError } from '../errors/index.js';

/** The form of a subscription's messages: unchanged, with plain arrays, or safe for JSON. */
export type SerializationMode = 'default' | 'plain' | 'json';

type PlainObject = Record<string, unknown>;

/** Whether a value is one of the typed arrays of the language. */
export function isTypedArray(
  value: unknown,
): value is ArrayLike<number | bigint> & Iterable<unknown> {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function mapFields(value: object, convert: (field: unknown) => unknown): PlainObject {
  const result: PlainObject = {};
  for (const [key, field] of Object.entries(value)) result[key] = convert(field);
  return result;
}

/** A copy with plain arrays in place of typed arrays. */
export function toPlainArrays(value: unknown): unknown {
  if (isTypedArray(value)) return Array.from(value);
  if (Array.isArray(value)) return value.map(toPlainArrays);
  if (typeof value === 'object' && value !== null) return mapFields(value, toPlainArrays);
  return value;
}

/**
 * A copy that `JSON.stringify` can write: plain arrays, bigint as `"12n"`, `"NaN"`, `"Infinity"`,
 * functions as `"[Function]"`.
 */
export function toJSONSafe(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return `${value}n`;
    case 'function':
      return '[Function]';
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'object':
      if (value === null) return null;
      if (isTypedArray(value)) return Array.from(value, toJSONSafe);
      if (Array.isArray(value)) return value.map(toJSONSafe);
      return mapFields(value, toJSONSafe);
    default:
      return value;
  }
}

/** Whether {@link toJSONSafe} changes a value that is neither array nor object. */
export function needsJSONConversion(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return ['bigint', 'function', 'undefined'].includes(typeof value);
}

/**
 * Turns `"12n"`, as {@link toJSONSafe} writes it, into a bigint again. Objects have no prototype,
 * because the text is untrusted.
 */
export function reviveBigInts(value: unknown): unknown {
  if (typeof value === 'string') return /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
  if (Array.isArray(value)) return value.map(reviveBigInts);
  if (typeof value !== 'object' || value === null) return value;
  const result = Object.create(null) as PlainObject;
  for (const [key, field] of Object.entries(value)) {
    if (!['__proto__', 'constructor', 'prototype'].includes(key))
      result[key] = reviveBigInts(field);
  }
  return result;
}

/** JSON text of {@link toJSONSafe}. */
export function toJSONString(value: unknown, space?: number | string): string {
  return JSON.stringify(toJSONSafe(value), null, space);
}

export function isValidSerializationMode(mode: unknown): mode is SerializationMode {
  return mode === 'default' || mode === 'plain' || mode === 'json';
}

/** The message in the form of a subscription's mode. */
export function applySerializationMode(message: unknown, mode: SerializationMode): unknown {
  switch (mode) {
    case 'default':
      return message;
    case 'plain':
      return toPlainArrays(message);
    case 'json':
      return toJSONSafe(message);
    default:
      throw invalidSerializationMode(mode);
  }
}

/** The error for a mode that does not exist. */
export function invalidSerializationMode(mode: unknown, nodeName?: string): ValidationError {
  return new ValidationError(
    `Invalid serializationMode: ${mode}. Valid modes are: 'default', 'plain', 'json'`,
    {
      code: 'INVALID_SERIALIZATION_MODE',
      argumentName: 'serializationMode',
      providedValue: mode,
      expectedType: "'default' | 'plain' | 'json'",
      ...(nodeName === undefined ? {} : { nodeName }),
    },
  );
}
