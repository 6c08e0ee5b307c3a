/** Messages whose arrays or strings are replaced by a description, as `--no-arr` and `--no-str` show them. */
import type { Field, MessageObject, MessageType } from '../interfaces/index.js';

export interface Abbreviation {
  readonly arrays: boolean;
  readonly strings: boolean;
}

/** IDL's names of primitive types that differ from those in `.msg` files; ROS 2 prints these. */
const IDL_NAMES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  byte: 'octet',
  char: 'uint8',
  float32: 'float',
  float64: 'double',
};

/** The message with e.g. `<sequence type: double, length: 3>` for an array and `<string length: <5>>` for a string. */
export function abbreviated(
  type: MessageType,
  message: MessageObject,
  what: Abbreviation,
): MessageObject {
  const shown: MessageObject = {};
  for (const { field, nested } of type.members) {
    const value = message[field.name];
    if (field.type.array !== undefined && what.arrays) {
      shown[field.name] = arrayText(field, (value as ArrayLike<unknown>).length);
    } else shown[field.name] = abbreviatedValue(value, nested, what);
  }
  return shown;
}

function abbreviatedValue(
  value: unknown,
  nested: MessageType | undefined,
  what: Abbreviation,
): unknown {
  if (Array.isArray(value)) return value.map((item) => abbreviatedValue(item, nested, what));
  if (nested !== undefined) return abbreviated(nested, value as MessageObject, what);
  if (typeof value === 'string' && what.strings) return `<string length: <${value.length}>>`;
  return value;
}

export function arrayText({ type }: Field, length: number): string {
  const name = type.nested ?? IDL_NAMES[type.primitive!] ?? type.primitive;
  return type.array?.kind === 'fixed'
    ? `<array type: ${name}[${length}]>`
    : `<sequence type: ${name}, length: ${length}>`;
}
