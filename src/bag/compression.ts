import * as zlib from 'node:zlib';
import decompressLz4Wasm from '@foxglove/wasm-lz4';
import * as zstdWasm from '@foxglove/wasm-zstd';
import { bagError } from './bag_error.js';
import { decompressLz4Frames } from './lz4_reader.js';
import { compressLz4Frame } from './lz4_writer.js';

/** Names of chunk compressions as MCAP spells them; `''` is none. */
export type ChunkCompression = '' | 'lz4' | 'zstd';

/** No single chunk, message or compressed file may unpack to more than this. */
export const MAX_UNPACKED_BYTES = 1 << 30;

const ZSTD_MAGIC = 0xfd2fb528;
/** A zstd block of 4 bytes (run-length) gives at most 128 KiB: nothing expands more than this. */
const ZSTD_MAX_RATIO = 32_768;
const ZSTD_MAX_BLOCK = 128 * 1024;
const LZ4_MAX_RATIO = 255;

let loaded: Promise<void> | undefined;

/** Resolves when compressed data can be read and written; everything after is synchronous. */
export function loadCompression(): Promise<void> {
  loaded ??= Promise.all([zstdWasm.isLoaded, decompressLz4Wasm.isLoaded]).then(() => undefined);
  return loaded;
}

export function isZstd(bytes: Uint8Array): boolean {
  return (
    bytes.length >= 4 &&
    (bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16) | (bytes[3]! << 24)) >>> 0 === ZSTD_MAGIC
  );
}

/**
 * Size of the content of zstd data (RFC 8878): the sum over all frames of what the frame header
 * says, or an upper bound from the block count where a header does not say. Reads only headers.
 *
 * @returns `undefined` when the data is not a complete sequence of zstd frames.
 */
export function zstdContentSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  let offset = 0;
  while (offset < bytes.length) {
    if (offset + 8 > bytes.length) return undefined;
    const magic = view.getUint32(offset, true);
    if ((magic & 0xfffffff0) >>> 0 === 0x184d2a50) {
      offset += 8 + view.getUint32(offset + 4, true);
      continue;
    }
    if (magic !== ZSTD_MAGIC) return undefined;
    const frame = zstdFrame(view, offset);
    if (frame === undefined) return undefined;
    total += frame.content;
    offset = frame.end;
  }
  return offset === bytes.length && total <= Number.MAX_SAFE_INTEGER ? total : undefined;
}

/** Walks over one frame. */
function zstdFrame(view: DataView, start: number): { content: number; end: number } | undefined {
  const descriptor = view.getUint8(start + 4);
  const single = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? (single ? 1 : 0) : 1 << sizeFlag;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  let offset = start + 5 + (single ? 0 : 1) + dictionaryBytes;
  if (offset + sizeBytes + 3 > view.byteLength) return undefined;
  let content = -1;
  if (sizeBytes === 1) content = view.getUint8(offset);
  else if (sizeBytes === 2) content = view.getUint16(offset, true) + 256;
  else if (sizeBytes === 4) content = view.getUint32(offset, true);
  else if (sizeBytes === 8) content = Number(view.getBigUint64(offset, true));
  offset += sizeBytes;
  let bound = 0;
  for (let last = false; !last; ) {
    if (offset + 3 > view.byteLength) return undefined;
    const header = view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
    last = (header & 1) === 1;
    const type = (header >> 1) & 3;
    const size = header >> 3;
    bound += type === 2 ? ZSTD_MAX_BLOCK : size;
    offset += 3 + (type === 1 ? 1 : size);
  }
  offset += (descriptor & 4) !== 0 ? 4 : 0;
  if (offset > view.byteLength) return undefined;
  // A header that promises more than its blocks can hold is a lie that must not be allocated.
  if (content > bound) return undefined;
  return { content: content < 0 ? bound : content, end: offset };
}

/**
 * Always by the same WebAssembly code: Node's own zstd (since 22.15) ignores all frames after the
 * first and accepts truncated ones, and results must not depend on the version of Node.
 */
function unpackZstd(bytes: Uint8Array, size: number): Uint8Array {
  return zstdWasm.decompress(bytes, Math.max(1, size));
}

let lz4WasmUsable = true;

/**
 * The WebAssembly decompressor is fast, but after one damaged frame it fails on every later one.
 * So it is used until it fails for the first time; our own decoder then decides, from then on alone.
 */
function unpackLz4(bytes: Uint8Array, size: number): Uint8Array {
  if (lz4WasmUsable) {
    try {
      const unpacked = decompressLz4Wasm(bytes, Math.max(1, size));
      if (unpacked.length === size) return unpacked;
    } catch {
      // Our own decoder says below what is wrong, if anything is.
    }
    lz4WasmUsable = false;
  }
  return decompressLz4Frames(bytes, size);
}

function checkUnpackedSize(
  size: number,
  packed: number,
  ratio: number,
  file: string,
  offset: number,
) {
  if (size > MAX_UNPACKED_BYTES) {
    const message =
      `a compressed part claims to hold ${size} bytes; the limit is ${MAX_UNPACKED_BYTES}. ` +
      'Decompress the file with another tool first.';
    throw bagError('ORR_BAG_TOO_LARGE', message, { file, offset });
  }
  if (size > packed * ratio) {
    const message = `${packed} compressed bytes cannot hold the ${size} bytes that are claimed.`;
    throw bagError('ORR_BAG_CORRUPT', message, { file, offset });
  }
}

function cannotDecompress(name: string, file: string, offset: number, cause?: unknown): Error {
  const message = `the ${name} data cannot be decompressed; it is damaged.`;
  return bagError('ORR_BAG_COMPRESSION', message, { file, offset }, cause);
}

/**
 * Unpacks an MCAP chunk.
 *
 * @throws OrreryError `ORR_BAG_COMPRESSION` (unknown or damaged), `ORR_BAG_TOO_LARGE`,
 *   `ORR_BAG_CORRUPT` (sizes that contradict each other); nothing is allocated for a false claim.
 */
export function decompressChunk(
  compression: string,
  bytes: Uint8Array,
  size: number,
  file: string,
  offset: number,
): Uint8Array {
  if (compression === '') {
    if (bytes.length === size) return bytes;
    const message = `a chunk of ${bytes.length} bytes claims to hold ${size}.`;
    throw bagError('ORR_BAG_CORRUPT', message, { file, offset });
  }
  if (compression !== 'zstd' && compression !== 'lz4') {
    const message = `unknown chunk compression '${compression.slice(0, 40)}'; known are zstd, lz4 and none.`;
    throw bagError('ORR_BAG_COMPRESSION', message, { file, offset });
  }
  const ratio = compression === 'zstd' ? ZSTD_MAX_RATIO : LZ4_MAX_RATIO;
  checkUnpackedSize(size, bytes.length, ratio, file, offset);
  if (compression === 'zstd') {
    const content = zstdContentSize(bytes);
    if (content === undefined || content < size) throw cannotDecompress('zstd', file, offset);
  }
  let unpacked: Uint8Array;
  try {
    unpacked = compression === 'zstd' ? unpackZstd(bytes, size) : unpackLz4(bytes, size);
  } catch (error) {
    throw cannotDecompress(compression, file, offset, error);
  }
  if (unpacked.length !== size) throw cannotDecompress(compression, file, offset);
  return unpacked;
}

/** Unpacks a message that was compressed on its own (rosbag2 `compression_mode: MESSAGE`). */
export function decompressMessage(bytes: Uint8Array, file: string, topic: string): Uint8Array {
  const size = isZstd(bytes) ? zstdContentSize(bytes) : undefined;
  if (size === undefined) {
    const message = `a message of ${topic} is not valid zstd data although the bag is compressed by message.`;
    throw bagError('ORR_BAG_COMPRESSION', message, { file, topic });
  }
  checkUnpackedSize(size, bytes.length, ZSTD_MAX_RATIO, file, 0);
  try {
    return unpackZstd(bytes, size);
  } catch (error) {
    throw cannotDecompress('zstd', file, 0, error);
  }
}

/** Unpacks a whole file (rosbag2 `compression_mode: FILE`). */
export function decompressFile(
  bytes: Uint8Array,
  size: number | undefined,
  file: string,
): Uint8Array {
  if (size === undefined) throw cannotDecompress('zstd', file, 0);
  checkUnpackedSize(size, bytes.length, ZSTD_MAX_RATIO, file, 0);
  try {
    return unpackZstd(bytes, size);
  } catch (error) {
    throw cannotDecompress('zstd', file, 0, error);
  }
}

/** Packs a chunk; the same bytes on every machine and Node version. */
export function compressChunk(
  compression: ChunkCompression,
  bytes: Uint8Array,
  level: number,
): Uint8Array {
  if (compression === 'zstd') return zstdWasm.compress(bytes, level);
  if (compression === 'lz4') return compressLz4Frame(bytes);
  return bytes;
}

/** CRC-32 as zlib and MCAP use it. */
export const crc32: (bytes: Uint8Array, value?: number) => number = zlib.crc32;
