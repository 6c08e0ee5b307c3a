/** Saved states of objects, stored so that thousands of them can be compared in a millisecond. */

import util from 'node:util';

// The comparison must not use the functions that it compares.
const { getOwnPropertyDescriptor, getPrototypeOf, hasOwn, is, isExtensible, keys: keysOf } = Object;
const { ownKeys } = Reflect;
const { isMap, isSet } = util.types;
const { forEach: eachOfMap } = Map.prototype;
const { forEach: eachOfSet } = Set.prototype;

/** Properties of functions that the engine computes while they run. */
const OF_RUNNING: ReadonlySet<PropertyKey> = new Set(['arguments', 'caller']);

/** How a property is compared: not at all, by its value, by its getter and setter. */
const [UNCOMPARED, DATA, COMPUTED] = [0, 1, 2];

/** With more properties than this that `Object.keys` does not list, asking for each takes longer than listing all keys. */
const FEW = 3;

/** An object as it was found. */
export interface Known {
  readonly name: string;
  readonly object: object;
  readonly keys: readonly PropertyKey[];
  readonly descriptors: readonly PropertyDescriptor[];
  readonly prototype: object | null;
  readonly isExtensible: boolean;
  /** The entries of maps and sets. */
  readonly entries: readonly (readonly [unknown, unknown])[] | undefined;
}

/**
 * States of objects in a few flat lists. The properties of all objects follow each other in one list, since
 * fetching them from memory is what takes long.
 */
export class ObjectStates {
  readonly #objects: object[] = [];
  readonly #prototypes: (object | null)[] = [];
  readonly #extensible: boolean[] = [];
  readonly #entries: Known['entries'][] = [];
  /** For each object, the index of its first property; one more entry for the end. */
  readonly #starts: number[] = [0];
  readonly #keys: PropertyKey[] = [];
  readonly #kinds: number[] = [];
  /** Whether `Object.keys` lists it. */
  readonly #listed: boolean[] = [];
  /** The value, or the descriptor of a computed property. */
  readonly #values: unknown[] = [];
  /** For each object, whether it has only few properties that are not listed. */
  readonly #mostlyListed: boolean[] = [];

  constructor(known: readonly Known[] = []) {
    for (let i = 0; i < known.length; i++) this.add(known[i]!);
  }

  add({ object, keys, descriptors, prototype, isExtensible: extensible, entries }: Known): void {
    let unlisted = 0;
    for (let i = 0; i < keys.length; i++) {
      const [key, descriptor] = [keys[i]!, descriptors[i]!];
      const isData = 'value' in descriptor;
      const isOfRunning = typeof object === 'function' && OF_RUNNING.has(key);
      const isListed = descriptor.enumerable === true && typeof key === 'string';
      if (!isListed) unlisted++;
      this.#listed.push(isListed);
      this.#keys.push(key);
      this.#kinds.push(isOfRunning ? UNCOMPARED : isData ? DATA : COMPUTED);
      this.#values.push(isData ? descriptor.value : descriptor);
    }
    this.#objects.push(object);
    this.#mostlyListed.push(unlisted <= FEW);
    this.#prototypes.push(prototype);
    this.#extensible.push(extensible);
    this.#entries.push(entries);
    this.#starts.push(this.#keys.length);
  }

  /** Whether the object with this index is unchanged since it was added. */
  isUnchanged(index: number): boolean {
    const object = this.#objects[index]!;
    const from = this.#starts[index]!;
    const count = this.#starts[index + 1]! - from;
    const now = ownKeys(object);
    if (now.length !== count) return false;
    const keys = this.#keys;
    for (let i = 0; i < count; i++) if (now[i] !== keys[from + i]) return false;
    return this.#isAlike(index);
  }

  /** The same, quicker, if no property can have been added that `Object.keys` does not list. */
  isUnchangedAsListed(index: number): boolean {
    if (!this.#mostlyListed[index]) return this.isUnchanged(index);
    const object = this.#objects[index]!;
    const to = this.#starts[index + 1]!;
    const now = keysOf(object);
    const keys = this.#keys;
    const listed = this.#listed;
    let count = 0;
    for (let i = this.#starts[index]!; i < to; i++) {
      if (listed[i] ? now[count++] !== keys[i] : !hasOwn(object, keys[i]!)) return false;
    }
    return count === now.length && this.#isAlike(index);
  }

  /** Whether an object that has the same keys is otherwise as it was. */
  #isAlike(index: number): boolean {
    const object = this.#objects[index]!;
    if (getPrototypeOf(object) !== this.#prototypes[index]) return false;
    if (isExtensible(object) !== this.#extensible[index]) return false;
    const to = this.#starts[index + 1]!;
    const keys = this.#keys;
    const kinds = this.#kinds;
    const values = this.#values;
    for (let i = this.#starts[index]!; i < to; i++) {
      const kind = kinds[i];
      if (kind === DATA) {
        // Reading a value is far quicker than asking for its descriptor.
        const value = (object as Record<PropertyKey, unknown>)[keys[i]!];
        if (value !== values[i] && !is(value, values[i])) return false;
      } else if (kind === COMPUTED) {
        const before = values[i] as PropertyDescriptor;
        const { get, set } = getOwnPropertyDescriptor(object, keys[i]!)!;
        if (get !== before.get || set !== before.set) return false;
      }
    }
    const entries = this.#entries[index];
    return entries === undefined || hasEntries(object, entries);
  }
}

/** Whether each property has its attributes, and is computed, or not, as it was. */
export function hasAttributes({ object, keys, descriptors }: Known): boolean {
  for (let i = 0; i < keys.length; i++) {
    const before = descriptors[i]!;
    const now = getOwnPropertyDescriptor(object, keys[i]!);
    if (now === undefined || now.writable !== before.writable) return false;
    if (now.enumerable !== before.enumerable) return false;
    if (now.configurable !== before.configurable) return false;
  }
  return true;
}

/** Node's own maps do not inherit from `Map`. */
export function entriesOf(object: object): [unknown, unknown][] | undefined {
  const entries: [unknown, unknown][] = [];
  if (isMap(object)) eachOfMap.call(object, (value, key) => entries.push([key, value]));
  else if (isSet(object)) eachOfSet.call(object, (each) => entries.push([each, each]));
  else return undefined;
  return entries;
}

function hasEntries(object: object, before: NonNullable<Known['entries']>): boolean {
  const now = entriesOf(object)!;
  if (now.length !== before.length) return false;
  return now.every(([key, value], i) => is(key, before[i]![0]) && is(value, before[i]![1]));
}
