/** The thread that packs chunks for the one that records: see `second_packer.ts`. */
import { workerData } from 'node:worker_threads';
import { ChunkPacker, PACKING_LEVEL } from './chunk_packer.js';
import { loadCompressor } from './compression.js';
import { PackingSlot, type SharedPacking, SIGNAL } from './packing_slot.js';

/**
 * While chunks come, the thread looks for the next one this often. To wake it for each took the thread that records a
 * tenth of its time on a virtual machine.
 */
const NAP_MS = 0.5;
/** After so many naps without a chunk it sleeps until it is woken. */
const MOST_NAPS = 100;

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
    slot.answer(packer.pack(slot.records, 'zstd', PACKING_LEVEL));
  } catch {
    // The other thread tries it, and says what is wrong.
    slot.answer(undefined);
  }
}

/** Sleeps until there has been an offer after the one that was `seen`. */
function sleep(seen: number): void {
  Atomics.store(signal, SIGNAL.sleeps, 1);
  Atomics.wait(signal, SIGNAL.offers, seen);
  Atomics.store(signal, SIGNAL.sleeps, 0);
}

await loadCompressor();
let naps = 0;
while (Atomics.load(signal, SIGNAL.stop) === 0) {
  const seen = Atomics.load(signal, SIGNAL.offers);
  const slot = next();
  if (slot === undefined) {
    if (++naps > MOST_NAPS) sleep(seen);
    else Atomics.wait(signal, SIGNAL.offers, seen, NAP_MS);
  } else if (slot.claim()) {
    pack(slot);
    naps = 0;
  }
}
