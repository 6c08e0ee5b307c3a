import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_DEPTH } from './check_extent.js';
import type { MessageObject, MessageType } from './message_type.js';
import { TypeRegistry } from './type_registry.js';

const LINE = '='.repeat(80);
const SUFFIXES = ['', '', '', '[2]', '[100000]', '[]', '[<=4294967295]'];
const BASES = ['int8', 'float64', 'bool', 'string', 'string<=4294967295', 'uint64'];

/** A schema of types T0, T1, …, each of which may refer to those after it. */
function chains(): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 90 }).chain((count) => {
    const field = (i: number) =>
      fc
        .tuple(fc.nat(4), fc.constantFrom(...BASES), fc.constantFrom(...SUFFIXES), fc.nat(3))
        .map(([kind, base, suffix, further]) => {
          const next = Math.min(i + 1 + (further === 3 ? 7 : 0), count);
          return kind < 3 && next < count ? `T${next}${suffix}` : `${base}${suffix}`;
        });
    const types = Array.from({ length: count }, (_, i) =>
      fc.array(field(i), { minLength: 1, maxLength: 3 }),
    );
    return fc.tuple(...types).map(schemaOf);
  });
}

function schemaOf(types: readonly (readonly string[])[]): string {
  return types
    .map((fields, i) => {
      const lines = fields.map((type, k) => `${type} f${k}\n`).join('');
      return i === 0 ? lines : `${LINE}\nMSG: g/T${i}\n${lines}`;
    })
    .join('');
}

function learn(schema: string): MessageType {
  return new TypeRegistry({ amentPrefixPath: '' }).fromSchema('g/msg/T0', schema);
}

function reachable(type: MessageType, found = new Set<MessageType>()): Set<MessageType> {
  if (!found.has(type)) {
    found.add(type);
    for (const { nested } of type.members) if (nested !== undefined) reachable(nested, found);
  }
  return found;
}

/** Characters of all code that is generated for these types. */
function codeSize(types: Iterable<MessageType>): number {
  let size = 0;
  for (const { copier, normalizer, bodySize, bodyWriter, bodyReader } of types) {
    for (const operation of [copier, normalizer, bodySize, bodyWriter, bodyReader]) {
      size += operation.toString().length;
    }
  }
  return size;
}

function roundTrip(type: MessageType): void {
  const value: MessageObject = type.create();
  expect(type.decode(type.encode(type.copy(value)))).toEqual(value);
}

const limit = (text: string) =>
  expect.objectContaining({
    code: 'ORR_DEFINITION_LIMIT',
    message: expect.stringContaining(text),
  });

describe('any definition', () => {
  it('is refused with a code, or its code grows with its text', () => {
    fc.assert(
      fc.property(chains(), (schema) => {
        let type: MessageType;
        try {
          type = learn(schema);
        } catch (error) {
          expect(error).toMatchObject({ code: 'ORR_DEFINITION_LIMIT' });
          return;
        }
        const types = reachable(type);
        let fields = 0;
        for (const { members } of types) fields += members.length;
        expect(codeSize(types)).toBeLessThan(30_000 * fields + 10_000);
        if (type.values < 2_000 && type.minimumSize < 2 ** 20) roundTrip(type);
        expect(type.hash).toMatch(/^RIHS01_/);
        expect(type.schemaText.length).toBeLessThan(schema.length + 100 * types.size);
      }),
      { numRuns: 100 },
    );
  });
});

describe('definitions that used to hang or to fail without a code', () => {
  it('22 types that each hold two of the next', () => {
    const doubling = (count: number) =>
      schemaOf(Array.from({ length: count }, (_, i) => (i + 1 < count ? pair(i + 1) : ['int8'])));
    const pair = (next: number) => [`T${next}`, `T${next}`];
    expect(() => learn(doubling(23))).toThrow(limit('values'));
    const largest = learn(doubling(15));
    expect(codeSize(reachable(largest))).toBeLessThan(200_000);
    roundTrip(largest);
  });

  it('the same through sequences', () => {
    const types = Array.from({ length: 30 }, (_, i) =>
      i < 29 ? [`T${i + 1}[]`, `T${i + 1}[]`] : ['int8'],
    );
    expect(() => learn(schemaOf(types))).toThrow(limit('values'));
  });

  it('arrays of arrays', () => {
    expect(() => learn(schemaOf([['T1[100000]'], ['T2[100000]'], ['int8']]))).toThrow(
      limit('makes messages of'),
    );
    expect(() => learn(schemaOf([['uint8[4294967295]']]))).toThrow(limit('message limit'));
    expect(() => learn(schemaOf([['string[4294967295]']]))).toThrow(limit('values'));
  });

  it('10,000 nested types', () => {
    const types = Array.from({ length: 10_000 }, (_, i) => (i < 9_999 ? [`T${i + 1}`] : ['int8']));
    expect(() => learn(schemaOf(types))).toThrow(limit(`more than ${MAX_DEPTH} deep`));
    const allowed = schemaOf(types.slice(10_000 - MAX_DEPTH)).replaceAll(
      /T(\d+)/g,
      (_, n) => `T${Number(n) >= 9_000 ? Number(n) - (10_000 - MAX_DEPTH) : n}`,
    );
    roundTrip(learn(allowed));
  });

  it('depth also counts through types that are known already', () => {
    const types = new TypeRegistry({ amentPrefixPath: '' });
    types.add('g/msg/T0', 'int8 a\n');
    const grow = () => {
      for (let i = 1; i <= MAX_DEPTH; i++) {
        types.add(`g/msg/T${i}`, `T${i - 1} a\n`);
        types.message(`g/msg/T${i}`);
      }
    };
    expect(grow).toThrow(limit('deep'));
  });

  it('long texts, many fields, long names and numbers', () => {
    const fields = Array.from({ length: 5000 }, (_, i) => `int8 f${i}\n`).join('');
    expect(() => learn(fields)).toThrow(limit('4096 fields'));
    expect(() => learn(`int8 a ${'#'.repeat(2 ** 21)}`)).toThrow(limit('characters'));
    const syntax = expect.objectContaining({ code: 'ORR_DEFINITION_SYNTAX' });
    expect(() => learn(`float64 A=${'1'.repeat(1_000_000)}x`)).toThrow(syntax);
    const types = new TypeRegistry({ amentPrefixPath: '' });
    types.add('g/msg/Upper', `int8 ${'A'.repeat(500_000)}a=1\n`);
    expect(() => types.message('g/msg/Upper')).toThrow(syntax);
    expect(() => types.message(`g/msg/${'A'.repeat(1_000_000)}`)).toThrow(
      expect.objectContaining({ code: 'ORR_TYPE_NAME' }),
    );
    expect(learn(`int8 a\n${'\n'.repeat(1_000_000)}#`).schemaText.length).toBeGreaterThan(
      1_000_000,
    );
  });
});
