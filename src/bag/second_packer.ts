import { canCompress } from './compression.js';
import type { FileIdentity } from './output_file.js';
import { PackingLane } from './packing_lane.js';
import { type OfferedChunk, type PackingSlot, type SharedPacking, SIGNAL } from './packing_slot.js';

// Kept from load time: user code may later see guarded ones.
const { add, load, notify, store } = Atomics;

/** Fewer bytes of chunks than this are packed before a thread could start. */
const THREAD_FROM_BYTES = 4 << 20;
/** After this much wall time without an answer, the thread counts as lost. */
const PATIENCE_MS = 10_000;

export interface SecondPackerOptions {
  /** Starts a thread with the memory that it shares with this one; if absent, this thread packs alone. */
  readonly start?: ((shared: SharedPacking) => void) | undefined;
  /** Bytes of records after which the thread is started. */
  readonly from?: number;
  /** Wall time in ms after which a thread that has begun a chunk counts as lost. */
  readonly patience?: number;
}

/**
 * A second thread that packs chunks (compression, checksum, message indexes) and writes those whose place in their file is
 * known. It starts when there is something to do. The thread that records takes chunks in, in its own order, and packs
 * and writes one itself that nobody has begun when it is needed, and writes one that the other could not. The bytes are
 * therefore the same with and without the thread, and nothing waits for a thread that is slow to start or gone.
 */
export class SecondPacker {
  readonly #lanes: PackingLane[] = [];
  readonly #signal = new Int32Array(new SharedArrayBuffer(8));
  readonly #from: number;
  readonly #start: SecondPackerOptions['start'];
  /** See {@link SecondPackerOptions}. */
  readonly patience: number;
  #isStarted = false;
  #offers = 0;
  #packed = 0;

  constructor({ start, from, patience }: SecondPackerOptions = {}) {
    this.#start = canCompress ? start : undefined;
    this.#from = from ?? THREAD_FROM_BYTES;
    this.patience = patience ?? PATIENCE_MS;
  }

  /** A lane for a writer whose chunks have up to this many bytes, unless a single message is larger; `file`: see there. */
  lane(chunkBytes: number, file?: FileIdentity): PackingLane {
    const lane = new PackingLane(this, { number: this.#lanes.length, chunkBytes, file });
    this.#lanes.push(lane);
    return lane;
  }

  /** Whether chunks may be offered. */
  get isUsable(): boolean {
    return this.#isStarted && load(this.#signal, SIGNAL.stop) === 0;
  }

  /** Counts a chunk packed without the thread, which starts when there are enough. */
  notePacked(bytes: number): void {
    this.#packed += bytes;
    if (this.#isStarted || this.#packed < this.#from || this.#start === undefined) return;
    this.#isStarted = true;
    const slots = this.#lanes.flatMap((lane) => lane.open());
    const files = this.#lanes.map(({ file }) => file);
    this.#start({ signal: this.#signal, slots: slots.map(({ shared }) => shared), files });
  }

  /** Tells the thread that there is a chunk. */
  offer(slot: PackingSlot, chunk: OfferedChunk): void {
    slot.offer(chunk, this.#offers++);
    add(this.#signal, SIGNAL.offers, 1);
    notify(this.#signal, SIGNAL.offers);
  }

  /** Ends the thread; writers pack the chunks that were offered to it. */
  close(): void {
    store(this.#signal, SIGNAL.stop, 1);
    add(this.#signal, SIGNAL.offers, 1);
    notify(this.#signal, SIGNAL.offers);
  }
}
