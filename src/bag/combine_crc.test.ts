import fc from 'fast-check';
import { expect, it } from 'vitest';
import { combineCrc } from './combine_crc.js';
import { crc32 } from './compression.js';

it('gives the checksum of both pieces together', () => {
  const piece = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(piece, piece, (first, second) => {
      const both = Buffer.concat([first, second]);
      expect(combineCrc(crc32(first), crc32(second), second.length)).toBe(crc32(both));
    }),
  );
});

it('holds for pieces of many bytes', () => {
  const zeros = new Uint8Array(3_000_001);
  const first = Uint8Array.of(1, 2, 3);
  const both = Buffer.concat([first, zeros]);
  expect(combineCrc(crc32(first), crc32(zeros), zeros.length)).toBe(crc32(both));
});
