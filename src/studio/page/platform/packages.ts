/** Room `packages` in the page: only decompression, without WebAssembly. */
import { decompress } from 'fzstd';
import * as yamlPackage from 'yaml';

export const wasmZstd = () => ({
  isLoaded: Promise.resolve(true),
  decompress: (bytes: Uint8Array, size: number) => decompress(bytes, new Uint8Array(size)),
});

/** The callers fall back to Orrery's own decompression. */
function noWebAssembly(): never {
  throw new Error('The page has no WebAssembly.');
}

export const wasmLz4 = () => Object.assign(noWebAssembly, { isLoaded: Promise.resolve(true) });

export const fzstd = () => ({ decompress });
export const yaml = () => yamlPackage;
export const saxes = () => undefined;
export const rxjsSubject = () => undefined;
/** A page only shows runs, so it needs no physics engine. */
export const rapier = noWebAssembly;
