import decompressLz4 from '@foxglove/wasm-lz4';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compressLz4Frame } from './compress_lz4_frame.js';
import { decompressLz4Frames, Lz4Error } from './decompress_lz4_frames.js';

beforeAll(() => decompressLz4.isLoaded);

function roundTrip(input: Uint8Array): Uint8Array {
  const packed = compressLz4Frame(input);
  const unpacked = Uint8Array.from(decompressLz4(packed, Math.max(1, input.length)));
  expect(Buffer.compare(decompressLz4Frames(packed, input.length), unpacked)).toBe(0);
  return unpacked;
}

describe('compressLz4Frame', () => {
  it('is read back by the reference decompressor, random or repetitive', () => {
    const repetitive = fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(3000))
      .map(([unit, length]) =>
        Uint8Array.from({ length }, (_, index) => unit[index % unit.length]!),
      );
    const mixed = fc
      .array(fc.oneof(repetitive, fc.uint8Array({ maxLength: 200 })), { maxLength: 6 })
      .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));
    fc.assert(
      fc.property(mixed, (input) => {
        expect(roundTrip(input)).toEqual(input);
      }),
      { numRuns: 300 },
    );
  });

  it('handles several blocks, far matches and long runs', () => {
    const input = new Uint8Array(9_000_000);
    for (let index = 0; index < input.length; index++) {
      input[index] = index < 70_000 || index % 5000 < 40 ? Math.imul(index, 2654435761) >>> 24 : 7;
    }
    expect(Buffer.compare(roundTrip(input), input)).toBe(0);
    expect(compressLz4Frame(input).length).toBeLessThan(input.length / 10);
  });

  it('never grows incompressible data by more than the headers', () => {
    const input = Uint8Array.from(
      { length: 100_000 },
      (_, index) => Math.imul(index * index, 2654435761) >>> 13,
    );
    expect(compressLz4Frame(input).length).toBeLessThanOrEqual(input.length + 64);
    expect(Buffer.compare(roundTrip(input), input)).toBe(0);
  });
});

/** 150000 letters by `lz4 -9 -B4 -BD -BX --content-size`: linked blocks, all checksums. */
const FROM_COMMAND_LINE = [
  'BCJNGFxA8EkCAAAAAADpEQEAAH9hYmVjY2ViBwD/////////////////////////////////////',
  '////////////////////////////////////////////////////////////////////////////',
  '////////////////////////////////////////////////////////////////////////////',
  '////////////////////////////////////////////////////////////////////////////',
  '////////////////////////////////////////////////////////////////////////////',
  '4VBjZWJhYhqjS+UmAQAAf2FmZmFlZGUHAP//////////////////////////////////////////',
  '////////////////////////////////////////////////////////////////////////////',
  '//////////////////////9af2RiYmRhZ2EHAP//////////////////////////////////////',
  '/////////////////////////////////////////////////////////////////////5V/Y2Rn',
  'ZWVnZAcA////////////////////////////////////////////////////////////////////',
  '//////////////////////+9UGRjZGdlWU1c5WUAAAB/YWNnZmdjYQcA////////////////////',
  '////////////////////////////////////////////////////////////kX9mY2JjZmRkBwD/',
  '////////////////b1BjYmNmZO/mYxsAAAAAJaNmjQ==',
].join('');

describe('decompressLz4Frames', () => {
  it('reads linked blocks and several frames', () => {
    const letters = Uint8Array.from({ length: 150_000 }, (_, i) => 97 + (((i * i) >>> 0) % 7));
    const packed = Buffer.from(FROM_COMMAND_LINE, 'base64');
    expect(Buffer.compare(decompressLz4Frames(packed, letters.length), letters)).toBe(0);
    const twice = decompressLz4Frames(Buffer.concat([packed, packed]), 2 * letters.length);
    expect(Buffer.compare(twice.subarray(letters.length), letters)).toBe(0);
  });

  it('survives damage, and a damaged frame does not spoil the next', () => {
    const input = Uint8Array.from({ length: 500 }, (_, index) => (index >> 3) % 50);
    const packed = compressLz4Frame(input);
    fc.assert(
      fc.property(
        fc.nat(packed.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        (at, xor, cut) => {
          const damaged = packed.slice(0, cut ? at : undefined);
          if (!cut) damaged[at]! ^= xor;
          try {
            expect(decompressLz4Frames(damaged, input.length).length).toBe(input.length);
          } catch (error) {
            expect(error).toBeInstanceOf(Lz4Error);
          }
          expect(decompressLz4Frames(packed, input.length)).toEqual(input);
        },
      ),
      { numRuns: 500 },
    );
  });
});
