import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Digest } from './digest.js';

const hexOf = (fill: (digest: Digest) => void) => {
  const digest = new Digest();
  fill(digest);
  return digest.hex();
};

it('tells different content apart, and only that', () => {
  const bytes = fc.uint8Array({ maxLength: 3000 });
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const equal = a.length === b.length && a.every((byte, index) => byte === b[index]);
      expect(hexOf((d) => d.bytes(a)) === hexOf((d) => d.bytes(b))).toBe(equal);
    }),
  );
});

it('hashes a range of a buffer like the bytes alone', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.nat(300),
      fc.nat(300),
      (data, from, length) => {
        const end = Math.min(data.length, from + length);
        const start = Math.min(from, end);
        const range = hexOf((d) => d.bytes(data, start, end));
        expect(range).toBe(hexOf((d) => d.bytes(data.slice(start, end))));
      },
    ),
  );
});

it('takes every safe integer for what it is', () => {
  const values = [0, 1, -1, 2 ** 32, -(2 ** 32), 2 ** 53 - 1, 1 - 2 ** 53, 2 ** 31, -(2 ** 31)];
  expect(new Set(values.map((value) => hexOf((d) => d.integer(value)))).size).toBe(values.length);
});

it('does not change between versions', () => {
  const text = hexOf((d) => d.string('orrery'));
  const number = hexOf((d) => d.integer(1_795_252_940_035_805));
  const block = hexOf((d) => d.bytes(new Uint8Array(5000).fill(7)));
  expect([text, number, block]).toMatchInlineSnapshot(`
    [
      "e51a4e664b39fdbe",
      "5b194c94464042fc",
      "bed6eece61cede0e",
    ]
  `);
});
