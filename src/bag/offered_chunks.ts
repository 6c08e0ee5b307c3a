import { ChunkPacker, PACKING_LEVEL } from './chunk_packer.js';
import { PackingFile } from './packing_file.js';
import { PackingSlot, type SharedPacking, SIGNAL } from './packing_slot.js';

/** The chunks that a recording thread offers, as the thread sees them that packs and writes them. */
export class OfferedChunks {
  readonly #signal: Int32Array;
  readonly #slots: readonly PackingSlot[];
  readonly #files: readonly (PackingFile | undefined)[];
  readonly #packer = new ChunkPacker();

  constructor({ signal, slots, files }: SharedPacking) {
    this.#signal = signal;
    this.#slots = slots.map((shared) => new PackingSlot(shared));
    this.#files = files.map((file) => file && new PackingFile(file));
  }

  /** Whether the recording thread goes on without this one. */
  get isOver(): boolean {
    return Atomics.load(this.#signal, SIGNAL.stop) !== 0;
  }

  /** Packs the chunk that was offered first; false if there is none. */
  packNext(): boolean {
    const slot = this.#first();
    if (slot === undefined) return false;
    if (slot.claim()) this.#pack(slot);
    return true;
  }

  #first(): PackingSlot | undefined {
    let first: PackingSlot | undefined;
    for (const slot of this.#slots) {
      if (slot.isReady && (first === undefined || slot.order < first.order)) first = slot;
    }
    return first;
  }

  #pack(slot: PackingSlot): void {
    try {
      const chunk = this.#packer.pack(slot.records, slot.tabular, 'zstd', PACKING_LEVEL);
      // If this took so long that the recording thread has given up, it writes the chunk itself.
      const mayWrite = slot.canAnswer(chunk) && !this.isOver;
      const isWritten = mayWrite && this.#files[slot.lane]?.write(chunk, slot.turn) === true;
      slot.answer(chunk, isWritten);
    } catch {
      // The recording thread packs the chunk itself and reports the error.
      slot.answer(undefined, false);
    }
  }

  /** Packs until there is nothing to pack, and sleeps until there is again; returns when it is over. */
  packUntilOver(): void {
    while (!this.isOver) {
      const seen = Atomics.load(this.#signal, SIGNAL.offers);
      if (!this.packNext()) Atomics.wait(this.#signal, SIGNAL.offers, seen);
    }
  }
}
