import { Digest } from '../kernel/index.js';
import { SEEN } from './callbacks_definition.js';
import { CHECKPOINT_EVERY } from './checkpoints.js';
import { RowTable } from './row_table.js';
import type { CallbackRecord } from './sinks.js';
import { TWO_32 } from './two_32.js';

// Captured at load time: a guard may change `Math`.
const { floor } = Math;

/** A time in ns since the epoch as two halves. */
export interface Halves {
  readonly low: number;
  readonly high: number;
}

/**
 * What two runs are compared by: the callbacks since the last checkpoint, and the digest of all before them. It covers entity,
 * time, cause, input, outputs, state and duration of a callback.
 */
export class ComparedRows {
  readonly table = new RowTable(SEEN, CHECKPOINT_EVERY);
  readonly #bytes = new Uint8Array(this.table.words.buffer);
  readonly #digest = new Digest();
  #entities = 0;

  /** Numbers an entity when its first callback ends: equal runs give equal numbers to equal names. */
  meet(name: string): number {
    this.#digest.string(name);
    return ++this.#entities;
  }

  /**
   * @param entity - its number
   * @param end - when the callback ended
   * @returns whether this is the last one before a checkpoint: then `pass` must be called
   */
  add(record: CallbackRecord, entity: number, end: Halves): boolean {
    const { table } = this;
    const { words, end: at } = table;
    words[at] = entity;
    words[at + 1] = end.low;
    words[at + 2] = end.high;
    words[at + 3] = record.cause;
    words[at + 4] = record.input;
    words[at + 5] = record.outputs;
    words[at + 6] = record.output;
    table.end = at + 7;
    if (record.duration !== 0 || record.state !== 0) this.#mix(record);
    return table.end === words.length;
  }

  #mix({ state, duration }: CallbackRecord): void {
    this.#digest.three(this.table.end, state, duration | 0);
    this.#digest.word(floor(duration / TWO_32));
  }

  /** Passes a checkpoint; returns the digest of all callbacks up to it. */
  pass(): bigint {
    this.#digest.bytes(this.#bytes);
    this.table.clear();
    return BigInt(`0x${this.#digest.hex()}`);
  }
}
