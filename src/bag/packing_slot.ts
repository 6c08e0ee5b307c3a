import type { ChunkPacker, PackedChunk } from './chunk_packer.js';
import type { FileIdentity } from './output_file.js';

// Kept from load time: user code may later see guarded ones.
const { compareExchange, load, notify, store, wait } = Atomics;

/** What the packing thread gets. */
export interface SharedPacking {
  readonly signal: Int32Array;
  readonly slots: readonly SharedArrayBuffer[];
  /** The file of each lane; undefined if only the writer may write it. */
  readonly files: readonly (SharedFile | undefined)[];
}

/** A file, and the memory of a {@link FilePlace} in it. */
export interface SharedFile {
  readonly identity: FileIdentity;
  readonly place: SharedArrayBuffer;
}

/** Fields of the memory by which that thread is woken. */
export const SIGNAL = { offers: 0, stop: 1 } as const;

/** Who may touch a slot: free and done ones belong to the writer. */
const STATE = { free: 0, ready: 1, taken: 2, done: 3, undone: 4 } as const;

/** Fields of the head, 4 bytes each. */
const FIELD = {
  state: 0,
  order: 1,
  plain: 2,
  packed: 3,
  indexes: 4,
  crc: 5,
  tabular: 6,
  plainBytes: 7,
  isPlain: 8,
  fileCrc: 9,
  isSame: 10,
  lane: 11,
  turn: 12,
  isWritten: 13,
} as const;
/** Where start and end are, 8 bytes each. */
const TIMES_AT = 64;
const HEAD_BYTES = 128;

/** What both threads must know of a chunk. */
export interface OfferedChunk {
  readonly content: Uint8Array;
  /** See {@link ChunkPacker.pack}. */
  readonly tabular: number;
  /** The number of its file, and its own number in this file. */
  readonly lane: number;
  readonly turn: number;
}

/** A packed chunk, and whether it is in its file already; then `packed` has only the right length. */
export interface AnsweredChunk extends PackedChunk {
  readonly isWritten: boolean;
}

/** Memory that two threads share: the records of one chunk, and the packed chunk. */
export class PackingSlot {
  readonly shared: SharedArrayBuffer;
  /** The records; as large as the space for the packed chunk. */
  readonly #plain: Uint8Array;
  readonly #result: Uint8Array;
  readonly #head: Int32Array;
  readonly #times: BigInt64Array;

  /** @param from - the memory of a slot, or how many bytes of records a new one holds */
  constructor(from: SharedArrayBuffer | number) {
    const isNew = typeof from === 'number';
    this.shared = isNew ? new SharedArrayBuffer(HEAD_BYTES + 2 * from) : from;
    const capacity = (this.shared.byteLength - HEAD_BYTES) / 2;
    this.#head = new Int32Array(this.shared, 0, FIELD.isWritten + 1);
    this.#times = new BigInt64Array(this.shared, TIMES_AT, 2);
    this.#plain = new Uint8Array(this.shared, HEAD_BYTES, capacity);
    this.#result = new Uint8Array(this.shared, HEAD_BYTES + capacity, capacity);
  }

  /** The records that it holds. */
  get records(): Uint8Array {
    return this.#plain.subarray(0, this.#head[FIELD.plain]);
  }

  /** See {@link ChunkPacker.pack}. */
  get tabular(): number {
    return this.#head[FIELD.tabular]!;
  }

  /** Whether there is a chunk that no thread packs yet. */
  get isReady(): boolean {
    return load(this.#head, FIELD.state) === STATE.ready;
  }

  /** See {@link OfferedChunk}. */
  get lane(): number {
    return this.#head[FIELD.lane]!;
  }

  get turn(): number {
    return this.#head[FIELD.turn]!;
  }

  get isFree(): boolean {
    return load(this.#head, FIELD.state) === STATE.free;
  }

  /** The lower, the earlier the chunk was offered. */
  get order(): number {
    return this.#head[FIELD.order]!;
  }

  /** Copies a chunk and lets the other thread pack it. */
  offer({ content, tabular, lane, turn }: OfferedChunk, order: number): void {
    const head = this.#head;
    this.#plain.set(content);
    head[FIELD.plain] = content.length;
    head[FIELD.tabular] = tabular;
    head[FIELD.lane] = lane;
    head[FIELD.turn] = turn;
    head[FIELD.order] = order;
    store(head, FIELD.state, STATE.ready);
  }

  /** Claims the offered chunk; only one of the two threads succeeds. */
  claim(): boolean {
    const { ready, taken } = STATE;
    return compareExchange(this.#head, FIELD.state, ready, taken) === ready;
  }

  /** Whether the packed chunk has room here if it is written by the other thread. */
  canAnswer({ indexes }: PackedChunk): boolean {
    return indexes.length <= this.#result.length;
  }

  /** Hands over the packed chunk; undefined if packing failed. */
  answer(chunk: PackedChunk | undefined, isWritten: boolean): void {
    const head = this.#head;
    // Records that are stored as they are stay where they are.
    const isSame = chunk?.packed.byteOffset === HEAD_BYTES && chunk.packed.buffer === this.shared;
    const isCopied = chunk !== undefined && !isSame && !isWritten;
    const copied = isCopied ? chunk.packed.length : 0;
    const isHeld = chunk !== undefined && copied + chunk.indexes.length <= this.#result.length;
    if (isHeld) {
      const { packed, compression, plainBytes, indexes, crc, fileCrc, start, end } = chunk;
      if (isCopied) this.#result.set(packed);
      this.#result.set(indexes, copied);
      head[FIELD.isSame] = isSame ? 1 : 0;
      head[FIELD.isWritten] = isWritten ? 1 : 0;
      head[FIELD.packed] = packed.length;
      head[FIELD.indexes] = indexes.length;
      head[FIELD.isPlain] = compression === '' ? 1 : 0;
      head[FIELD.crc] = crc;
      head[FIELD.fileCrc] = fileCrc;
      head[FIELD.plainBytes] = plainBytes;
      this.#times[0] = start;
      this.#times[1] = end;
    }
    store(head, FIELD.state, isHeld ? STATE.done : STATE.undone);
    notify(head, FIELD.state);
  }

  /** Waits for the other thread; false if it has taken too long. */
  wait(milliseconds: number): boolean {
    wait(this.#head, FIELD.state, STATE.taken, milliseconds);
    return load(this.#head, FIELD.state) !== STATE.taken;
  }

  /** The chunk that the other thread packed; undefined if it could not. */
  get answered(): AnsweredChunk | undefined {
    const head = this.#head;
    if (load(head, FIELD.state) !== STATE.done) return undefined;
    const packedLength = head[FIELD.packed]!;
    const isSame = head[FIELD.isSame] === 1;
    const isWritten = head[FIELD.isWritten] === 1;
    const indexesAt = isSame || isWritten ? 0 : packedLength;
    return {
      packed: (isSame ? this.#plain : this.#result).subarray(0, packedLength),
      compression: head[FIELD.isPlain] === 1 ? '' : 'zstd',
      plainBytes: head[FIELD.plainBytes]!,
      indexes: this.#result.subarray(indexesAt, indexesAt + head[FIELD.indexes]!),
      crc: head[FIELD.crc]! >>> 0,
      fileCrc: head[FIELD.fileCrc]! >>> 0,
      start: this.#times[0]!,
      end: this.#times[1]!,
      isWritten,
    };
  }

  /** Whether the other thread has finished with the chunk. */
  get isAnswered(): boolean {
    return load(this.#head, FIELD.state) >= STATE.done;
  }

  free(): void {
    store(this.#head, FIELD.state, STATE.free);
  }
}
