import { describe, expect, it } from 'vitest';
import { FakeWorld } from './fake_world.test_support.js';
import { Intrinsics } from './intrinsics.js';
import { LeakReporter } from './leaks.js';
import { RealmWatch } from './realm_watch.js';

/** Parts that programs have been seen to replace, and some of each other kind. */
const FAMILY = `BigInt Promise Map Symbol isNaN parseFloat Proxy JSON.stringify JSON.parse
  Object.keys Object.entries Object.assign Object.defineProperty Object.prototype.toString
  Array.from Array.isArray Array.prototype.push Array.prototype.pop Array.prototype.map
  Array.prototype.slice Array.prototype.sort Array.prototype[Symbol.iterator]
  ArrayIterator.prototype.next MapIterator.prototype.next Generator.prototype.next
  DataView.prototype.setBigInt64 DataView.prototype.getFloat64 TypedArray.prototype.set
  TypedArray.prototype.subarray BigInt.asUintN Number.prototype.toString Number.isSafeInteger
  Promise.prototype.then Promise.prototype.finally Promise.all Promise.resolve
  Map.prototype.get Map.prototype[Symbol.iterator] Set.prototype.has WeakMap.prototype.get
  String.prototype.replace RegExp.prototype.exec RegExp.prototype[Symbol.replace]
  Function.prototype.apply Function.prototype.call Reflect.apply Reflect.get Math.sin Math.floor
  Error.captureStackTrace ArrayBuffer.prototype.slice Atomics.load Symbol.for
`
  .trim()
  .split(/\s+/);

/** Where a name of the family is. */
function locate(name: string): [holder: object, key: PropertyKey] {
  const iterators: Record<string, object> = {
    ArrayIterator: [][Symbol.iterator](),
    MapIterator: new Map().entries(),
    Generator: Object.getPrototypeOf((function* () {})()),
  };
  const [, path = '', symbol] = /^(.*?)(?:\[Symbol\.(\w+)\])?$/.exec(name) ?? [];
  const steps = path.split('.');
  const key = symbol === undefined ? steps.pop()! : Reflect.get(Symbol, symbol);
  let holder: unknown = globalThis;
  for (const step of steps) {
    if (step in iterators) holder = { prototype: Object.getPrototypeOf(iterators[step]) };
    else if (step === 'TypedArray') holder = Object.getPrototypeOf(Uint8Array);
    else holder = Reflect.get(holder as object, step);
  }
  return [holder as object, key as PropertyKey];
}

function watched(strict = false) {
  const world = new FakeWorld();
  return { world, watch: new RealmWatch(new LeakReporter(world, strict), new Intrinsics()) };
}

describe('a part of the language that is replaced', () => {
  const ways = FAMILY.flatMap((name) => [[name, 'look'] as const, [name, 'glance'] as const]);
  it.each(ways)('%s: %s', (name, way) => {
    const { world, watch } = watched();
    watch[way]('/robot/a.js');
    const [holder, key] = locate(name);
    const before = Object.getOwnPropertyDescriptor(holder, key)!;
    const { defineProperty } = Object;
    let failure: unknown;
    defineProperty(holder, key, { ...before, value: () => 'mine' });
    try {
      watch[way]();
    } catch (error) {
      failure = error;
    } finally {
      defineProperty(holder, key, before);
    }
    expect(failure).toBeUndefined();
    const leak = { kind: 'tampering', what: `${name} (now () => "mine")`, file: '/robot/a.js' };
    expect(world.leaks).toMatchObject([leak]);
    expect(watch.end()?.message).toContain(`/robot/a.js replaces ${name} `);
  });

  it('may also be deleted, or get another getter', () => {
    const { world, watch } = watched();
    const flags = Object.getOwnPropertyDescriptor(RegExp.prototype, 'flags')!;
    const at = Object.getOwnPropertyDescriptor(Array.prototype, 'at')!;
    Object.defineProperty(RegExp.prototype, 'flags', { ...flags, get: () => 'g' });
    Reflect.deleteProperty(Array.prototype, 'at');
    watch.end();
    expect(Object.getOwnPropertyDescriptor(RegExp.prototype, 'flags')).toEqual(flags);
    expect(Object.getOwnPropertyDescriptor(Array.prototype, 'at')).toEqual(at);
    expect(world.leaks.map(({ what }) => what)).toEqual([
      'Array.prototype.at (deleted)',
      'RegExp.prototype.flags (now () => "g")',
    ]);
  });

  it.each([
    ['a getter that throws', { get: () => Object.keys(undefined as never) }],
    ['a getter that gives something else', { get: () => () => [] }],
  ])('may be %s', (_what, replacement) => {
    const { world, watch } = watched();
    const before = Object.getOwnPropertyDescriptor(Object, 'values')!;
    Object.defineProperty(Object, 'values', replacement);
    watch.glance();
    Object.defineProperty(Object, 'values', before);
    expect(world.leaks).toMatchObject([{ what: expect.stringContaining('Object.values') }]);
  });

  it('is found at the end where a glance overlooks it: a getter that gives what was there', () => {
    const { world, watch } = watched();
    const before = Object.getOwnPropertyDescriptor(Object, 'values')!;
    Object.defineProperty(Object, 'values', { get: () => before.value as unknown });
    watch.glance();
    expect(world.leaks).toEqual([]);
    watch.end();
    expect(Object.getOwnPropertyDescriptor(Object, 'values')).toEqual(before);
    expect(world.leaks).toMatchObject([{ what: expect.stringContaining('Object.values') }]);
  });

  it('is an error in strict mode, reported once', () => {
    const { watch } = watched(true);
    const { values } = Object;
    Object.values = () => [];
    try {
      expect(() => watch.look()).toThrow(/replaces Object\.values/);
      expect(() => watch.look()).not.toThrow();
    } finally {
      Object.values = values;
    }
  });
});

describe('what is added', () => {
  it('is not reported', () => {
    const { world, watch } = watched();
    const { random } = Math;
    Object.assign(Array.prototype, { last: () => 1 });
    Math.random = () => 4;
    Error.stackTraceLimit += 1;
    expect(watch.end()).toBeUndefined();
    Reflect.deleteProperty(Array.prototype, 'last');
    Math.random = random;
    Error.stackTraceLimit -= 1;
    expect(world.leaks).toEqual([]);
  });
});
