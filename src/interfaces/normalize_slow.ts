/**
 * The slow path of `normalize`: every accepted form of input, every error with its full field path.
 * The compiled fast path passes everything here that it does not handle.
 */
import { OrreryError } from '../errors/index.js';
import { allocateArray, arrayClass, copyArray, type NumericArray } from './arrays.js';
import { canonicalFloats } from './canonical_floats.js';
import type { Member } from './member.js';
import { elementCost, messageTooLarge } from './message_budget.js';
import { fieldTypeText } from './message_definition.js';
import type { MessageObject, MessageType } from './message_type.js';
import { convertScalar, defaultScalar, type Mismatch } from './scalar.js';

/** Describes the received value in a few characters. */
function describe(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  }
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (ArrayBuffer.isView(value)) return `a ${value.constructor.name}`;
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'function') return 'a function';
  return String(value);
}

function isMismatch(value: unknown): value is Mismatch {
  return typeof value === 'object' && value !== null && 'expected' in value;
}

/** An array-like value: an array, a typed array, or a wrapper of one in `.data`. */
function arrayLike(value: unknown): ArrayLike<unknown> | undefined {
  const inner =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !ArrayBuffer.isView(value)
      ? (value as { data?: unknown }).data
      : value;
  if (Array.isArray(inner)) return inner;
  if (ArrayBuffer.isView(inner) && !(inner instanceof DataView)) return inner as NumericArray;
  return undefined;
}

/** The length that an object other than an array claims to have, which lenient callers would believe. */
function countOf(value: unknown): number {
  const { length } = Object(value) as { length?: unknown };
  return typeof value === 'object' && typeof length === 'number' && length > 0 ? length : 0;
}

/** A single normalisation of one value. */
class Normalizer {
  #left: number;

  constructor(
    readonly root: MessageType,
    readonly strict: boolean,
  ) {
    this.#left = root.budget.limit;
  }

  #where(path: string): string {
    return path === '' ? this.root.name : `${this.root.name}.${path}`;
  }

  /** Subtracts the elements of an array from the remaining message limit. */
  spend(member: Member, count: number, path: string): void {
    this.take(count, elementCost(member), path, 'elements');
  }

  /** Subtracts `count` things of a field, each of this `cost`. */
  take(count: number, cost: number, path: string, unit: 'elements' | 'characters'): void {
    this.#left -= count * cost;
    const { limit } = this.root.budget;
    if (this.#left < 0) throw messageTooLarge(this.#where(path), count, limit, unit);
  }

  fail(path: string, expected: string, value: unknown): never {
    throw new OrreryError(
      'ORR_MESSAGE_FIELD',
      `${this.#where(path)} must be ${expected}, not ${describe(value)}.`,
      { place: { type: this.root.name } },
    );
  }

  object(type: MessageType, value: unknown, path: string): MessageObject {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.fail(path, `an object of ${type.name}`, value);
    }
    const source = value as MessageObject;
    if (this.strict) this.refuseUnknown(type, source, path);
    const result: MessageObject = {};
    for (const member of type.members) {
      const { name } = member.field;
      const own = !(name in Object.prototype) || Object.hasOwn(source, name);
      const at = path === '' ? name : `${path}.${name}`;
      result[name] = this.member(member, own ? source[name] : undefined, at);
    }
    return canonicalFloats(type)?.(result) ?? result;
  }

  refuseUnknown(type: MessageType, source: MessageObject, path: string): void {
    const known = type.members.map((m) => m.field.name);
    for (const name of Object.keys(source)) {
      if (!known.includes(name)) {
        const at = path === '' ? name : `${path}.${name}`;
        this.fail(at, `one of the fields of ${type.name} (${known.join(', ')})`, source[name]);
      }
    }
  }

  member(member: Member, value: unknown, path: string): unknown {
    const { type } = member.field;
    if (type.array !== undefined) return this.array(member, value, path);
    if (member.nested !== undefined) {
      return this.object(member.nested, value === undefined ? {} : value, path);
    }
    if (value === undefined) return defaultScalar(member.field);
    return this.scalar(member, value, path);
  }

  scalar(member: Member, value: unknown, path: string): unknown {
    const converted = convertScalar(member.field.type, value, this.strict);
    if (isMismatch(converted)) this.fail(path, converted.expected, value);
    if (typeof converted === 'string') this.take(converted.length, 1, path, 'characters');
    return converted;
  }

  array(member: Member, value: unknown, path: string): unknown {
    const { type } = member.field;
    const source = value === undefined ? this.missing(member) : arrayLike(value);
    if (source === undefined) {
      this.spend(member, countOf(value), path);
      this.fail(path, `an array (${fieldTypeText(type)})`, value);
    }
    const array = type.array!;
    if (array.kind === 'fixed' && source.length !== array.size) {
      this.fail(path, `an array of exactly ${array.size} elements`, value);
    }
    if (array.kind === 'bounded' && source.length > array.size) {
      this.fail(path, `an array of at most ${array.size} elements`, value);
    }
    if (array.kind !== 'fixed') this.spend(member, source.length, path);
    const Class = type.primitive === undefined ? undefined : arrayClass(type.primitive);
    if (Class !== undefined) {
      if (source instanceof Class) return copyArray(Class, source as NumericArray);
      const result = allocateArray(Class, source.length);
      for (let i = 0; i < source.length; i++) {
        const converted = convertScalar(type, source[i], this.strict);
        if (isMismatch(converted)) this.fail(`${path}[${i}]`, converted.expected, source[i]);
        result[i] = converted as number;
      }
      return result;
    }
    const result: unknown[] = [];
    for (let i = 0; i < source.length; i++) {
      const at = `${path}[${i}]`;
      result.push(
        member.nested === undefined
          ? this.scalar(member, source[i], at)
          : this.object(member.nested, source[i], at),
      );
    }
    return result;
  }

  missing(member: Member): ArrayLike<unknown> {
    const { array } = member.field.type;
    if (member.nested === undefined) return member.defaultArray();
    return array!.kind === 'fixed' ? new Array<object>(array!.size).fill({}) : [];
  }
}

/** See `MessageType.normalize`. */
export function normalizeSlow(type: MessageType, value: unknown, strict: boolean): MessageObject {
  return new Normalizer(type, strict).object(type, value, '');
}
