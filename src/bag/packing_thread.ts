/** The thread that packs chunks for the one that records, and writes them: see `second_packer.ts`. */
import { workerData } from 'node:worker_threads';
import { loadCompressor } from './compression.js';
import { OfferedChunks } from './offered_chunks.js';
import type { SharedPacking } from './packing_slot.js';

const chunks = new OfferedChunks(workerData as SharedPacking);

// Not awaited at the top level: V8 aborts the process if it exits just as such a module starts.
void loadCompressor().then(() => chunks.packUntilOver());
