import * as zlib from 'node:zlib';
import { wasmLz4, wasmZstd } from '../packages/index.js';
import { bagError } from './bag_error.js';
import { compressLz4Frame } from './compress_lz4_frame.js';
import { decompressLz4Frames } from './decompress_lz4_frames.js';
import { isZstd, zstdExtent } from './zstd_extent.js';

/** Names of chunk compressions as MCAP spells them; `''` is none. */
export type ChunkCompression = '' | 'lz4' | 'zstd';

/** No single chunk, message or compressed file may unpack to more than this. */
export const MAX_UNPACKED_BYTES = 1 << 30;

/** A zstd block of 4 bytes (run-length) gives at most 128 KiB: nothing expands more than this. */
const ZSTD_MAX_RATIO = 32_768;
const LZ4_MAX_RATIO = 255;

let compressor: Promise<void> | undefined;
let decompressors: Promise<void> | undefined;

/** Node without a compiler (`--jitless`) has no WebAssembly. */
export const canCompress = 'WebAssembly' in globalThis;

/** Resolves when data can be compressed; everything after is synchronous. LZ4 is compressed without WebAssembly. */
export function loadCompressor(): Promise<void> {
  if (!canCompress) return Promise.resolve();
  compressor ??= wasmZstd().isLoaded.then(() => undefined);
  return compressor;
}

/** Resolves when data can be compressed and decompressed; everything after is synchronous. */
export function loadCompression(): Promise<void> {
  if (!canCompress) return Promise.resolve();
  decompressors ??= Promise.all([loadCompressor(), wasmLz4().isLoaded]).then(() => undefined);
  return decompressors;
}

/**
 * Always by the same WebAssembly code: Node's own zstd (since 22.15) ignores all frames after the
 * first and accepts truncated ones, and results must not depend on the version of Node.
 */
function unpackZstd(bytes: Uint8Array, size: number): Uint8Array {
  if (!canCompress) throw needsWebAssembly();
  return wasmZstd().decompress(bytes, Math.max(1, size));
}

function needsWebAssembly(): Error {
  const message =
    'zstd needs WebAssembly, which this Node does not have; start it without --jitless and --noexpose-wasm, also in NODE_OPTIONS.';
  return bagError('ORR_BAG_COMPRESSION', message, {});
}

/** The content size of these frames, or its upper bound; undefined if they are incomplete. */
function contentSize(bytes: Uint8Array): number | undefined {
  return zstdExtent((offset, length) => bytes.subarray(offset, offset + length), bytes.length)
    ?.content;
}

let lz4WasmUsable = canCompress;

/**
 * The WebAssembly decompressor is fast, but after one damaged frame it fails on every later one. It
 * is used until its first failure; from then on, only our own decoder is used.
 */
function unpackLz4(bytes: Uint8Array, size: number): Uint8Array {
  if (lz4WasmUsable) {
    try {
      const unpacked = wasmLz4()(bytes, Math.max(1, size));
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
  if (name === 'zstd' && !canCompress) return needsWebAssembly();
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
    const content = contentSize(bytes);
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
  const size = isZstd(bytes) ? contentSize(bytes) : undefined;
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
export function decompressFile(bytes: Uint8Array, size: number, file: string): Uint8Array {
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
  if (compression === 'zstd') return wasmZstd().compress(bytes, level);
  if (compression === 'lz4') return compressLz4Frame(bytes);
  return bytes;
}

/** CRC-32 as zlib and MCAP use it. */
export const crc32: (bytes: Uint8Array, value?: number) => number = zlib.crc32;
