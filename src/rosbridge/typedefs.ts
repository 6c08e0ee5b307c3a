/** Definitions of messages as `rosapi/msg/TypeDef` describes them. */
import type { FieldType, MessageType } from '../interfaces/index.js';

/** The type definitions of a message and of all messages in it, its own first. */
export function typedefsOf(type: MessageType): object[] {
  const found = new Map<string, MessageType>();
  const visit = (each: MessageType) => {
    if (found.has(each.name)) return;
    found.set(each.name, each);
    for (const { nested } of each.members) if (nested !== undefined) visit(nested);
  };
  visit(type);
  return [...found.values()].map(typedefOf);
}

function typedefOf(type: MessageType): object {
  const fields = type.members.map(({ field }) => field);
  return {
    type: type.name,
    fieldnames: fields.map(({ name }) => name),
    fieldtypes: fields.map(({ type: { nested, primitive } }) => nested ?? primitive),
    fieldarraylen: fields.map((field) => arrayLength(field.type)),
    examples: fields.map((field) => example(field.type)),
    constnames: type.constants.map(({ name }) => name),
    constvalues: type.constants.map(({ value }) => String(value)),
  };
}

/** -1: not an array; 0: any number of elements. */
function arrayLength({ array }: FieldType): number {
  if (array === undefined) return -1;
  return array.kind === 'fixed' ? array.size : 0;
}

function example({ array, nested, primitive }: FieldType): string {
  if (array !== undefined) return '[]';
  if (nested !== undefined) return '{}';
  if (primitive === 'string' || primitive === 'wstring') return '';
  return primitive === 'bool' ? 'false' : '0';
}
