import { ChunkPacker, PACKING_LEVEL } from './chunk_packer.js';
import { FilePlace } from './file_place.js';
import type { FileIdentity } from './output_file.js';
import { type AnsweredChunk, PackingSlot, type SharedFile } from './packing_slot.js';
import { SPARE_BYTES } from './record_buffer.js';
import type { SecondPacker } from './second_packer.js';

/** Chunks of a file that may wait to be written, at least: one that is being packed, and two more. */
const LEAST_SLOTS = 3;
/** While a large chunk of another file is packed, so many bytes of small ones may wait. */
const SLOT_BYTES = 2 << 20;
const MOST_SLOTS = 8;

/** Receives packed chunks. */
export interface PackedSink {
  /** Where the next chunk goes. */
  readonly position: number;
  /** Takes a chunk in, and writes it unless it is written. */
  take(chunk: AnsweredChunk): void;
}

/** What a lane serves. */
export interface LaneOptions {
  /** Its place among the lanes. */
  readonly number: number;
  /** Chunks have up to this many bytes, unless a single message is larger. */
  readonly chunkBytes: number;
  /** The file; undefined if only its writer may write it. */
  readonly file: FileIdentity | undefined;
}

/**
 * The chunks of one file on their way to {@link SecondPacker} and back, in order. The lane holds at most three chunks, or
 * 2 MB of smaller ones; a writer that is faster packs one of them itself, or waits for the one being packed.
 */
export class PackingLane {
  readonly #owner: SecondPacker;
  readonly #options: LaneOptions;
  readonly #capacity: number;
  readonly #count: number;
  readonly #packer = new ChunkPacker();
  readonly #place = new FilePlace();
  #slots: PackingSlot[] = [];
  /** Chunks that were offered and are not written yet, oldest first. */
  readonly #waiting: PackingSlot[] = [];
  #turn = 0;

  constructor(owner: SecondPacker, options: LaneOptions) {
    const { chunkBytes } = options;
    this.#owner = owner;
    this.#options = options;
    this.#capacity = chunkBytes + SPARE_BYTES;
    this.#count = Math.min(MOST_SLOTS, Math.max(LEAST_SLOTS, Math.floor(SLOT_BYTES / chunkBytes)));
  }

  /** Makes the memory that is shared with the thread. */
  open(): readonly PackingSlot[] {
    this.#slots = Array.from({ length: this.#count }, () => new PackingSlot(this.#capacity));
    return this.#slots;
  }

  /** The file as the thread gets it. */
  get file(): SharedFile | undefined {
    const identity = this.#options.file;
    return identity && { identity, place: this.#place.shared };
  }

  /**
   * Hands on a chunk, which is copied. First passes to `sink` what the thread has packed, and waits for the oldest chunk if all
   * memory is in use.
   *
   * @param tabular - see {@link ChunkPacker.pack}
   * @returns false if the chunk is too large, or there is no thread
   */
  offer(content: Uint8Array, tabular: number, sink: PackedSink): boolean {
    while (this.#waiting[0]?.isAnswered === true) this.#writeOldest(sink);
    if (!this.#owner.isUsable || content.length > this.#capacity) return false;
    if (this.#waiting.length === this.#count) this.#writeOldest(sink);
    const slot = this.#slots.find(({ isFree }) => isFree);
    if (slot === undefined) return false;
    const turn = this.#turn++;
    // What is not a chunk may have been written since the last one.
    if (this.#waiting.length === 0) this.#place.pass(turn, sink.position);
    this.#waiting.push(slot);
    this.#owner.offer(slot, { content, tabular, lane: this.#options.number, turn });
    return true;
  }

  /** Records that the writer has packed a chunk itself. */
  notePacked(bytes: number): void {
    this.#owner.notePacked(bytes);
  }

  /** Passes everything that was offered to `sink`. */
  drain(sink: PackedSink): void {
    while (this.#waiting.length > 0) this.#writeOldest(sink);
  }

  #writeOldest(sink: PackedSink): void {
    const slot = this.#waiting.shift()!;
    const chunk = this.#await(slot) ?? this.#packAlone(slot);
    try {
      sink.take(chunk);
      if (!chunk.isWritten) this.#place.pass(slot.turn + 1, sink.position);
    } finally {
      slot.free();
    }
  }

  #packAlone({ records, tabular }: PackingSlot): AnsweredChunk {
    const chunk = this.#packer.pack(records, tabular, 'zstd', PACKING_LEVEL);
    return { ...chunk, isWritten: false };
  }

  /** The chunk as the thread packed it; undefined if the thread has not packed it and will not. */
  #await(slot: PackingSlot): AnsweredChunk | undefined {
    if (slot.claim()) return undefined;
    if (!slot.wait(this.#owner.patience)) this.#owner.close();
    return slot.answered;
  }
}
