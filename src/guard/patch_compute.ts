import crypto from 'node:crypto';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { Holds } from './holds.js';
import type { Patches } from './patches.js';
import type { Holder } from './tickets.js';

const ZLIB = (
  'brotliCompress brotliDecompress deflate deflateRaw gunzip gzip inflate inflateRaw unzip ' +
  'zstdCompress zstdDecompress'
).split(' ');
const CRYPTO = (
  'argon2 checkPrime decapsulate diffieHellman encapsulate generateKey generateKeyPair ' +
  'generatePrime hkdf pbkdf2 scrypt sign verify'
).split(' ');
const SUBTLE = (
  'decapsulateBits decapsulateKey decrypt deriveBits deriveKey digest encapsulateBits ' +
  'encapsulateKey encrypt exportKey getPublicKey importKey sign unwrapKey verify wrapKey'
).split(' ');
const WEB_ASSEMBLY = 'compile instantiate compileStreaming instantiateStreaming'.split(' ');

/** Work on Node's thread pool (zlib, crypto, WebAssembly) holds time. */
export function patchCompute(patches: Patches, holder: Holder): void {
  const holds = new Holds(patches, holder);
  holds.callbacks(zlib, ZLIB, 'zlib.');
  holds.callbacks(crypto, CRYPTO, 'crypto.');
  const subtle = Object.getPrototypeOf(crypto.webcrypto.subtle) as object;
  holds.promises(subtle, [...SUBTLE, 'generateKey'], 'crypto.subtle.');
  // Node's `fetch` compiles its parser of HTTP when it is first used.
  const webAssembly = Reflect.get(globalThis, 'WebAssembly') as object | undefined;
  // Without a compiler (`node --jitless`) there is none.
  if (webAssembly !== undefined) holds.allPromises(webAssembly, WEB_ASSEMBLY, 'WebAssembly.');
  compressInPlace(patches);
}

/** Internal members of Node's zlib streams; stable since Node 10. */
interface ZlibStream extends Transform {
  readonly _defaultFlushFlag: number;
  readonly _finishFlushFlag: number;
  readonly _chunkSize: number;
  /** [free output, unused input] after a write, in bytes. */
  readonly _writeState: Uint32Array;
  readonly _handle: { writeSync(...values: unknown[]): void } | null;
  _outBuffer: Buffer;
  _outOffset: number;
}
type FlushChunk = Buffer & Record<symbol, unknown>;

/** zlib streams work on the calling thread, so their pieces arrive in one order. */
function compressInPlace(patches: Patches): void {
  const base = Object.getPrototypeOf(Object.getPrototypeOf(zlib.Gzip.prototype)) as object;
  patches.methods(base, {
    _transform(this: ZlibStream, chunk: FlushChunk, _encoding: string, done: () => void) {
      // `flush()` marks an empty chunk with a private symbol of Node.
      const mark = Object.getOwnPropertySymbols(chunk).find((s) => s.description === 'kFlushFlag');
      const last = this.writableEnded && this.writableLength === chunk.byteLength;
      const flag = mark === undefined ? this._defaultFlushFlag : (chunk[mark] as number);
      // An error has destroyed the stream already.
      if (writeAll(this, chunk, last ? this._finishFlushFlag : flag)) done();
    },
  });
}

/** Writes `chunk` through `stream` and pushes the output; false if that failed. */
function writeAll(stream: ZlibStream, chunk: Buffer, flag: number): boolean {
  let unused = chunk.byteLength;
  for (;;) {
    if (stream._handle === null) return false;
    const free = stream._chunkSize - stream._outOffset;
    const offset = chunk.byteLength - unused;
    stream._handle.writeSync(
      flag,
      chunk,
      offset,
      unused,
      stream._outBuffer,
      stream._outOffset,
      free,
    );
    if (stream.destroyed) return false;
    const [freeAfter = 0, unusedAfter = 0] = stream._writeState;
    const end = stream._outOffset + free - freeAfter;
    if (end > stream._outOffset) stream.push(stream._outBuffer.subarray(stream._outOffset, end));
    stream._outOffset = end;
    if (end >= stream._chunkSize) {
      stream._outBuffer = Buffer.alloc(stream._chunkSize);
      stream._outOffset = 0;
    }
    unused = unusedAfter;
    if (freeAfter > 0) break;
  }
  // Free output but unused input: the compressed data ended before the input did.
  if (unused > 0) stream.push(null);
  return true;
}
