/** Returns `length` bytes from `offset`; all reads together need fewer than `size` bytes. */
export type ReadBytes = (offset: number, length: number) => Uint8Array;

/** What the headers of zstd data state. */
export interface ZstdExtent {
  /** Bytes of its content; an upper bound from the blocks where a header does not state it. */
  readonly content: number;
  /** Bytes that a decompressor must remember. */
  readonly window: number;
}

const ZSTD_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const MAX_BLOCK = 128 * 1024;
const MAX_HEADER = 18;

interface Frame extends ZstdExtent {
  readonly end: number;
}

export function isZstd(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && word(bytes, 0) === ZSTD_MAGIC;
}

/**
 * The extent of zstd data (RFC 8878), over all its frames. Reads only headers.
 *
 * @returns `undefined` when the data is not a complete sequence of zstd frames.
 */
export function zstdExtent(read: ReadBytes, size: number): ZstdExtent | undefined {
  let content = 0;
  let window = 0;
  let offset = 0;
  while (offset < size) {
    if (offset + 8 > size) return undefined;
    const head = read(offset, 8);
    const magic = word(head, 0);
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE_MAGIC) {
      offset += 8 + word(head, 4);
      continue;
    }
    const frame = magic === ZSTD_MAGIC ? frameAt(read, offset, size) : undefined;
    if (frame === undefined) return undefined;
    content += frame.content;
    window = Math.max(window, frame.window);
    offset = frame.end;
  }
  return offset === size && content <= Number.MAX_SAFE_INTEGER ? { content, window } : undefined;
}

function frameAt(read: ReadBytes, start: number, size: number): Frame | undefined {
  const head = read(start, Math.min(MAX_HEADER, size - start));
  const descriptor = head[4]!;
  const single = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? (single ? 1 : 0) : 1 << sizeFlag;
  const at = 5 + (single ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  if (start + at + sizeBytes + 3 > size) return undefined;
  const stated = contentSize(head, at, sizeBytes);
  const hasChecksum = (descriptor & 4) !== 0;
  const blocks = blocksFrom(read, start + at + sizeBytes, size);
  const end = blocks === undefined ? size + 1 : blocks.end + (hasChecksum ? 4 : 0);
  // A header may promise more than its blocks can hold; no memory is allocated for such a claim.
  if (blocks === undefined || end > size || stated > blocks.bound) return undefined;
  const content = stated < 0 ? blocks.bound : stated;
  return { content, window: single ? content : windowSize(head[5]!), end };
}

/** Where the blocks end, and how much they hold at most. */
function blocksFrom(
  read: ReadBytes,
  start: number,
  size: number,
): { end: number; bound: number } | undefined {
  let end = start;
  let bound = 0;
  for (let last = false; !last; ) {
    if (end + 3 > size) return undefined;
    const block = read(end, 3);
    const header = block[0]! | (block[1]! << 8) | (block[2]! << 16);
    last = (header & 1) === 1;
    const type = (header >> 1) & 3;
    const length = header >> 3;
    bound += type === 2 ? MAX_BLOCK : length;
    end += 3 + (type === 1 ? 1 : length);
  }
  return { end, bound };
}

/** The size that a frame header states; -1: none. */
function contentSize(head: Uint8Array, at: number, length: number): number {
  if (length === 0) return -1;
  if (length === 1) return head[at]!;
  if (length === 2) return (head[at]! | (head[at + 1]! << 8)) + 256;
  return word(head, at) + (length === 8 ? word(head, at + 4) * 2 ** 32 : 0);
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function word(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
  );
}
