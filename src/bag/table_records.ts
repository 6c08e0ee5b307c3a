import { RecordBuffer } from './record_buffer.js';
import type { Stamp } from './stamps.js';
import { AS_THEY_ARE, HEAD_WORDS, LEAST_TABLE_BYTES, TABLE_HEAD_WORDS } from './transposer.js';

/** What the memory of a chunk holds at first. */
const FIRST_BYTES = 1 << 18;

/** Rows of 32-bit words, as many as there are columns. */
export interface MessageTable {
  readonly columns: number;
  /** Bit i is set if the message holds the first value of column i, and then the difference of each to the row before. */
  readonly steps: number;
  /** The rows are its words from index `begin` to before `end`. */
  readonly words: Int32Array;
  readonly begin: number;
  readonly end: number;
}

/**
 * A message in CDR that is written as rows and read as columns: after the words of its head, it has a sequence of uint32
 * for each column of each table. A column of zeros is an empty sequence.
 */
export interface TableMessage {
  readonly head: Int32Array;
  readonly tables: readonly MessageTable[];
}

/**
 * The records of a chunk in which such messages are still rows: whoever packs the chunk makes the columns, so the thread that
 * records only copies memory.
 */
export class TableRecords {
  /** The most bytes that the records can have. */
  length = 0;
  #memory: Uint8Array;
  #words: Int32Array;
  /** Words in use. */
  #end = 0;
  readonly #plain = new RecordBuffer(4096);

  /** Begins with these records. */
  constructor(records: RecordBuffer) {
    this.#memory = new Uint8Array(FIRST_BYTES);
    this.#words = new Int32Array(this.#memory.buffer);
    if (records.length > 0) this.define((to) => to.bytes(records.content()));
  }

  /** The most bytes of the records if they hold tables; 0: they are records already. */
  get tabular(): number {
    return this.length;
  }

  /** What was written; valid until the next write. */
  content(): Uint8Array {
    return this.#memory.subarray(0, 4 * this.#end);
  }

  clear(): void {
    this.length = 0;
    this.#end = 0;
  }

  /** As {@link RecordBuffer.mark}. */
  mark(): () => void {
    const { length } = this;
    const end = this.#end;
    return () => {
      this.length = length;
      this.#end = end;
    };
  }

  #reserve(words: number): number {
    const at = this.#end;
    this.#end = at + words;
    if (this.#end <= this.#words.length) return at;
    const memory = new Uint8Array(Math.max(4 * this.#end, 2 * this.#memory.length));
    memory.set(this.#memory.subarray(0, 4 * at));
    this.#memory = memory;
    this.#words = new Int32Array(memory.buffer, 0, memory.length >> 2);
    return at;
  }

  /** Appends what `write` writes. */
  define(write: (records: RecordBuffer) => void): void {
    const plain = this.#plain;
    plain.clear();
    write(plain);
    this.#addPlain();
  }

  message(
    channel: number,
    sequence: number,
    logTime: Stamp,
    publishTime: Stamp,
    data: Uint8Array,
  ): void {
    this.#plain.clear();
    this.#plain.message(channel, sequence, logTime, publishTime, data);
    this.#addPlain();
  }

  #addPlain(): void {
    const bytes = this.#plain.content();
    const at = this.#reserve(2 + ((bytes.length + 3) >> 2));
    this.#words[at] = AS_THEY_ARE;
    this.#words[at + 1] = bytes.length;
    this.#memory.set(bytes, 4 * (at + 2));
    this.length += bytes.length;
  }

  /** Appends a message of tables. */
  tables(
    channel: number,
    sequence: number,
    logTime: Stamp,
    publishTime: Stamp,
    { head, tables }: TableMessage,
  ): void {
    const at = this.#reserve(HEAD_WORDS + head.length);
    const words = this.#words;
    words[at] = channel;
    words[at + 1] = sequence;
    words[at + 2] = logTime.low;
    words[at + 3] = logTime.high;
    words[at + 4] = publishTime.low;
    words[at + 5] = publishTime.high;
    words[at + 6] = head.length;
    words[at + 7] = tables.length;
    words.set(head, at + HEAD_WORDS);
    this.length += LEAST_TABLE_BYTES + 4 * head.length;
    for (const table of tables) this.#addRows(table);
  }

  #addRows({ columns, steps, words, begin, end }: MessageTable): void {
    const at = this.#reserve(TABLE_HEAD_WORDS + end - begin);
    this.#words[at] = columns;
    this.#words[at + 1] = (end - begin) / columns;
    this.#words[at + 2] = steps;
    if (end > begin) this.#words.set(words.subarray(begin, end), at + TABLE_HEAD_WORDS);
    this.length += 4 * (2 * columns + end - begin);
  }
}
