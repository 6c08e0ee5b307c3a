import decompressLz4 from '@foxglove/wasm-lz4';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compressLz4Frame } from './lz4_frame.js';

beforeAll(() => decompressLz4.isLoaded);

function roundTrip(input: Uint8Array): Uint8Array {
  const packed = compressLz4Frame(input);
  return Uint8Array.from(decompressLz4(packed, Math.max(1, input.length)));
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
