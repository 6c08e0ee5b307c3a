/** The state of the language's and Node's objects, restored after user code has run. */

import util from 'node:util';
import type { Asked } from './loader/loaded_files.js';
import { entriesOf, hasAttributes, type Known, ObjectStates } from './object_states.js';

// The repair must not use the functions that it repairs.
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible } = Object;
const { hasOwn, isFrozen, keys: keysOf, setPrototypeOf } = Object;
const { deleteProperty, ownKeys } = Reflect;
const { isView } = ArrayBuffer;
const { isArray } = Array;
const { isMap, isSet } = util.types;
const { clear: clearMap, set: putIntoMap } = Map.prototype;
const { add: addToSet, clear: clearSet } = Set.prototype;
const ofFunctions = Function.prototype;
const ofObjects = Object.prototype;

/** An object to start from, and its name. */
export type Root = readonly [name: string, object: unknown];

/**
 * Everything that can be reached from the roots by properties: functions, prototypes, plain objects, lists and
 * the roots themselves. Other objects have a state of their own and are compared as a whole.
 */
export class KnownObjects {
  readonly #known: Known[] = [];
  readonly #states = new ObjectStates();
  /** Functions with only a name and a length, a third of all objects; they are quicker to compare. */
  readonly #plain: Known[] = [];
  readonly #plainFunctions = new NamedFunctions();
  /** Functions that could be constructors, each with its prototype: two thirds of the remaining objects. */
  readonly #pairs: (readonly [of: Known, prototype: Known])[] = [];
  readonly #constructors = new NamedFunctions();
  readonly #prototypes: object[] = [];
  /** How many objects of each kind are near. */
  readonly #near: { readonly known: number; readonly plain: number; readonly pairs: number };

  /**
   * @param near - objects that every program has
   * @param far - objects that programs have only if they ask for them
   * @param left - objects whose properties change without any program
   */
  constructor(near: readonly Root[], far: readonly Root[], left: ReadonlySet<unknown>) {
    const seen = new Set<unknown>(left);
    const names = new Map([...far, ...near].map(([name, object]) => [object, name]));
    this.#walk(near, names, seen);
    const [known, plain, pairs] = [this.#known.length, this.#plain.length, this.#pairs.length];
    this.#near = { known, plain, pairs };
    this.#walk(far, names, seen);
  }

  /** @param rooted - the names of the roots, however they are found */
  #walk(roots: readonly Root[], rooted: ReadonlyMap<unknown, string>, seen: Set<unknown>): void {
    const queue: Root[] = [...roots];
    // The prototypes of generators are like no other open object.
    const prototypes = new Set<unknown>();
    for (let i = 0; i < queue.length; i++) {
      const [found, object] = queue[i]!;
      if (!isObject(object) || seen.has(object)) continue;
      seen.add(object);
      const name = rooted.get(object) ?? found;
      if (!rooted.has(object) && !prototypes.has(object) && !isOpen(object)) continue;
      const known = look(name, object);
      if (isPlain(object) && isOnlyDefined(known)) {
        this.#plain.push(known);
        this.#plainFunctions.add(object);
      } else if (this.#addPair(known)) {
        seen.add(Reflect.get(object, 'prototype'));
        continue;
      } else if (!isFrozen(object)) {
        this.#known.push(known);
        this.#states.add(known);
      }
      if (typeof object === 'function') prototypes.add(object.prototype);
      for (let k = 0; k < known.keys.length; k++) {
        queue.push([nameOf(name, known.keys[k]!), known.descriptors[k]!.value]);
      }
      queue.push([`${name}^`, known.prototype]);
    }
  }

  /** Whether the object is a function with only the properties that every `function` has. */
  #addPair(known: Known): boolean {
    const { object, name } = known;
    const prototype: unknown = typeof object === 'function' ? object.prototype : undefined;
    if (!isObject(prototype) || !isPair(object, prototype)) return false;
    const inner = look(nameOf(name, 'prototype'), prototype);
    if (!isOnlyDefined(known) || inner.descriptors[0]!.enumerable) return false;
    this.#pairs.push([known, inner]);
    this.#constructors.add(object);
    this.#prototypes.push(prototype);
    return true;
  }

  /**
   * Restores everything.
   *
   * @param asked - whether to include far objects, because a program has asked for one of them; whether to compare the
   *   attributes of properties, which takes about as long again; and whether there can be new properties that
   *   `Object.keys`, which is twice as quick, does not list
   * @returns the names of the changed objects, and of those that could not be restored
   */
  mend(asked: Asked): { readonly changed: readonly string[]; readonly lasting: readonly string[] } {
    const changed: string[] = [];
    const lasting: string[] = [];
    const mend = (known: Known) => {
      changed.push(known.name);
      mendOne(known);
      const state = new ObjectStates([known]);
      if (!holds(() => state.isUnchanged(0) && hasAttributes(known))) lasting.push(known.name);
    };
    const near = this.#near;
    const all = asked.modules;
    const isAlike = asked.attributes ? hasAttributes : () => true;
    // Node's modules have functions that define properties for their callers.
    const isListed = !(asked.modules || asked.unlisted);
    const [plain, functions] = [this.#plain, this.#plainFunctions];
    const isWhole = (i: number) =>
      isListed
        ? isPlainAsListed(functions.all[i]!)
        : functions.isNamed(i) && isPlain(functions.all[i]!) && isAlike(plain[i]!);
    eachOther(all ? plain.length : near.plain, isWhole, (i) => mend(plain[i]!));
    const [pairs, constructors, prototypes] = [this.#pairs, this.#constructors, this.#prototypes];
    const arePair = (i: number) =>
      isListed
        ? isPairAsListed(constructors.all[i]!, prototypes[i]!)
        : constructors.isNamed(i) &&
          isPair(constructors.all[i]!, prototypes[i]!) &&
          pairs[i]!.every(isAlike);
    eachOther(all ? pairs.length : near.pairs, arePair, (i) => pairs[i]!.forEach(mend));
    // Innermost objects were found last and come first here: a list of listeners is whole before its
    // owner.
    const [known, states] = [this.#known, this.#states];
    const last = (all ? known.length : near.known) - 1;
    const isUnchanged = (i: number) =>
      isListed
        ? states.isUnchangedAsListed(last - i)
        : states.isUnchanged(last - i) && isAlike(known[last - i]!);
    eachOther(last + 1, isUnchanged, (i) => mend(known[last - i]!));
    return { changed, lasting };
  }
}

/** Functions, and what they are called. */
class NamedFunctions {
  readonly all: object[] = [];
  readonly #names: unknown[] = [];
  readonly #lengths: unknown[] = [];

  add(object: object): void {
    this.all.push(object);
    this.#names.push(Reflect.get(object, 'name'));
    this.#lengths.push(Reflect.get(object, 'length'));
  }

  /** Whether the function with this index has its name and length. */
  isNamed(index: number): boolean {
    const { name, length } = this.all[index] as {
      readonly name: unknown;
      readonly length: unknown;
    };
    return name === this.#names[index] && length === this.#lengths[index];
  }
}

/** Calls `act` with each index below `count` for which `holds` is not true. */
function eachOther(
  count: number,
  holds: (index: number) => boolean,
  act: (index: number) => void,
): void {
  for (let index = 0; ; index++) {
    try {
      while (index < count && holds(index)) index++;
    } catch {
      // A program has installed a getter that throws.
    }
    if (index >= count) return;
    act(index);
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Whether an object is a function with only the name and length that every function has. */
function isPlain(object: object): boolean {
  if (typeof object !== 'function' || getPrototypeOf(object) !== ofFunctions) return false;
  const keys = ownKeys(object);
  return keys.length === 2 && keys[0] === 'length' && keys[1] === 'name' && isExtensible(object);
}

/** Whether an object is a function with only a prototype, and the prototype has only the function. */
function isPair(object: object, prototype: object): boolean {
  if (typeof object !== 'function' || getPrototypeOf(object) !== ofFunctions) return false;
  const keys = ownKeys(object);
  if (keys.length !== 3 || keys[0] !== 'length' || keys[1] !== 'name' || keys[2] !== 'prototype') {
    return false;
  }
  if (object.prototype !== prototype || getPrototypeOf(prototype) !== ofObjects) return false;
  const inner = ownKeys(prototype);
  if (inner.length !== 1 || inner[0] !== 'constructor') return false;
  if ((prototype as Record<string, unknown>).constructor !== object) return false;
  return isExtensible(object) && isExtensible(prototype);
}

/** Whether only functions that define properties can change the name and length of a function, and they are not listed. */
function isOnlyDefined({ keys, descriptors }: Known): boolean {
  return descriptors.every(
    ({ writable, enumerable }, i) => !enumerable && (writable === false || keys[i] === 'prototype'),
  );
}

/** Whether {@link isPlain} holds still, with the same name and length, if all new properties are listed. */
function isPlainAsListed(object: object): boolean {
  return (
    getPrototypeOf(object) === ofFunctions &&
    keysOf(object).length === 0 &&
    hasOwn(object, 'length') &&
    hasOwn(object, 'name') &&
    isExtensible(object)
  );
}

/** The same of {@link isPair}. */
function isPairAsListed(object: object, prototype: object): boolean {
  return (
    isPlainAsListed(object) &&
    (object as { readonly prototype?: unknown }).prototype === prototype &&
    getPrototypeOf(prototype) === ofObjects &&
    keysOf(prototype).length === 0 &&
    hasOwn(prototype, 'constructor') &&
    prototype.constructor === object &&
    isExtensible(prototype)
  );
}

/** A program may have installed a getter that throws. */
function holds(question: () => boolean): boolean {
  try {
    return question();
  } catch {
    return false;
  }
}

/** Whether the state of an object consists of its properties alone. */
function isOpen(object: object): boolean {
  if (typeof object === 'function' || isArray(object)) return true;
  if (isView(object)) return false;
  const prototype = getPrototypeOf(object) as object | null;
  if (prototype === null || prototype === Object.prototype) return true;
  if (isMap(object) || isSet(object)) return true;
  return getOwnPropertyDescriptor(object, 'constructor') !== undefined;
}

function look(name: string, object: object): Known {
  const keys = ownKeys(object);
  const descriptors = keys.map((key) => getOwnPropertyDescriptor(object, key)!);
  return {
    name,
    object,
    keys,
    descriptors,
    prototype: getPrototypeOf(object) as object | null,
    isExtensible: isExtensible(object),
    entries: entriesOf(object),
  };
}

/** Restores what can be restored; a property that cannot be changed stays as it is. */
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
