/** What user code changes of objects that it can reach is found and put back. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KnownObjects } from './known_objects.js';
import { asksForAttributes, asksForUnlisted } from './loader/asks_for_attributes.js';

/** No program has asked for more than all programs have. */
const NEAR = { modules: false, attributes: false, unlisted: false };

/** One object of each kind that is compared. */
function holders() {
  class Pair {}
  const arrow = () => 1;
  const nested = { value: 1, list: [1, 2], computed: 0 };
  Object.defineProperty(nested, 'computed', { get: arrow, configurable: true });
  return {
    Pair,
    arrow,
    nested,
    map: new Map([['k', 1]]),
    set: new Set([1, 2]),
    nan: { n: Number.NaN },
  };
}

type Holders = ReturnType<typeof holders>;

/** Changes, and what is named for each. */
const CHANGES: readonly (readonly [string, (of: Holders) => void])[] = [
  ['root.arrow', ({ arrow }) => Object.assign(arrow, { mark: 1 })],
  ['root.Pair', ({ Pair }) => Object.assign(Pair, { mark: 1 })],
  ['root.Pair.prototype', ({ Pair }) => Object.assign(Pair.prototype, { mark: 1 })],
  ['root.nested', ({ nested }) => Object.assign(nested, { value: 2 })],
  ['root.nested', ({ nested }) => Reflect.deleteProperty(nested, 'value')],
  ['root.nested', ({ nested }) => Object.defineProperty(nested, 'computed', { get: () => 2 })],
  ['root.nested', ({ nested }) => Object.setPrototypeOf(nested, { inherited: 1 })],
  ['root.nested.list', ({ nested }) => nested.list.push(3)],
  ['root.map', ({ map }) => map.set('k', 2)],
  ['root.map', ({ map }) => map.clear()],
  ['root.set', ({ set }) => set.add(3)],
  ['root.nan', ({ nan }) => Object.assign(nan, { n: 0 })],
  ['root.arrow', ({ arrow }) => Object.defineProperty(arrow, 'name', { value: 'mark' })],
  ['root.arrow', ({ arrow }) => Object.defineProperty(arrow, 'length', { writable: true })],
  ['root.Pair', ({ Pair }) => Object.defineProperty(Pair, 'name', { get: () => 'Pair' })],
  [
    'root.Pair.prototype',
    ({ Pair }) => Object.defineProperty(Pair.prototype, 'constructor', { enumerable: true }),
  ],
  [
    'root.nested',
    ({ nested }) => Object.defineProperty(nested, 'value', { writable: false, configurable: true }),
  ],
  ['root.nested', ({ nested }) => Object.defineProperty(nested, 'list', { enumerable: false })],
  ['root.nan', ({ nan }) => Object.defineProperty(nan, 'n', { get: () => Number.NaN })],
];

const DELETION = 4;

/** What can be seen of them. */
function shown({ Pair, arrow, nested, map, set, nan }: Holders): unknown {
  const objects = [Pair, Pair.prototype, arrow, nested, nested.list, nan];
  const properties = objects.map((each) => Object.getOwnPropertyDescriptors(each));
  return [properties, objects.map((each) => Object.getPrototypeOf(each)), [...map], [...set]];
}

it('any changes are named and mended, and nothing else is', () => {
  fc.assert(
    fc.property(
      fc.subarray([...CHANGES.keys()]),
      fc.boolean(),
      fc.boolean(),
      (places, isNear, isWary) => {
        const root = holders();
        const before = shown(root);
        const roots = [['root', root]] as const;
        const known = new KnownObjects(isNear ? roots : [], isNear ? [] : roots, new Set());
        const changes = places.map((i) => CHANGES[i]!);
        for (const [, change] of changes) change(root);
        const text = changes.map(([, change]) => String(change)).join();
        const { changed, lasting } = known.mend({
          modules: !isNear,
          attributes: isWary || asksForAttributes(text),
          unlisted: isWary || asksForUnlisted(text),
        });
        // Of a class and its prototype, both are mended.
        const named = new Set(changed.filter((name) => !name.startsWith('root.Pair')));
        const others = changes
          .map(([name]) => name)
          .filter((name) => !name.startsWith('root.Pair'));
        expect([...named].sort()).toEqual([...new Set(others)].sort());
        const isPairChanged = changes.some(([name]) => name.startsWith('root.Pair'));
        expect(changed.includes('root.Pair')).toBe(isPairChanged);
        // What was deleted comes last when it is put back.
        const isReordered = places.includes(DELETION);
        expect(lasting).toEqual(isReordered ? ['root.nested'] : []);
        expect(shown(root)).toEqual(before);
        expect(known.mend({ modules: true, attributes: true, unlisted: true }).changed).toEqual(
          lasting,
        );
      },
    ),
  );
});

it('what nobody can undo lasts, and is named', () => {
  const root = { sealed: {}, fixed: {} };
  const known = new KnownObjects([['root', root]], [], new Set());
  Object.preventExtensions(root.sealed);
  Object.defineProperty(root.fixed, 'mark', { value: 1 });
  const { changed, lasting } = known.mend({ ...NEAR, unlisted: true });
  expect([...changed].sort()).toEqual(['root.fixed', 'root.sealed']);
  expect([...lasting].sort()).toEqual(['root.fixed', 'root.sealed']);
});

it('what is far is compared when that is asked for, and what changes by itself never', () => {
  const [far, left] = [{ value: 1 }, { value: 1 }];
  const known = new KnownObjects([], [['far', far]], new Set([left]));
  Object.assign(far, { value: 2 });
  Object.assign(left, { value: 2 });
  expect(known.mend(NEAR).changed).toEqual([]);
  expect(known.mend({ ...NEAR, modules: true }).changed).toEqual(['far']);
  expect([far, left]).toEqual([{ value: 1 }, { value: 2 }]);
});

it('what throws when it is read is mended like anything else', () => {
  const root = { value: 1 };
  const known = new KnownObjects([['root', root]], [], new Set());
  Object.defineProperty(root, 'value', {
    configurable: true,
    get: () => {
      throw new Error('left behind');
    },
  });
  expect(known.mend(NEAR)).toEqual({ changed: ['root'], lasting: [] });
  expect(root.value).toBe(1);
});
