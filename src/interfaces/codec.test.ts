import { parse } from '@foxglove/rosmsg';
import { MessageReader, MessageWriter } from '@foxglove/rosmsg2-serialization';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CdrWriter } from './cdr_writer.js';
import { decodeSlow } from './decode_slow.js';
import type { Member } from './member.js';
import type { MessageObject, MessageType } from './message_type.js';
import { normalizeSlow } from './normalize_slow.js';
import { TypeRegistry } from './registry.js';

const PRIMITIVES =
  'bool byte char int8 uint8 int16 uint16 int32 uint32 int64 uint64 float32 float64 string'.split(
    ' ',
  );

// ---- definitions: message A may use B and C, B may use C ----

const suffix = fc.constantFrom('', '', '[]', '[<=4]', '[3]', '[10]');

function fieldLines(bases: readonly string[], minLength: number): fc.Arbitrary<string> {
  const line = fc.tuple(fc.constantFrom(...bases), suffix).map(([base, array]) => {
    const bound = base === 'string' && array === '' ? '<=100' : '';
    return `${base}${bound}${array}`;
  });
  return fc
    .array(line, { minLength, maxLength: 7 })
    .map((lines) => lines.map((type, i) => `${type} f${i}_x\n`).join(''));
}

function schemas(primitives: readonly string[], least = 0): fc.Arbitrary<string> {
  return fc
    .tuple(
      fieldLines([...primitives, 'B', 'C', 'builtin_interfaces/Time'], least),
      fieldLines([...primitives, 'C'], least),
      fieldLines(primitives, least),
    )
    .map(([a, b, c]) => {
      const line = '='.repeat(80);
      const time = `${line}\nMSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n`;
      return `${a}${line}\nMSG: g/B\n${b}${line}\nMSG: g/C\n${c}${time}`;
    });
}

// ---- values in canonical form ----

function scalar(member: Member, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { primitive, stringBound } = member.field.type;
  const integer = (min: number, max: number) =>
    fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, 0));
  switch (primitive!) {
    case 'bool':
      return fc.boolean();
    case 'byte':
    case 'uint8':
      return integer(0, 255);
    case 'char':
    case 'int8':
      return integer(-128, 127);
    case 'int16':
      return integer(-32768, 32767);
    case 'uint16':
      return integer(0, 65535);
    case 'int32':
      return integer(-(2 ** 31), 2 ** 31 - 1);
    case 'uint32':
      return integer(0, 2 ** 32 - 1);
    case 'int64':
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case 'uint64':
      return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    case 'float32':
      return fc.float();
    case 'float64':
      return fc.double();
    default:
      return stringBound === undefined ? text : text.map((s) => s.slice(0, stringBound));
  }
}

function fieldValue(member: Member, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { array } = member.field.type;
  const one = member.nested === undefined ? scalar(member, text) : plainOf(member.nested, text);
  if (array === undefined) return one;
  const size = array.kind === 'unbounded' ? 20 : array.size;
  return fc.array(one, { minLength: array.kind === 'fixed' ? size : 0, maxLength: size });
}

function plainOf(type: MessageType, text: fc.Arbitrary<string>): fc.Arbitrary<MessageObject> {
  const fields = type.members.map((m) => [m.field.name, fieldValue(m, text)] as const);
  return fc.record(Object.fromEntries(fields)) as fc.Arbitrary<MessageObject>;
}

const ascii = fc.string({ unit: 'binary-ascii', maxLength: 120 });
const unicode = fc.string({ unit: 'grapheme', maxLength: 120 });

interface Case {
  readonly schema: string;
  readonly type: MessageType;
  readonly value: MessageObject;
}

function typeOf(schema: string): MessageType {
  return new TypeRegistry({ amentPrefixPath: '' }).fromSchema('g/msg/A', schema);
}

function cases(
  primitives: readonly string[],
  text: fc.Arbitrary<string>,
  least = 0,
): fc.Arbitrary<Case> {
  return schemas(primitives, least).chain((schema) => {
    const type = typeOf(schema);
    return plainOf(type, text).map((plain) => ({ schema, type, value: type.normalize(plain) }));
  });
}

/** What the oracle's values differ in by convention: `char` is uint8 there. */
function forOracle(type: MessageType, value: MessageObject): MessageObject {
  const result: MessageObject = {};
  for (const member of type.members) {
    const { name } = member.field;
    const v = value[name];
    if (member.field.type.primitive === 'char') {
      result[name] =
        typeof v === 'number' ? v & 0xff : Uint8Array.from(v as Int8Array, (x) => x & 0xff);
    } else if (member.nested !== undefined) {
      const nested = member.nested;
      result[name] = Array.isArray(v)
        ? v.map((x) => forOracle(nested, x as MessageObject))
        : forOracle(nested, v as MessageObject);
    } else result[name] = v;
  }
  return result;
}

/** Swap the byte order of an encoded message, guided by its type. */
function bigEndian(type: MessageType, bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  out[1] = 0;
  const view = new DataView(out.buffer);
  let p = 4;
  const swap = (size: number) => {
    p += (4 - p) & (size - 1);
    out.subarray(p, p + size).reverse();
    p += size;
  };
  const SIZES: Record<string, number> = { int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4 };
  const visit = (t: MessageType) => {
    if (t.members.length === 0) p++;
    for (const { field, nested } of t.members) {
      let count = 1;
      if (field.type.array?.kind === 'fixed') count = field.type.array.size;
      else if (field.type.array !== undefined) {
        p += (4 - p) & 3;
        count = view.getUint32(p, true);
        swap(4);
      }
      for (let i = 0; i < count; i++) {
        const { primitive } = field.type;
        if (nested !== undefined) visit(nested);
        else if (primitive === 'string' || primitive === 'wstring') {
          p += (4 - p) & 3;
          const length = view.getUint32(p, true);
          swap(4);
          if (primitive === 'string') p += length;
          else for (let j = 0; j < length; j++) swap(2);
        } else if (/^(int|uint|float)64$/.test(primitive!)) swap(8);
        else swap(SIZES[primitive!] ?? 1);
      }
    }
  };
  visit(type);
  return out;
}

const ALL = [...PRIMITIVES, 'wstring'];

describe('CDR against an independent implementation', () => {
  it('gives the same bytes and the same values', () => {
    fc.assert(
      // The other parser does not know nested messages without fields.
      fc.property(cases(PRIMITIVES, ascii, 1), ({ schema, type, value }) => {
        const definitions = parse(schema, { ros2: true });
        const theirs = new MessageWriter(definitions).writeMessage(forOracle(type, value));
        const ours = type.encode(value);
        expect(Buffer.from(ours).toString('hex')).toBe(Buffer.from(theirs).toString('hex'));
        const read = new MessageReader(definitions).readMessage(ours);
        expect(type.normalize(read)).toEqual(value);
      }),
      { numRuns: 150 },
    );
  });
});

describe('codec of generated types', () => {
  it('round-trips everything, in both byte orders, by both decoders', () => {
    fc.assert(
      fc.property(cases(ALL, unicode), ({ type, value }) => {
        const bytes = type.encode(value);
        expect(type.encodedSize(value)).toBe(bytes.length);
        expect(bytes.byteOffset).toBe(0);
        expect(bytes.buffer.byteLength).toBe(bytes.length);
        expect(type.decode(bytes)).toEqual(value);
        expect(type.decode(bytes, { view: true })).toEqual(value);
        expect(decodeSlow(type, bytes)).toEqual(value);
        expect(type.decode(bigEndian(type, bytes))).toEqual(value);
      }),
      { numRuns: 150 },
    );
  });

  it('writes the same bytes anywhere in a dirty writer', () => {
    fc.assert(
      fc.property(cases(ALL, unicode), fc.nat(17), ({ type, value }, offset) => {
        const writer = new CdrWriter(64);
        writer.bytes.fill(0xa5);
        writer.position = offset;
        const start = type.encodeInto(writer, value);
        expect(start).toBe(offset);
        expect([...writer.written(start)]).toEqual([...type.encode(value)]);
      }),
      { numRuns: 60 },
    );
  });

  it('reads a message in the middle of a buffer', () => {
    fc.assert(
      fc.property(cases(ALL, unicode), fc.nat(17), ({ type, value }, offset) => {
        const bytes = type.encode(value);
        const around = new Uint8Array(bytes.length + offset + 9).fill(0xff);
        around.set(bytes, offset);
        expect(type.decode(around.subarray(offset, offset + bytes.length))).toEqual(value);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses every truncation with a code and an offset', () => {
    fc.assert(
      fc.property(cases(ALL, unicode), fc.double({ min: 0, max: 1, noNaN: true }), (c, where) => {
        const bytes = c.type.encode(c.value);
        const cut = Math.min(bytes.length - 1, Math.floor(bytes.length * where));
        // The bytes behind the cut are there, but out of bounds.
        expect(() => c.type.decode(bytes.subarray(0, cut))).toThrow(
          expect.objectContaining({ code: 'ORR_CDR_TRUNCATED' }),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('survives any damage: a value or a coded error', () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(cases(ALL, unicode), damage, ({ type, value }, hits) => {
        const bytes = type.encode(value);
        for (const [at, byte] of hits) bytes[at % bytes.length] = byte;
        try {
          const read = type.decode(bytes);
          expect(type.decode(type.encode(read))).toEqual(read);
        } catch (error) {
          expect((error as { code?: string }).code).toMatch(/^ORR_CDR_/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('copy and normalize of generated types', () => {
  /** Every object that could be changed, buffers included. */
  function mutableParts(value: unknown, found = new Set<unknown>()): Set<unknown> {
    if (typeof value !== 'object' || value === null) return found;
    found.add(value);
    if (ArrayBuffer.isView(value)) found.add(value.buffer);
    else for (const part of Object.values(value)) mutableParts(part, found);
    return found;
  }

  it('copies are equal and share nothing mutable', () => {
    fc.assert(
      fc.property(cases(ALL, unicode), ({ type, value }) => {
        for (const copy of [
          type.copy(value),
          type.normalize(value),
          normalizeSlow(type, value, true),
        ]) {
          expect(copy).toEqual(value);
          const before = mutableParts(value);
          for (const part of mutableParts(copy)) expect(before.has(part)).toBe(false);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('the fast and the slow way agree on plain input with fields missing', () => {
    const partial = schemas(ALL).chain((schema) => {
      const type = typeOf(schema);
      return fc
        .tuple(plainOf(type, unicode), fc.subarray(type.members.map((m) => m.field.name)))
        .map(([plain, missing]) => {
          for (const name of missing) delete plain[name];
          return { type, plain };
        });
    });
    fc.assert(
      fc.property(partial, ({ type, plain }) => {
        expect(type.normalize(plain)).toEqual(normalizeSlow(type, plain, true));
      }),
      { numRuns: 100 },
    );
  });
});
