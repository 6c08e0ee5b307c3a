/** The thread that packs chunks for the one that records: see `second_packer.ts`. */
import { workerData } from 'node:worker_threads';
import { ChunkPacker, PACKING_LEVEL } from './chunk_packer.js';
import { loadCompressor } from './compression.js';
import { PackingSlot, type SharedPacking, SIGNAL } from './packing_slot.js';

const { signal, slots } = workerData as SharedPacking;
const all = slots.map((shared) => new PackingSlot(shared));
const packer = new ChunkPacker();

/** The chunk that was offered first. */
function next(): PackingSlot | undefined {
  let first: PackingSlot | undefined;
  for (const slot of all) {
    if (slot.isReady && (first === undefined || slot.order < first.order)) first = slot;
  }
  return first;
}

function pack(slot: PackingSlot): void {
  try {
    slot.answer(packer.pack(slot.records, slot.tabular, 'zstd', PACKING_LEVEL));
  } catch {
    // The recording thread packs the chunk itself and reports the error.
    slot.answer(undefined);
  }
}

function packUntilStopped(): void {
  while (Atomics.load(signal, SIGNAL.stop) === 0) {
    const seen = Atomics.load(signal, SIGNAL.offers);
    const slot = next();
    if (slot === undefined) Atomics.wait(signal, SIGNAL.offers, seen);
    else if (slot.claim()) pack(slot);
  }
}

// Not awaited at the top level: V8 aborts the process if it exits just as such a module starts.
void loadCompressor().then(packUntilStopped);
