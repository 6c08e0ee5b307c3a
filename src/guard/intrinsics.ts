/** The language's own objects that Orrery works with, and what user code has made of them. */

// What looks must not go through what it looks at.
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, is } = Object;
const { deleteProperty, ownKeys } = Reflect;

const GLOBALS = (
  'AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView ' +
  'Error EvalError Float32Array Float64Array Function Int16Array Int32Array Int8Array Iterator JSON ' +
  'Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set ' +
  'SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array ' +
  'Uint8ClampedArray WeakMap WeakSet isFinite isNaN parseFloat parseInt'
).split(' ');

/** What programs replace in good faith, and Orrery does not use. */
const OWN_AFFAIR = new Set(['Error.prepareStackTrace', 'Error.stackTraceLimit', 'Math.random']);

/** Prototypes that have no name, by something that has them. */
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
 * What `Object.prototype` has not, and what the language asks any object for: each literal, descriptor and
 * result of an iterator would have it.
 */
const NOT_ON_OBJECTS =
  'then get set value writable enumerable configurable toJSON done return throw next'.split(' ');

/** Where a property is, and what it is called. */
interface Place {
  readonly name: string;
  readonly holder: object;
  readonly key: PropertyKey;
}

interface Property extends Place {
  /** Absent: there was none, and may be none. */
  readonly before: PropertyDescriptor | undefined;
}

/** One property that is no longer what it was. */
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
  for (const [name, holder] of Object.entries(UNNAMED)) walk(name, holder);
  return found.filter(({ name }) => !OWN_AFFAIR.has(name));
}

/**
 * A fingerprint of the language's own objects. New properties are nobody's business, apart from those that every
 * object would then have; one that was there and is another, or is gone, changes what everything in this realm
 * computes, Orrery's own code as well.
 */
export class Intrinsics {
  readonly #properties: Property[] = [];
  /** What all objects inherit. */
  readonly #inherited = new Set(ownKeys(Object.prototype));

  constructor() {
    // First, so that they are gone before a descriptor, which would inherit them, is used.
    for (const key of NOT_ON_OBJECTS) {
      const name = nameOf('Object.prototype', key);
      this.#properties.push({ name, holder: Object.prototype, key, before: undefined });
    }
    places ??= placesOfLanguage();
    for (const { name, holder, key } of places) {
      const before = getOwnPropertyDescriptor(holder, key);
      if (before !== undefined) this.#properties.push({ name, holder, key, before });
    }
  }

  /**
   * What has been assigned to `Object.prototype` since, under any name: whoever reads an option that is not given
   * then finds it. Code that adds with care makes it not enumerable.
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

  /** What has been replaced since. Uses nothing that could have been. */
  replacements(): Replacement[] {
    const found: Replacement[] = [];
    const properties = this.#properties;
    for (let i = 0; i < properties.length; i++) {
      const property = properties[i]!;
      const { name, before } = property;
      const now = getOwnPropertyDescriptor(property.holder, property.key);
      if (isSame(before, now)) continue;
      const descriptor = { configurable: true, enumerable: true, writable: true };
      // What every object has would make it no descriptor.
      const own = { __proto__: null, ...descriptor, value: { name, now, property } };
      defineProperty(found, found.length, own);
    }
    return found;
  }
}

/** Does something while what was replaced is as it was. */
export function withOriginals<T>(replaced: readonly Replacement[], action: () => T): T {
  restore(replaced);
  try {
    return action();
  } finally {
    for (let i = replaced.length - 1; i >= 0; i--) put(replaced[i]!.property, replaced[i]!.now);
  }
}

/** Puts back what was replaced. */
export function restore(replaced: readonly Replacement[]): void {
  for (let i = 0; i < replaced.length; i++) {
    const { property } = replaced[i]!;
    put(property, property.before);
  }
}

/** What nobody may change (a frozen object) stays as it is. */
function put({ holder, key }: Property, descriptor: PropertyDescriptor | undefined): void {
  try {
    if (descriptor === undefined) deleteProperty(holder, key);
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
