/**
 * Room `packages`: third-party packages that few runs need; each is loaded when it is first needed. Together they
 * take longer to load than Orrery.
 *
 * Imports no room.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let around: <T>(load: () => T) => T = (load) => load();

/** Packages are loaded within this function, because programs may have replaced what loads modules. */
export function loadWithin(wrap: typeof around): void {
  around = wrap;
}

/** Reads and writes YAML. */
export const yaml = once<typeof import('yaml')>('yaml');

/** Reads XML. */
export const saxes = once<typeof import('saxes')>('saxes');

/** Decompresses streams of zstd. */
export const fzstd = once<typeof import('fzstd')>('fzstd');

/** zstd as WebAssembly; wait for `isLoaded` before the first call. */
export const wasmZstd = once<typeof import('@foxglove/wasm-zstd')>('@foxglove/wasm-zstd');

/** LZ4 as WebAssembly, which can only decompress; wait for `isLoaded` before the first call. */
export const wasmLz4 = once<WasmLz4>('@foxglove/wasm-lz4');

/** Rigid bodies as WebAssembly, with the same bits on every machine; wait for `init()` first. */
export const rapier = once<typeof import('@dimforge/rapier3d-deterministic-compat')>(
  '@dimforge/rapier3d-deterministic-compat',
);

/** Job queues on a Redis server; optional. */
export const bullmq = once<typeof import('bullmq')>('bullmq');

/** A client of Redis; optional. */
export const ioredis = once<typeof import('ioredis')>('ioredis');

/**
 * Observables of the simulated process that asks, which may have loaded `rxjs` itself. This loads one module,
 * because the whole package takes longer to load than the whole client.
 */
export function rxjsSubject(): typeof import('rxjs/internal/Subject') {
  return around(() => require('rxjs/internal/Subject') as typeof import('rxjs/internal/Subject'));
}

interface WasmLz4 {
  (source: Uint8Array, size: number): Uint8Array;
  readonly isLoaded: Promise<boolean>;
}

/** Loads a package once for all simulated processes; in a run, `require` itself keeps modules per simulated process. */
function once<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => {
    loaded ??= around(() => require(name) as Package);
    return loaded;
  };
}
