/** What passes between a run's thread (`run_worker.ts`) and the thread that started it. */
import type { SharedPacking } from '../bag/index.js';
import type { RunConfig } from '../system/index.js';

/** What the thread receives at its start. */
export interface RunWorkerData {
  readonly config: RunConfig;
  readonly control: SharedArrayBuffer;
  /** Whether the thread may ask for the standard input of the process. */
  readonly asksInput: boolean;
  /** Whether the thread may request a second one that packs its recordings. */
  readonly asksPacking: boolean;
}

/** What the thread shares with the packing thread that is to be started. */
export interface PackingRequest {
  readonly packing: SharedPacking;
}

/** A piece of text that a program has printed. */
export interface PrintedPiece {
  readonly stream: 'stdout' | 'stderr';
  readonly chunk: Uint8Array | string;
  readonly encoding: BufferEncoding;
}
