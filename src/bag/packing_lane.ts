import { ChunkPacker, PACKING_LEVEL, type PackedChunk } from './chunk_packer.js';
import { PackingSlot } from './packing_slot.js';
import type { SecondPacker } from './second_packer.js';

/** Chunks of a file that may be open or wait to be written, at least: one is filled while one is packed, and one waits. */
const LEAST_SLOTS = 3;
/** While a large chunk of another file is packed, so many bytes of small ones may wait. */
const SLOT_BYTES = 2 << 20;
const MOST_SLOTS = 8;
/** Space for the last message of a chunk. */
const LAST_MESSAGE_BYTES = 65_536;

/** Receives a packed chunk. */
export type PackedSink = (chunk: PackedChunk) => void;

/**
 * The chunks of one file on their way to {@link SecondPacker} and back, in order. The lane holds at most three chunks, or
 * 2 MB of smaller ones; a writer that is faster packs one of them itself, or waits for the one being packed.
 */
export class PackingLane {
  readonly #owner: SecondPacker;
  readonly #capacity: number;
  readonly #count: number;
  readonly #packer = new ChunkPacker();
  #slots: PackingSlot[] = [];
  /** Chunks that were offered and are not written yet, oldest first. */
  readonly #waiting: PackingSlot[] = [];

  constructor(owner: SecondPacker, chunkBytes: number) {
    this.#owner = owner;
    this.#capacity = chunkBytes + LAST_MESSAGE_BYTES;
    this.#count = Math.min(MOST_SLOTS, Math.max(LEAST_SLOTS, Math.floor(SLOT_BYTES / chunkBytes)));
  }

  /** Makes the memory that is shared with the thread. */
  open(): readonly PackingSlot[] {
    this.#slots = Array.from({ length: this.#count }, () => new PackingSlot(this.#capacity));
    return this.#slots;
  }

  /**
   * Hands on the chunk that is in this memory.
   *
   * @param unfolded - bytes of the records if they are folded; 0: they are not
   * @returns false if the memory did not come from `memory`
   */
  offer(memory: Uint8Array, length: number, unfolded: number): boolean {
    const slot = this.#slots.find(({ plain }) => plain === memory);
    if (slot === undefined || !this.#owner.isUsable) return false;
    this.#waiting.push(slot);
    this.#owner.offer(slot, length, unfolded);
    return true;
  }

  /** Records that the writer has packed a chunk itself. */
  notePacked(bytes: number): void {
    this.#owner.notePacked(bytes);
  }

  /**
   * Memory for the next chunk; undefined means the writer's own. First passes to `write` what the thread has
   * packed, and waits for the oldest chunk if all memory is in use.
   */
  memory(write: PackedSink): Uint8Array | undefined {
    while (this.#waiting[0]?.isAnswered === true) this.#writeOldest(write);
    if (!this.#owner.isUsable) return undefined;
    if (this.#waiting.length === this.#count) this.#writeOldest(write);
    return this.#slots.find(({ isFree }) => isFree)?.plain;
  }

  /** Passes everything that was offered to `write`. */
  drain(write: PackedSink): void {
    while (this.#waiting.length > 0) this.#writeOldest(write);
  }

  #writeOldest(write: PackedSink): void {
    const slot = this.#waiting.shift()!;
    const chunk =
      this.#await(slot) ?? this.#packer.pack(slot.records, slot.unfolded, 'zstd', PACKING_LEVEL);
    try {
      write(chunk);
    } finally {
      slot.free();
    }
  }

  /** The chunk as the thread packed it; undefined if the thread has not packed it and will not. */
  #await(slot: PackingSlot): PackedChunk | undefined {
    if (slot.claim()) return undefined;
    if (!slot.wait(this.#owner.patience)) this.#owner.close();
    return slot.answered;
  }
}
