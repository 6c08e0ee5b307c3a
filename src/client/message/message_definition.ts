import { basename } from 'node:path/posix';
import type { Literal, MessageType } from '../../interfaces/index.js';

/** The type of a field, in the words of `rosidl_parser`. */
export interface FieldTypeDefinition {
  isArray: boolean;
  /** Length of a fixed array, upper bound of a bounded one. */
  arraySize: number | null;
  isUpperBound: boolean;
  isDynamicArray: boolean;
  isFixedSizeArray: boolean;
  /** Package of a nested message; null for primitives. */
  pkgName: string | null;
  /** `int32`, or the name of a nested message without its package. */
  type: string;
  stringUpperBound: number | null;
  isPrimitiveType: boolean;
}

/** The definition of a message: `ROSMessageDef` of its class. */
export interface MessageDefinitionJson {
  constants: { type: string; name: string; value: boolean | number | bigint | string }[];
  fields: { name: string; type: FieldTypeDefinition; default_value: unknown }[];
  baseType: {
    pkgName: string;
    type: string;
    stringUpperBound: number | null;
    isPrimitiveType: boolean;
  };
  msgName: string;
}

/** `ROSMessageDef` of a type. */
export function messageDefinition(type: MessageType): MessageDefinitionJson {
  const msgName = basename(type.name);
  return {
    constants: type.constants.map(({ name, type: kind, value }) => ({
      type: kind,
      name,
      value: exactNumber(value),
    })),
    fields: type.fields.map((field) => ({
      name: field.name,
      type: fieldType(field.type),
      default_value: defaultValue(field.default),
    })),
    baseType: {
      pkgName: type.package,
      type: msgName,
      stringUpperBound: null,
      isPrimitiveType: false,
    },
    msgName,
  };
}

function fieldType(type: MessageType['fields'][number]['type']): FieldTypeDefinition {
  const { array, primitive, nested, stringBound } = type;
  const [pkgName, , name] = nested === undefined ? [null] : nested.split('/');
  return {
    isArray: array !== undefined,
    arraySize: array === undefined || array.kind === 'unbounded' ? null : array.size,
    isUpperBound: array?.kind === 'bounded',
    isDynamicArray: array !== undefined && array.kind !== 'fixed',
    isFixedSizeArray: array?.kind === 'fixed',
    pkgName: pkgName ?? null,
    type: primitive ?? (name as string),
    stringUpperBound: stringBound ?? null,
    isPrimitiveType: primitive !== undefined,
  };
}

function defaultValue(value: Literal | readonly Literal[] | undefined): unknown {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.map(exactNumber) : exactNumber(value as Literal);
}

/** A 64-bit constant as a number if that is exact. */
export function exactNumber(value: Literal): boolean | number | bigint | string {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
