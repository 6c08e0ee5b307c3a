/** What objects of the language and of Node look like, found again after user code has run. */

import util from 'node:util';

// What mends must not go through what it mends.
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, is, isExtensible } = Object;
const { isFrozen, setPrototypeOf } = Object;
const { deleteProperty, ownKeys } = Reflect;
const { isView } = ArrayBuffer;
const { isArray } = Array;
const { isMap, isSet } = util.types;
const { clear: clearMap, forEach: eachOfMap, set: putIntoMap } = Map.prototype;
const { add: addToSet, clear: clearSet, forEach: eachOfSet } = Set.prototype;
const ofFunctions = Function.prototype;

/** Of functions: nobody can assign to them. */
const OF_FUNCTIONS: ReadonlySet<PropertyKey> = new Set(['name', 'length', 'arguments', 'caller']);

/** Something to begin with, and what it is called. */
export type Root = readonly [name: string, object: unknown];

interface Known {
  readonly name: string;
  readonly object: object;
  readonly keys: readonly PropertyKey[];
  readonly descriptors: readonly PropertyDescriptor[];
  /** Those keys whose value is compared, and the values. */
  readonly data: readonly PropertyKey[];
  readonly values: readonly unknown[];
  /** Those whose functions are compared: positions of keys. */
  readonly computed: readonly number[];
  readonly prototype: object | null;
  readonly isExtensible: boolean;
  /** Of maps and sets. */
  readonly entries: readonly (readonly [unknown, unknown])[] | undefined;
}

/**
 * Everything that can be reached from some objects by properties: functions, prototypes, plain objects, lists and
 * what the roots are themselves. Others have a state of their own and are compared as a whole.
 */
export class KnownObjects {
  readonly #known: Known[] = [];
  /** A third of all, which are quicker to compare. */
  readonly #plain: Known[] = [];
  readonly #plainFunctions: object[] = [];

  /** @param left - objects whose properties change without any program */
  constructor(roots: readonly Root[], left: ReadonlySet<unknown>) {
    const seen = new Set<unknown>(left);
    const queue: Root[] = [];
    for (const root of roots) queue.push(root);
    const rooted = new Set(roots.map(([, object]) => object));
    for (let i = 0; i < queue.length; i++) {
      const [name, object] = queue[i]!;
      if (!isObject(object) || seen.has(object)) continue;
      seen.add(object);
      if (!rooted.has(object) && !isOpen(object)) continue;
      const known = look(name, object);
      if (isPlain(object)) {
        this.#plain.push(known);
        this.#plainFunctions.push(object);
      } else if (!isFrozen(object)) this.#known.push(known);
      for (let k = 0; k < known.keys.length; k++) {
        queue.push([nameOf(name, known.keys[k]!), known.descriptors[k]!.value]);
      }
      queue.push([`${name}^`, known.prototype]);
    }
  }

  /**
   * Puts everything back as it was.
   *
   * @returns what was changed: names, and whether all of it is as it was
   */
  mend(): { readonly changed: readonly string[]; readonly lasting: readonly string[] } {
    const changed: string[] = [];
    const lasting: string[] = [];
    const mend = (known: Known) => {
      changed.push(known.name);
      mendOne(known);
      if (!isUnchanged(known)) lasting.push(known.name);
    };
    const [plain, functions] = [this.#plain, this.#plainFunctions];
    for (let i = 0; i < functions.length; i++) if (!isPlain(functions[i]!)) mend(plain[i]!);
    // The last that was found is the furthest inside; a list of listeners is whole before who holds it.
    for (let i = this.#known.length - 1; i >= 0; i--) {
      const known = this.#known[i]!;
      if (!isUnchanged(known)) mend(known);
    }
    return { changed, lasting };
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Whether it is a function with nothing but the name and length that every function has. */
function isPlain(object: object): boolean {
  if (typeof object !== 'function' || getPrototypeOf(object) !== ofFunctions) return false;
  const keys = ownKeys(object);
  return keys.length === 2 && keys[0] === 'length' && keys[1] === 'name' && isExtensible(object);
}

/** Whether its properties are all that it is. */
function isOpen(object: object): boolean {
  if (typeof object === 'function' || isArray(object)) return true;
  if (isView(object)) return false;
  const prototype = getPrototypeOf(object) as object | null;
  if (prototype === null || prototype === Object.prototype) return true;
  if (isMap(object) || isSet(object)) return true;
  return getOwnPropertyDescriptor(object, 'constructor') !== undefined;
}

function look(name: string, object: object): Known {
  const isFunction = typeof object === 'function';
  const keys = ownKeys(object);
  const descriptors = keys.map((key) => getOwnPropertyDescriptor(object, key)!);
  const compared = [...keys.keys()].filter((i) => !isFunction || !OF_FUNCTIONS.has(keys[i]!));
  const data = compared.filter((i) => 'value' in descriptors[i]!);
  return {
    name,
    object,
    keys,
    descriptors,
    data: data.map((i) => keys[i]!),
    values: data.map((i) => descriptors[i]!.value as unknown),
    computed: compared.filter((i) => !('value' in descriptors[i]!)),
    prototype: getPrototypeOf(object) as object | null,
    isExtensible: isExtensible(object),
    entries: entriesOf(object),
  };
}

/** Node's own maps do not inherit from `Map`. */
function entriesOf(object: object): [unknown, unknown][] | undefined {
  const entries: [unknown, unknown][] = [];
  if (isMap(object)) eachOfMap.call(object, (value, key) => entries.push([key, value]));
  else if (isSet(object)) eachOfSet.call(object, (each) => entries.push([each, each]));
  else return undefined;
  return entries;
}

function isUnchanged(known: Known): boolean {
  const { object, keys, data, computed, values } = known;
  const now = ownKeys(object);
  if (now.length !== keys.length) return false;
  if (getPrototypeOf(object) !== known.prototype) return false;
  if (isExtensible(object) !== known.isExtensible) return false;
  for (let i = 0; i < keys.length; i++) if (now[i] !== keys[i]) return false;
  // To read a value is far quicker than to ask for its descriptor.
  for (let i = 0; i < data.length; i++) {
    const value = (object as Record<PropertyKey, unknown>)[data[i]!];
    if (value !== values[i] && !is(value, values[i])) return false;
  }
  for (let i = 0; i < computed.length; i++) {
    const before = known.descriptors[computed[i]!]!;
    const { get, set } = getOwnPropertyDescriptor(object, keys[computed[i]!]!)!;
    if (get !== before.get || set !== before.set) return false;
  }
  return known.entries === undefined || hasEntries(object, known.entries);
}

function hasEntries(object: object, before: NonNullable<Known['entries']>): boolean {
  const now = entriesOf(object)!;
  if (now.length !== before.length) return false;
  return now.every(([key, value], i) => is(key, before[i]![0]) && is(value, before[i]![1]));
}

/** Does what can be done; what nobody may change stays as it is. */
function mendOne({ object, keys, descriptors, prototype, entries }: Known): void {
  const kept = new Set(keys);
  for (const key of ownKeys(object)) if (!kept.has(key)) deleteProperty(object, key);
  for (let i = 0; i < keys.length; i++) {
    try {
      defineProperty(object, keys[i]!, descriptors[i]!);
    } catch {}
  }
  try {
    setPrototypeOf(object, prototype);
  } catch {}
  if (isMap(object)) {
    clearMap.call(object);
    for (const [key, value] of entries ?? []) putIntoMap.call(object, key, value);
  } else if (isSet(object)) {
    clearSet.call(object);
    for (const [each] of entries ?? []) addToSet.call(object, each);
  }
}

function nameOf(holder: string, key: PropertyKey): string {
  const name = typeof key === 'symbol' ? `[${key.description ?? ''}]` : String(key);
  return holder === '' ? name : `${holder}.${name}`;
}
