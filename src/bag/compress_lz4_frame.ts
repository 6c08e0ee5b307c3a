/**
 * LZ4 frame writer (frame format 1.6, block format of the same specification): independent
 * blocks of at most 4 MiB with the content size in the header. `@foxglove/wasm-lz4` only reads.
 */

const BLOCK_BYTES = 4 * 1024 * 1024;
const HASH_BITS = 14;
const MIN_MATCH = 4;
/** The format requires that the last 5 bytes be literals and that no match start in the last 12. */
const LAST_LITERALS = 5;
const NO_MATCH_TAIL = 12;
const MAX_DISTANCE = 65_535;

const table = new Int32Array(1 << HASH_BITS);

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/** xxHash32 (seed 0) of fewer than 16 bytes, which is all that a frame header has. */
function headerChecksum(bytes: Uint8Array, start: number, end: number): number {
  const prime1 = 0x9e3779b1;
  const prime2 = 0x85ebca77;
  const prime3 = 0xc2b2ae3d;
  const prime4 = 0x27d4eb2f;
  const prime5 = 0x165667b1;
  let hash = (prime5 + (end - start)) | 0;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word =
      bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = (hash + Math.imul(word, prime3)) | 0;
    hash = Math.imul(rotateLeft(hash, 17), prime4);
  }
  for (; at < end; at++) {
    hash = (hash + Math.imul(bytes[at]!, prime5)) | 0;
    hash = Math.imul(rotateLeft(hash, 11), prime1);
  }
  hash = Math.imul(hash ^ (hash >>> 15), prime2);
  hash = Math.imul(hash ^ (hash >>> 13), prime3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function writeLength(out: Uint8Array, at: number, length: number): number {
  let rest = length;
  let to = at;
  for (; rest >= 255; rest -= 255) out[to++] = 255;
  out[to++] = rest;
  return to;
}

/** Writes literals `from` to `to` of `input`, then a match; a distance of 0 means no match. */
function writeSequence(
  out: Uint8Array,
  at: number,
  input: Uint8Array,
  from: number,
  to: number,
  distance: number,
  matchLength: number,
): number {
  const literals = to - from;
  const literalCode = Math.min(literals, 15);
  const extra = matchLength - MIN_MATCH;
  const matchCode = distance === 0 ? 0 : Math.min(extra, 15);
  out[at] = (literalCode << 4) | matchCode;
  let end = at + 1;
  if (literalCode === 15) end = writeLength(out, end, literals - 15);
  if (literals < 64) for (let index = from; index < to; index++) out[end++] = input[index]!;
  else {
    out.set(input.subarray(from, to), end);
    end += literals;
  }
  if (distance === 0) return end;
  out[end++] = distance & 255;
  out[end++] = distance >> 8;
  if (matchCode === 15) end = writeLength(out, end, extra - 15);
  return end;
}

/** Compresses one block greedily into `out` at `at`; returns the end. */
function compressBlock(input: Uint8Array, out: Uint8Array, at: number): number {
  table.fill(-1);
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const matchLimit = input.length - NO_MATCH_TAIL;
  let to = at;
  let anchor = 0;
  let from = 0;
  let misses = 0;
  while (from < matchLimit) {
    const word = view.getUint32(from, true);
    const slot = Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
    const candidate = table[slot]!;
    table[slot] = from;
    if (
      candidate < 0 ||
      from - candidate > MAX_DISTANCE ||
      view.getUint32(candidate, true) !== word
    ) {
      // The steps grow while nothing matches, so incompressible data costs little.
      from += 1 + (misses++ >> 6);
      continue;
    }
    misses = 0;
    let length = MIN_MATCH;
    const limit = input.length - LAST_LITERALS - from;
    while (length < limit && input[candidate + length] === input[from + length]) length++;
    to = writeSequence(out, to, input, anchor, from, from - candidate, length);
    from += length;
    anchor = from;
  }
  return writeSequence(out, to, input, anchor, input.length, 0, 0);
}

/** Packs `input` into one LZ4 frame. */
export function compressLz4Frame(input: Uint8Array): Uint8Array {
  const blocks = Math.ceil(input.length / BLOCK_BYTES);
  const bound = 15 + 4 + blocks * 4 + input.length + Math.ceil(input.length / 255) + 16 * blocks;
  const out = new Uint8Array(bound);
  const view = new DataView(out.buffer);
  view.setUint32(0, 0x184d2204, true);
  out[4] = 0b0110_1000; // version 1, independent blocks, content size present
  out[5] = 0b0111_0000; // blocks of at most 4 MiB
  view.setUint32(6, input.length, true);
  view.setUint32(10, 0, true);
  out[14] = (headerChecksum(out, 4, 14) >> 8) & 255;
  let at = 15;
  for (let from = 0; from < input.length; from += BLOCK_BYTES) {
    const block = input.subarray(from, from + BLOCK_BYTES);
    const end = compressBlock(block, out, at + 4);
    let size = end - (at + 4);
    if (size >= block.length) {
      out.set(block, at + 4);
      size = block.length;
      view.setUint32(at, (size | 0x80000000) >>> 0, true);
    } else {
      view.setUint32(at, size, true);
    }
    at += 4 + size;
  }
  view.setUint32(at, 0, true);
  return out.slice(0, at + 4);
}
