/** Room `packages` in the page: decompression without WebAssembly, and nothing else. */
import { decompress } from 'fzstd';
import * as yamlPackage from 'yaml';

export const wasmZstd = () => ({
  isLoaded: Promise.resolve(true),
  decompress: (bytes: Uint8Array, size: number) => decompress(bytes, new Uint8Array(size)),
});

/** What fails is decompressed by Orrery's own code. */
function noWebAssembly(): never {
  throw new Error('The page has no WebAssembly.');
}

export const wasmLz4 = () => Object.assign(noWebAssembly, { isLoaded: Promise.resolve(true) });

export const fzstd = () => ({ decompress });
export const yaml = () => yamlPackage;
export const saxes = () => undefined;
export const rxjsSubject = () => undefined;
/** A page shows runs and makes none: nothing in it simulates a physical world. */
export const rapier = noWebAssembly;
