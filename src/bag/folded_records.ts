import { RecordBuffer } from './record_buffer.js';
import type { Stamp } from './stamps.js';
import { AS_THEY_ARE, HEAD_WORDS, MESSAGE_HEAD_BYTES } from './unfolder.js';

/** A message of 32-bit words in little endian, many of which are 0. */
export interface FoldedMessage {
  /** How many words it has. */
  readonly length: number;
  /** Bit i is set if word i may be other than 0; words from the 33rd on always may. */
  readonly present: number;
  /** Writes the words that may be other than 0, in order, from index `at` on; returns the index after them. */
  writeTo(words: Int32Array, at: number): number;
}

/**
 * The records of a chunk without the zero words of its messages. A thread that shares memory with another pays for
 * every word that it writes there, so the thread that packs the chunk adds the zeros.
 */
export class FoldedRecords {
  /** Bytes of the records with all words. */
  length = 0;
  #memory: Uint8Array;
  #words: Int32Array;
  /** Words in use. */
  #end = 0;
  readonly #plain = new RecordBuffer(4096);

  /** Begins with these records. */
  constructor({ memory, length }: RecordBuffer) {
    this.#memory = new Uint8Array(memory.length);
    this.#words = new Int32Array(this.#memory.buffer, 0, this.#memory.length >> 2);
    if (length > 0) this.define((to) => to.bytes(memory.subarray(0, length)));
  }

  /** Bytes of the records if they are folded; 0: they are not. */
  get unfolded(): number {
    return this.length;
  }

  /** What was written; valid until the next write. */
  content(): Uint8Array {
    return this.#memory.subarray(0, 4 * this.#end);
  }

  /** The memory that holds the records; when they outgrow it, a larger one replaces it. */
  get memory(): Uint8Array {
    return this.#memory;
  }

  /** Writes into this memory from now on. */
  use(memory: Uint8Array): void {
    this.#memory = memory;
    this.#words = new Int32Array(memory.buffer, memory.byteOffset, memory.length >> 2);
    this.clear();
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

  #grow(words: number): void {
    const memory = new Uint8Array(Math.max(4 * words, 2 * this.#memory.length));
    memory.set(this.content());
    this.#memory = memory;
    this.#words = new Int32Array(memory.buffer, 0, memory.length >> 2);
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
    const at = this.#end;
    const end = at + 2 + ((bytes.length + 3) >> 2);
    if (end > this.#words.length) this.#grow(end);
    this.#words[at] = AS_THEY_ARE;
    this.#words[at + 1] = bytes.length;
    this.#memory.set(bytes, 4 * (at + 2));
    this.#end = end;
    this.length += bytes.length;
  }

  /** Appends a message whose log and publish times are equal. */
  fold(channel: number, sequence: number, time: Stamp, message: FoldedMessage): void {
    const at = this.#end;
    const { length } = message;
    if (at + HEAD_WORDS + length > this.#words.length) this.#grow(at + HEAD_WORDS + length);
    const words = this.#words;
    words[at] = channel;
    words[at + 1] = sequence;
    words[at + 2] = time.low;
    words[at + 3] = time.high;
    words[at + 4] = length;
    words[at + 5] = message.present;
    this.#end = message.writeTo(words, at + HEAD_WORDS);
    this.length += MESSAGE_HEAD_BYTES + 4 * length;
  }
}
