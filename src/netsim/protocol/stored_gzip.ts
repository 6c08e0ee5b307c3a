import { crc32 } from 'node:zlib';

/** Header of a gzip member without name, comment and time (RFC 1952). */
const HEADER = 10;
/** Kind of the block, its length, and the complement of the length (RFC 1951, 3.2.4). */
const BLOCK = 5;
/** Checksum and length of the content. */
const TRAILER = 8;
/** The last block of a stream, stored uncompressed. */
const LAST_STORED = 1;

/** The largest content of one block. */
const MAX_STORED = 0xffff;

/** Wraps content as gzip without compressing it, which is far cheaper than a small compression. */
export function storedGzip(content: Uint8Array): Buffer {
  const { length } = content;
  const body = Buffer.alloc(HEADER + BLOCK + length + TRAILER);
  // Magic number, method "deflate", and an unknown system.
  body.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff], 0);
  body[HEADER] = LAST_STORED;
  body.writeUInt16LE(length, HEADER + 1);
  body.writeUInt16LE(length ^ 0xffff, HEADER + 3);
  body.set(content, HEADER + BLOCK);
  body.writeUInt32LE(crc32(content), HEADER + BLOCK + length);
  body.writeUInt32LE(length, HEADER + BLOCK + length + 4);
  return body;
}

/** The content of a result of {@link storedGzip}; undefined for anything else. */
export function readStoredGzip(body: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const length = bytes.length - HEADER - BLOCK - TRAILER;
  if (length < 0 || length > MAX_STORED) return undefined;
  const isPlain = bytes.readUIntBE(0, 4) === 0x1f8b0800 && bytes[HEADER] === LAST_STORED;
  if (!isPlain || bytes.readUInt16LE(HEADER + 1) !== length) return undefined;
  if (bytes.readUInt16LE(HEADER + 3) !== (length ^ 0xffff)) return undefined;
  const content = bytes.subarray(HEADER + BLOCK, HEADER + BLOCK + length);
  const trailer = HEADER + BLOCK + length;
  const isWhole = bytes.readUInt32LE(trailer) === crc32(content);
  return isWhole && bytes.readUInt32LE(trailer + 4) === length ? content : undefined;
}
