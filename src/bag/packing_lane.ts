import { ChunkPacker, PACKING_LEVEL, type PackedChunk } from './chunk_packer.js';
import { PackingSlot } from './packing_slot.js';
import { SPARE_BYTES } from './record_buffer.js';
import type { SecondPacker } from './second_packer.js';

/** Chunks of a file that may wait to be written, at least: one that is being packed, and two more. */
const LEAST_SLOTS = 3;
/** While a large chunk of another file is packed, so many bytes of small ones may wait. */
const SLOT_BYTES = 2 << 20;
const MOST_SLOTS = 8;

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
    this.#capacity = chunkBytes + SPARE_BYTES;
    this.#count = Math.min(MOST_SLOTS, Math.max(LEAST_SLOTS, Math.floor(SLOT_BYTES / chunkBytes)));
  }

  /** Makes the memory that is shared with the thread. */
  open(): readonly PackingSlot[] {
    this.#slots = Array.from({ length: this.#count }, () => new PackingSlot(this.#capacity));
    return this.#slots;
  }

  /**
   * Hands on a chunk, which is copied. First passes to `write` what the thread has packed, and waits for the oldest chunk if all
   * memory is in use.
   *
   * @param tabular - see {@link ChunkPacker.pack}
   * @returns false if the chunk is too large, or there is no thread
   */
  offer(content: Uint8Array, tabular: number, write: PackedSink): boolean {
    while (this.#waiting[0]?.isAnswered === true) this.#writeOldest(write);
    if (!this.#owner.isUsable || content.length > this.#capacity) return false;
    if (this.#waiting.length === this.#count) this.#writeOldest(write);
    const slot = this.#slots.find(({ isFree }) => isFree);
    if (slot === undefined) return false;
    this.#waiting.push(slot);
    this.#owner.offer(slot, content, tabular);
    return true;
  }

  /** Records that the writer has packed a chunk itself. */
  notePacked(bytes: number): void {
    this.#owner.notePacked(bytes);
  }

  /** Passes everything that was offered to `write`. */
  drain(write: PackedSink): void {
    while (this.#waiting.length > 0) this.#writeOldest(write);
  }

  #writeOldest(write: PackedSink): void {
    const slot = this.#waiting.shift()!;
    const chunk =
      this.#await(slot) ?? this.#packer.pack(slot.records, slot.tabular, 'zstd', PACKING_LEVEL);
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
