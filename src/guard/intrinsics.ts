/** The language's own objects that Orrery uses, and what user code has changed about them. */

// The check must not use the functions that it checks.
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, is } = Object;
const { deleteProperty, get, ownKeys, set } = Reflect;

const GLOBALS = (
  'AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView ' +
  'Error EvalError Float32Array Float64Array Function Int16Array Int32Array Int8Array Iterator JSON ' +
  'Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set ' +
  'SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array ' +
  'Uint8ClampedArray WeakMap WeakSet isFinite isNaN parseFloat parseInt'
).split(' ');

/** Of Node: what its own functions ask for on the way, whoever calls them. */
const OF_NODE = { Buffer, URL };

/** Globals of Node that keep elsewhere what is assigned to them: their descriptors stay as they are. */
const ASSIGNED = { process, Buffer };

/** Functions that programs replace in good faith and Orrery does not use. */
const OWN_AFFAIR = new Set(['Error.prepareStackTrace', 'Error.stackTraceLimit', 'Math.random']);

/** Prototypes without a name, by an object that has them. */
const UNNAMED: Readonly<Record<string, unknown>> = {
  TypedArray: getPrototypeOf(Uint8Array),
  'ArrayIterator.prototype': getPrototypeOf([][Symbol.iterator]()),
  'MapIterator.prototype': getPrototypeOf(new Map().entries()),
  'SetIterator.prototype': getPrototypeOf(new Set().values()),
  'StringIterator.prototype': getPrototypeOf(''[Symbol.iterator]()),
  IteratorPrototype: getPrototypeOf(getPrototypeOf([][Symbol.iterator]())),
  'Generator.prototype': getPrototypeOf(getPrototypeOf((function* () {})())),
  'AsyncGenerator.prototype': getPrototypeOf(getPrototypeOf((async function* () {})())),
  'GeneratorFunction.prototype': getPrototypeOf(function* () {}),
  'AsyncFunction.prototype': getPrototypeOf(async () => {}),
};

/**
 * Keys that `Object.prototype` lacks and the language looks up on any object: every literal, descriptor
 * and iterator result would inherit them.
 */
const NOT_ON_OBJECTS =
  'then get set value writable enumerable configurable toJSON done return throw next'.split(' ');

/** Where a property is, and its name. */
interface Place {
  readonly name: string;
  readonly holder: object;
  readonly key: PropertyKey;
}

/** A property as it was. */
export interface Property extends Place {
  /** Absent if there was no such property and there must be none. */
  readonly before: PropertyDescriptor | undefined;
  /** Only its value counts, wherever that is kept. */
  readonly isAssigned?: boolean;
}

/** One property that has been replaced. */
export interface Replacement {
  /** e.g. `Array.prototype.push`. */
  readonly name: string;
  readonly now: PropertyDescriptor | undefined;
  readonly property: Property;
}

/** Where the properties are, found when the first run of a thread needs them. */
let places: readonly Place[] | undefined;

function placesOfLanguage(): Place[] {
  const found: Place[] = [{ name: 'globalThis', holder: globalThis, key: 'globalThis' }];
  const seen = new Set<unknown>();
  const walk = (name: string, holder: unknown) => {
    if (Object(holder) !== holder || seen.has(holder)) return;
    seen.add(holder);
    for (const key of ownKeys(holder as object)) {
      if (typeof holder === 'function' && (key === 'name' || key === 'length')) continue;
      found.push({ name: nameOf(name, key), holder: holder as object, key });
    }
    if (typeof holder === 'function') walk(`${name}.prototype`, holder.prototype);
  };
  for (const name of GLOBALS) {
    found.push({ name, holder: globalThis, key: name });
    walk(name, Reflect.get(globalThis, name));
  }
  for (const [name, holder] of Object.entries({ ...UNNAMED, ...OF_NODE })) walk(name, holder);
  return found.filter(({ name }) => !OWN_AFFAIR.has(name));
}

/**
 * A fingerprint of the language's own objects. New properties are harmless, except for those that every object
 * would inherit; a property that was replaced or removed changes what all code in this realm computes, including
 * Orrery's own.
 */
export class Intrinsics {
  readonly #properties: Property[] = [];
  /** Those that are values: where, and which. */
  readonly #holders: object[] = [];
  readonly #keys: PropertyKey[] = [];
  readonly #values: unknown[] = [];
  /** The others. */
  readonly #computed: Property[] = [];
  /** The keys that all objects inherit. */
  readonly #inherited = new Set(ownKeys(Object.prototype));

  constructor() {
    // These come first, so that they are gone before a descriptor, which would inherit them, is
    // used.
    for (const key of NOT_ON_OBJECTS) {
      const name = nameOf('Object.prototype', key);
      this.#properties.push({ name, holder: Object.prototype, key, before: undefined });
    }
    for (const [key, value] of Object.entries(ASSIGNED)) {
      const before = { value };
      this.#properties.push({ name: key, holder: globalThis, key, before, isAssigned: true });
    }
    places ??= placesOfLanguage();
    for (const { name, holder, key } of places) {
      const before = getOwnPropertyDescriptor(holder, key);
      if (before !== undefined) this.#properties.push({ name, holder, key, before });
    }
    for (const property of this.#properties) {
      const { before, holder, key } = property;
      if (before === undefined || !('value' in before)) {
        this.#computed.push(property);
        continue;
      }
      this.#holders.push(holder);
      this.#keys.push(key);
      this.#values.push(before.value);
    }
  }

  /**
   * Whether nothing has been replaced, in a fraction of the time of {@link replacements}, and without garbage. Blind
   * only to a getter that returns what was there.
   */
  seemWhole(): boolean {
    // Even taking a list apart would ask a part of the language that may have been replaced.
    const holders = this.#holders;
    const keys = this.#keys;
    const values = this.#values;
    try {
      for (let i = 0; i < holders.length; i++) {
        const value = get(holders[i]!, keys[i]!) as unknown;
        if (value !== values[i] && !is(value, values[i])) return false;
      }
    } catch {
      // A getter that throws.
      return false;
    }
    const computed = this.#computed;
    for (let i = 0; i < computed.length; i++) {
      const { before, holder, key } = computed[i]!;
      if (!isSame(before, getOwnPropertyDescriptor(holder, key))) return false;
    }
    return true;
  }

  /**
   * Enumerable properties assigned to `Object.prototype` since, under any name: code that reads an absent option
   * would find them. Careful code makes its additions non-enumerable.
   */
  additions(): Replacement[] {
    const found: Replacement[] = [];
    for (const key of ownKeys(Object.prototype)) {
      const now = getOwnPropertyDescriptor(Object.prototype, key);
      if (this.#inherited.has(key) || now?.enumerable !== true) continue;
      const name = nameOf('Object.prototype', key);
      found.push({
        name,
        now,
        property: { name, holder: Object.prototype, key, before: undefined },
      });
    }
    return found;
  }

  /** The properties that have been replaced since. */
  replacements(): Replacement[] {
    return replacedOf(this.#properties);
  }
}

/** Those of the properties that are no longer what they were. Uses no function that could have been replaced. */
export function replacedOf(properties: readonly Property[]): Replacement[] {
  const found: Replacement[] = [];
  for (let i = 0; i < properties.length; i++) {
    const property = properties[i]!;
    const { name, before, holder, key } = property;
    const now = property.isAssigned
      ? { value: get(holder, key) as unknown }
      : getOwnPropertyDescriptor(holder, key);
    if (isSame(before, now)) continue;
    const descriptor = { configurable: true, enumerable: true, writable: true };
    // A null prototype, because inherited keys could make this an invalid descriptor.
    const own = { __proto__: null, ...descriptor, value: { name, now, property } };
    defineProperty(found, found.length, own);
  }
  return found;
}

/** Runs `action` with the replaced properties restored. */
export function withOriginals<T>(replaced: readonly Replacement[], action: () => T): T {
  restore(replaced);
  try {
    return action();
  } finally {
    for (let i = replaced.length - 1; i >= 0; i--) put(replaced[i]!.property, replaced[i]!.now);
  }
}

/** Restores the replaced properties. */
export function restore(replaced: readonly Replacement[]): void {
  for (let i = 0; i < replaced.length; i++) {
    const { property } = replaced[i]!;
    put(property, property.before);
  }
}

/** A property that cannot be changed (of a frozen object) stays as it is. */
function put(property: Property, descriptor: PropertyDescriptor | undefined): void {
  const { holder, key } = property;
  try {
    if (property.isAssigned) set(holder, key, descriptor?.value);
    else if (descriptor === undefined) deleteProperty(holder, key);
    else defineProperty(holder, key, descriptor);
  } catch {}
}

function isSame(a: PropertyDescriptor | undefined, b: PropertyDescriptor | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return is(a.value, b.value) && a.get === b.get && a.set === b.set;
}

function nameOf(holder: string, key: PropertyKey): string {
  if (typeof key !== 'symbol') return `${holder}.${String(key)}`;
  return `${holder}[${key.description ?? ''}]`;
}
