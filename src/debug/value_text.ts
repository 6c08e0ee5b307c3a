import { inspect } from 'node:util';

/** Fields that every node of the client library has. */
const LIBRARY_FIELDS = new Set(['nodeArguments']);
const MOST_ITEMS = 32;
const DEEPEST = 5;

/** Stands for an object whose contents are not shown. */
class Closed {
  readonly #name: string;

  constructor(value: object) {
    this.#name = value.constructor?.name ?? 'Object';
  }

  [inspect.custom](): string {
    return `[${this.#name}]`;
  }
}

/**
 * A value as text: plain data completely, an object of a class with its fields, objects of classes
 * within by their class only. Calls no user code, not even getters.
 */
export function valueText(value: unknown): string {
  return inspect(opened(value, 0), {
    depth: DEEPEST,
    maxArrayLength: MOST_ITEMS,
    breakLength: 90,
    compact: 3,
  });
}

/** The fields that a user has added to an object of the library, as text, one per line. */
export function fieldsText(object: object): string {
  return fieldsOf(object)
    .filter(([key]) => !key.startsWith('_') && !LIBRARY_FIELDS.has(key))
    .filter(([, value]) => typeof value !== 'function')
    .map(([key, value]) => `${key}: ${inspect(opened(value, 1), { depth: 2, compact: 3 })}`)
    .join('\n');
}

/** An object of a user's subclass of a library class. */
export function nodeText(node: object): string {
  const fields = fieldsText(node).replace(/^/gm, '  ');
  return `${node.constructor.name} {\n${fields}\n  …\n}`;
}

function opened(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (depth > DEEPEST) return new Closed(value);
  const inner = (each: unknown) => opened(each, depth + 1);
  if (Array.isArray(value)) return openedArray(value, inner);
  if (value instanceof Map) return new Map([...value].map(([k, v]) => [inner(k), inner(v)]));
  if (value instanceof Set) return new Set([...value].map(inner));
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || prototype === Object.prototype;
  if (!isPlain && depth > 0) return new Closed(value);
  if (isBuiltin(value)) return value;
  const fields = fieldsOf(value).map(([key, each]) => [key, inner(each)] as const);
  return Object.assign(Object.create(prototype as object | null), Object.fromEntries(fields));
}

function openedArray(items: readonly unknown[], inner: (each: unknown) => unknown): unknown[] {
  const shown = items.slice(0, MOST_ITEMS).map(inner);
  // The line after the shown ones says how many more there are.
  shown.length = items.length;
  return shown;
}

function isBuiltin(value: object): boolean {
  return (
    value instanceof Error ||
    value instanceof Date ||
    value instanceof RegExp ||
    value instanceof Promise
  );
}

/** Own fields that are values. */
function fieldsOf(object: object): [string, unknown][] {
  return Object.entries(Object.getOwnPropertyDescriptors(object))
    .filter(([, descriptor]) => descriptor.enumerable && 'value' in descriptor)
    .map(([key, descriptor]) => [key, descriptor.value as unknown]);
}
