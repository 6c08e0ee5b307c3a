import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CdrWriter } from './cdr_writer.js';
import { decodeSlow } from './decode_slow.js';
import { ALL, cases, plainOf, schemas, typeOf, unicode } from './generated_types.test_support.js';
import type { MessageType } from './message_type.js';
import { normalizeSlow } from './normalize_slow.js';

/** Swaps the byte order of an encoded message, guided by its type. */
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

  it('the fast and the slow path agree on plain input with missing fields', () => {
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
