import cryptoModule from 'node:crypto';
import { virtualUnixMs } from './date.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import type { Holder } from './tickets.js';
import type { VirtualWorld } from './virtual_world.js';

type ErrorFirst<T> = (error: Error | null, value?: T) => void;
type Bytes = ArrayBufferView | ArrayBuffer | SharedArrayBuffer;

/**
 * `Math.random` and the random functions of `crypto`, drawn from the world's seeded stream.
 * Each crypto function first calls the real one, which checks the arguments as Node does.
 */
export function patchRandom(patches: Patches, world: VirtualWorld, holder: Holder): void {
  patches.methods(Math, { random: () => world.random() });

  const defer = <T>(what: string, callback: ErrorFirst<T>, value: T) => {
    const settle = holder.hold(what);
    settle(() => callback(null, value));
  };
  const randomUUID = (options?: { disableEntropyCache?: boolean }): string => {
    real.crypto.randomUUID(options);
    return seededUuid(world);
  };
  patches.methods(cryptoModule, {
    randomUUID,
    randomUUIDv7: () => seededUuid(world, virtualUnixMs(world)()),
    randomBytes(size: number, callback?: ErrorFirst<Buffer>): Buffer | undefined {
      if (callback !== undefined && typeof callback !== 'function') {
        real.crypto.randomBytes(size, callback);
      }
      const bytes = real.crypto.randomBytes(size);
      fill(world, bytes);
      if (callback === undefined) return bytes;
      defer('crypto.randomBytes', callback, bytes);
      return undefined;
    },
    randomFillSync(buffer: Bytes, offset?: number, size?: number): Bytes {
      real.crypto.randomFillSync(buffer as NodeJS.ArrayBufferView, offset, size);
      fill(world, selection(buffer, offset, size));
      return buffer;
    },
    randomFill(buffer: Bytes, ...rest: unknown[]): void {
      const callback = rest.pop() as ErrorFirst<Bytes>;
      const [offset, size] = rest as [number?, number?];
      if (typeof callback !== 'function') {
        real.crypto.randomFill(buffer as NodeJS.ArrayBufferView, callback);
      }
      real.crypto.randomFillSync(buffer as NodeJS.ArrayBufferView, offset, size);
      fill(world, selection(buffer, offset, size));
      defer('crypto.randomFill', callback, buffer);
    },
    randomInt(...parts: unknown[]): number | undefined {
      const callback = typeof parts.at(-1) === 'function' ? parts.pop() : undefined;
      const [low, high] = (parts.length > 1 ? parts : [0, parts[0]]) as [number, number];
      real.crypto.randomInt(low, high);
      const value = low + uniformBelow(world, high - low);
      if (callback === undefined) return value;
      defer('crypto.randomInt', callback as ErrorFirst<number>, value);
      return undefined;
    },
  });
  // Older names, which Node creates on the first read.
  for (const name of ['prng', 'pseudoRandomBytes', 'rng']) {
    patches.value(cryptoModule, name, cryptoModule.randomBytes);
  }
  patchWebCrypto(patches, world, randomUUID);
}

function patchWebCrypto(patches: Patches, world: VirtualWorld, randomUUID: () => string): void {
  const { webcrypto } = cryptoModule;
  const realGetRandomValues = webcrypto.getRandomValues.bind(webcrypto);
  const getRandomValues = (array: NodeJS.TypedArray): NodeJS.TypedArray => {
    realGetRandomValues(array as Uint8Array<ArrayBuffer>);
    fill(world, selection(array));
    return array;
  };
  // The prototype, because `webcrypto`, `globalThis.crypto` and `crypto.getRandomValues` all lead
  // there.
  patches.methods(Object.getPrototypeOf(webcrypto) as object, { getRandomValues, randomUUID });
}

function selection(buffer: Bytes, offset = 0, size?: number): Uint8Array {
  if (!ArrayBuffer.isView(buffer)) return new Uint8Array(buffer, offset, size);
  const unit = (buffer as NodeJS.TypedArray).BYTES_PER_ELEMENT ?? 1;
  const start = buffer.byteOffset + offset * unit;
  const length = size === undefined ? buffer.byteLength - offset * unit : size * unit;
  return new Uint8Array(buffer.buffer, start, length);
}

/** Little-endian words of the stream; the same bytes on every machine. */
function fill(world: VirtualWorld, bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i += 4) {
    const word = world.randomUint32();
    const end = Math.min(i + 4, bytes.length);
    for (let j = i; j < end; j += 1) bytes[j] = word >>> (8 * (j - i));
  }
}

/** Unbiased integer in [0, range), range < 2^48, by rejection. */
function uniformBelow(world: VirtualWorld, range: number): number {
  const span = 2 ** 48;
  const limit = span - (span % range);
  for (;;) {
    const draw = world.randomUint32() * 2 ** 16 + (world.randomUint32() >>> 16);
    if (draw < limit) return draw % range;
  }
}

/** RFC 9562 UUID from the stream: version 4, or version 7 of this time in ms. */
function seededUuid(world: VirtualWorld, unixMs?: number): string {
  const bytes = Buffer.alloc(16);
  fill(world, bytes);
  if (unixMs !== undefined) bytes.writeUIntBE(unixMs, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | (unixMs === undefined ? 0x40 : 0x70);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [8, 12, 16, 20, 32]
    .map((end, i, ends) => hex.slice(i === 0 ? 0 : ends[i - 1], end))
    .join('-');
}
