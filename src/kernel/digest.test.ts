import { endianness } from 'node:os';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Digest } from './digest.js';

const hexOf = (fill: (digest: Digest) => void) => {
  const digest = new Digest();
  fill(digest);
  return digest.hex();
};

it('is equal for equal content only', () => {
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

/** The digest of a block by its definition, in BigInts, byte by byte. */
function plainHex(data: Uint8Array): string {
  const word = 0xffffffffn;
  const [primeA, primeB] = [0x9e3779b1n, 0x85ebca77n];
  const turn = (x: bigint, by: bigint) => ((x << by) | (x >> (32n - by))) & word;
  let [a, b] = [0x6a09e667n, 0xbb67ae85n];
  const mix = (value: bigint) => {
    a = turn(((a ^ value) * primeA) & word, 13n);
    b = turn(((((b + value) & word) ^ a) * primeB) & word, 17n);
  };
  const wordAt = (at: number) =>
    [3, 2, 1, 0].reduce((sum, i) => (sum << 8n) | BigInt(data[at + i] ?? 0), 0n);
  mix(BigInt(data.length));
  let at = 0;
  if (data.length >= 64) {
    const lanes = [0x6a09e667n, 0xbb67ae85n, primeA, primeB];
    for (; at + 16 <= data.length; at += 16) {
      lanes.forEach((lane, i) => {
        lanes[i] = turn(((lane ^ wordAt(at + 4 * i)) * primeA) & word, 13n);
      });
    }
    lanes.forEach(mix);
  }
  for (; at < data.length; at += 4) mix(wordAt(at));
  const avalanche = (x: bigint) => {
    let y = ((x ^ (x >> 16n)) * 0x85ebca6bn) & word;
    y = ((y ^ (y >> 13n)) * 0xc2b2ae35n) & word;
    return (y ^ (y >> 16n)).toString(16).padStart(8, '0');
  };
  return avalanche(a ^ ((b * 3n) & word)) + avalanche(b);
}

it('follows its definition, by bytes and by words, whatever bytes surround the block', () => {
  const any = fc.uint8Array({ maxLength: 400 });
  // As most messages in CDR begin.
  const headed = any.map((rest) => Uint8Array.of(0, 1, 0, 0, ...rest));
  const short = headed.map((bytes) => bytes.subarray(0, 4 + (bytes.length % 70)));
  const block = fc.oneof(any, headed, short);
  fc.assert(
    fc.property(block, fc.nat(7), fc.nat(255), (data, from, dirt) => {
      const dirty = new Uint8Array(512).fill(dirt);
      dirty.set(data, 4 * from);
      const words = new Int32Array(dirty.buffer, 4 * from);
      const expected = plainHex(data);
      expect(hexOf((d) => d.bytes(data))).toBe(expected);
      expect(hexOf((d) => d.bytes(dirty, 4 * from, 4 * from + data.length))).toBe(expected);
      if (endianness() !== 'LE') return;
      const alone = hexOf((d) => {
        d.word(from);
        d.words(words, data.length);
      });
      expect(alone).toBe(expected);
    }),
  );
});

/** A time as the kernel keeps it for digests. */
function wordsOf(time: number): [number, number] {
  return [time | 0, Math.floor(time / 2 ** 32) | 0];
}

it('mixes several words at once as it does one after another', () => {
  const time = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), time, (x, y, z, t) => {
      const each = hexOf((d) => {
        for (const word of [x, y, z, x]) d.word(word);
      });
      const plain = hexOf((d) => {
        d.three(x, y, z);
        d.word(x);
      });
      expect(plain).toBe(each);
      const after = hexOf((d) => {
        d.word(x);
        d.integer(t);
      });
      expect(hexOf((d) => d.three(x, ...wordsOf(t)))).toBe(after);
      const content = new Digest();
      content.three(y, z, x);
      const topic = hexOf((d) => {
        d.three(x, ...wordsOf(t));
        d.digest(content);
      });
      const node = hexOf((d) => d.digest(content, z));
      const unchanged = content.hex();
      expect(hexOf((d) => content.mixInto(d, x, ...wordsOf(t), new Digest(), z))).toBe(topic);
      expect(hexOf((d) => content.mixInto(new Digest(), x, ...wordsOf(t), d, z))).toBe(node);
      expect(content.hex()).toBe(unchanged);
    }),
  );
});

it('tells safe integers of any sign and size apart', () => {
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
