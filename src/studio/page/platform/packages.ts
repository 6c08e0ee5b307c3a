/** Room `packages` in the page: decompression without WebAssembly, and nothing else. */
import { decompress } from 'fzstd';
import * as yamlPackage from 'yaml';
import { decompressLz4Frames } from '../../../bag/decompress_lz4_frames.js';

export const wasmZstd = () => ({
  isLoaded: Promise.resolve(true),
  decompress: (bytes: Uint8Array, size: number) => decompress(bytes, new Uint8Array(size)),
});

export const wasmLz4 = () =>
  Object.assign((bytes: Uint8Array, size: number) => decompressLz4Frames(bytes, size), {
    isLoaded: Promise.resolve(true),
  });

export const fzstd = () => ({ decompress });
export const yaml = () => yamlPackage;
export const saxes = () => undefined;
export const rxjsSubject = () => undefined;
