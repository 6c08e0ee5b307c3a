import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zstd from '@foxglove/wasm-zstd';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { OrreryError } from '../errors/index.js';
import { CompressedFileSource } from './compressed_file_source.js';
import { loadCompression } from './compression.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();
const path = join(directory, 'file.zstd');
beforeAll(loadCompression);

/** Compresses well, but not to nothing. */
function content(size: number): Uint8Array {
  let state = size + 1;
  return Uint8Array.from({ length: size }, (_, at) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return at % 3 === 0 ? state >>> 24 : at >> 8;
  });
}

/** A frame that other tools put between those of zstd. */
const SKIPPABLE = Uint8Array.of(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);

function readAll(inMemory: number): Uint8Array {
  const source = new CompressedFileSource(path, inMemory);
  expect(readdirSync(directory)).toEqual(['file.zstd']);
  source.release();
  try {
    return Uint8Array.from(source.read(0, source.size));
  } finally {
    source.release();
  }
}

describe('a file compressed as a whole', () => {
  it('reads the same from memory and from a temporary file, and leaves nothing behind', () => {
    const sizes = fc.oneof(fc.nat(300), fc.nat(400_000));
    fc.assert(
      fc.property(fc.array(sizes, { minLength: 1, maxLength: 3 }), fc.boolean(), (parts, skip) => {
        const plain = Buffer.concat(parts.map(content));
        const packed = parts.flatMap((size) => [
          ...(skip ? [SKIPPABLE] : []),
          zstd.compress(content(size), 1),
        ]);
        writeFileSync(path, Buffer.concat(packed));
        expect(plain.equals(readAll(1 << 30))).toBe(true);
        expect(plain.equals(readAll(-1))).toBe(true);
      }),
      { numRuns: 40 },
    );
    expect(readdirSync(directory)).toEqual(['file.zstd']);
  });

  it('is refused with a code when it is damaged, and leaves nothing behind', () => {
    const packed = zstd.compress(content(300_000), 1);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(packed.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat(packed.length), { nil: packed.length }),
        (writes, keep) => {
          const bytes = Uint8Array.from(packed);
          for (const [at, value] of writes) bytes[at] = value;
          writeFileSync(path, bytes.subarray(0, keep));
          try {
            readAll(-1);
          } catch (error) {
            if (!(error instanceof OrreryError)) throw error;
            expect(error.message).toContain(path);
          }
          expect(readdirSync(directory)).toEqual(['file.zstd']);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is refused when it would need too much memory', () => {
    // Magic, a window of 2^41 bytes, one raw block of one byte.
    writeFileSync(path, Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0xf8, 9, 0, 0, 1));
    expect(() => new CompressedFileSource(path, -1)).toThrow('window');
  });
});
