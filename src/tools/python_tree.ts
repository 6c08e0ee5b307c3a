/** Messages as Python's tools see them: trees of plain values that know which numbers are floats. */
import type { Field, MessageObject, MessageType, NumericArray } from '../interfaces/index.js';
import { type Abbreviation, arrayText } from './abbreviated.js';

/** A number that Python prints with a decimal point. */
export class Float {
  constructor(readonly value: number) {}

  /** The text of Python's `repr`, e.g. `1.0`, `1e-05`, `nan`. */
  toString(): string {
    const { value } = this;
    if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
    if (Object.is(value, -0)) return '-0.0';
    const [digits, exponent] = value.toExponential().split('e') as [string, string];
    const power = Number(exponent);
    if (value !== 0 && (power < -4 || power >= 16)) {
      return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
    }
    const text = power < -6 ? value.toFixed(20) : String(value);
    return /[.]/.test(text) ? text : `${text}.0`;
  }
}

/** Strings, numbers (floats are `Float`), booleans, arrays (also typed ones) and plain objects. */
export type PythonTree = unknown;

const FLOATS = new Set(['float32', 'float64']);

/** The message as a tree, with its arrays or strings replaced by a description if `what` asks for that. */
export function pythonTree(
  type: MessageType,
  message: MessageObject,
  what: Abbreviation = { arrays: false, strings: false },
): Readonly<Record<string, PythonTree>> {
  const tree: Record<string, PythonTree> = {};
  for (const { field, nested } of type.members) {
    const value = message[field.name];
    if (field.type.array !== undefined && what.arrays) {
      tree[field.name] = arrayText(field, (value as ArrayLike<unknown>).length);
    } else if (Array.isArray(value)) {
      tree[field.name] = value.map((item) => treeOf(item, field, nested, what));
    } else tree[field.name] = treeOf(value, field, nested, what);
  }
  return tree;
}

function treeOf(
  value: unknown,
  { type }: Field,
  nested: MessageType | undefined,
  what: Abbreviation,
): PythonTree {
  if (nested !== undefined) return pythonTree(nested, value as MessageObject, what);
  if (typeof value === 'string' && what.strings) return `<string length: <${value.length}>>`;
  if (typeof value === 'number' && FLOATS.has(type.primitive!)) return new Float(value);
  // Python represents a `byte` as a string of one character.
  if (type.primitive === 'byte') {
    return ArrayBuffer.isView(value)
      ? Array.from(value as Uint8Array, (byte) => String.fromCharCode(byte))
      : String.fromCharCode(Number(value));
  }
  return value;
}

/** The items of an array; undefined for anything else. */
export function itemsOf(tree: PythonTree): readonly PythonTree[] | undefined {
  if (Array.isArray(tree)) return tree;
  if (!ArrayBuffer.isView(tree)) return undefined;
  return tree instanceof Float32Array || tree instanceof Float64Array
    ? Array.from(tree, (item) => new Float(item))
    : Array.from<number | bigint>(tree as Uint8Array | BigInt64Array);
}

/** Whether a tree is a message. */
export function isRecord(tree: PythonTree): tree is Readonly<Record<string, PythonTree>> {
  return typeof tree === 'object' && tree !== null && !(tree instanceof Float) && !isArray(tree);
}

function isArray(tree: PythonTree): boolean {
  return Array.isArray(tree) || ArrayBuffer.isView(tree);
}

/** The tree with arrays and strings cut to this many items; `...` marks where. */
export function truncated(tree: PythonTree, length: number): PythonTree {
  if (typeof tree === 'string') return tree.length > length ? `${tree.slice(0, length)}...` : tree;
  if (isArray(tree)) {
    // Cut first: an image has millions of items.
    const all = tree as NumericArray | unknown[];
    const items = itemsOf(all.length > length ? all.slice(0, length) : all)!;
    const kept = items.map((item) => truncated(item, length));
    return all.length > length ? [...kept, '...'] : kept;
  }
  if (!isRecord(tree)) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([name, item]) => [name, truncated(item, length)]),
  );
}

/** The text of Python's `str`. */
export function pythonStr(tree: PythonTree): string {
  if (typeof tree === 'boolean') return tree ? 'True' : 'False';
  return String(tree);
}
