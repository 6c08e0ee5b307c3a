import type { ChunkCompression } from './compression.js';
import type { PackingLane } from './packing_lane.js';

/** How one MCAP file is written. */
export interface McapWriterOptions {
  readonly library: string;
  readonly compression: ChunkCompression;
  /** zstd level. */
  readonly compressionLevel: number;
  /** A chunk is closed when its records reach this size. */
  readonly chunkBytes: number;
  /** A second thread that packs chunks, with zstd of level 1. */
  readonly lane?: PackingLane | undefined;
}
