import type { ChunkInfo, ChunkRecords } from './mcap_chunk.js';
import type { MessageHeap } from './message_heap.js';
import type { BagMessage, MessageOrder } from './storage_file.js';

/** An unpacked chunk with the offsets of its wanted messages in order. */
export interface LoadedChunk {
  readonly records: ChunkRecords;
  readonly offsets: number[];
}

/** Stands at one message of one chunk. The unpacked chunk can be dropped and loaded again. */
export class ChunkCursor {
  readonly rank: number;
  time = 0n;
  records: ChunkRecords | undefined;
  #offsets: number[] = [];
  #index = -1;
  readonly #chunk: ChunkInfo;
  readonly #load: (chunk: ChunkInfo) => LoadedChunk;
  readonly #order: MessageOrder;

  constructor(chunk: ChunkInfo, order: MessageOrder, load: (chunk: ChunkInfo) => LoadedChunk) {
    this.rank = chunk.rank;
    this.#chunk = chunk;
    this.#order = order;
    this.#load = load;
  }

  get bytes(): number {
    return this.records?.bytes.length ?? 0;
  }

  ensureLoaded(): void {
    if (this.records !== undefined) return;
    const { records, offsets } = this.#load(this.#chunk);
    this.records = records;
    this.#offsets = offsets;
  }

  drop(): void {
    this.records = undefined;
    this.#offsets = [];
  }

  /** Moves to the next message not before `from`; false when there is none until `to`. */
  advance(from: bigint | undefined, to: bigint | undefined): boolean {
    const records = this.records!;
    for (;;) {
      const at = this.#offsets[++this.#index];
      if (at === undefined) return false;
      this.time = this.#order === 'received' ? records.logTime(at) : records.publishTime(at);
      if (from !== undefined && this.time < from) continue;
      return to === undefined || this.time <= to;
    }
  }

  message(topicOf: ReadonlyMap<number, string>): BagMessage {
    const records = this.records!;
    const at = this.#offsets[this.#index]!;
    const received = this.#order === 'received';
    return {
      topic: topicOf.get(records.channel(at))!,
      logTime: received ? this.time : records.logTime(at),
      publishTime: received ? records.publishTime(at) : this.time,
      sequence: records.sequence(at),
      data: records.data(at),
    };
  }
}

/** Called if too much is in memory: keeps the chunk that is due and drops the others. */
export function dropAllBut(open: MessageHeap<ChunkCursor>): number {
  const first = open.first!;
  for (const cursor of open.items) if (cursor !== first) cursor.drop();
  return first.bytes;
}
