import { LATER, MORE, ORIGINS, SENT } from './callbacks_definition.js';
import { CHECKPOINT_EVERY } from './checkpoints.js';
import { ComparedRows, type Halves } from './compared_rows.js';
import { RowTable } from './row_table.js';
import type { CallbackRecord, PublicationRecord } from './sinks.js';
import { TWO_32 } from './two_32.js';

/** A message has at most so many words in tables whose rows are not bounded by the number of its callbacks. */
const MOST_WORDS = 1 << 16;

/**
 * Collects callbacks and publications as the rows of a message. It holds up to 4096 callbacks, less if they publish much.
 * The caller writes it as a message when it is full, and then calls `clear`.
 */
export class CallbackBlock {
  readonly compared = new ComparedRows();
  readonly #origins = new RowTable(ORIGINS, CHECKPOINT_EVERY);
  readonly #sent = new RowTable(SENT, CHECKPOINT_EVERY);
  readonly #more = new RowTable(MORE, 16);
  readonly #later = new RowTable(LATER, 16);
  /** As the definition orders them. */
  readonly tables = [this.compared.table, this.#origins, this.#sent, this.#more, this.#later];
  /** The number of callbacks in earlier messages, and the number of the last of them. */
  readonly head = new Int32Array(4);
  /** Whether it should be written. */
  isFull = false;
  #before = 0;
  #number = 0;

  /** Whether nothing was added since the last message. */
  get isEmpty(): boolean {
    return this.#count === 0 && this.#later.end === 0;
  }

  /** Callbacks since the last message. */
  get #count(): number {
    return (this.#origins.end - this.#origins.begin) / ORIGINS.columns;
  }

  /**
   * Adds a callback.
   *
   * @param entity - its number
   * @param end - when it ended
   * @param publisher - number of the publisher of its input; 0: none
   * @param publishers - number of the publisher of each message that it published
   * @returns whether it is the last one before a checkpoint
   */
  add(
    record: CallbackRecord,
    entity: number,
    end: Halves,
    publisher: number,
    publishers: readonly number[],
  ): boolean {
    const { number, sequence, published } = record;
    const origins = this.#origins;
    const { words, end: at } = origins;
    words[at] = number - this.#number - 1;
    words[at + 1] = publisher;
    words[at + 2] = sequence;
    words[at + 3] = record.outputs - published;
    origins.end = at + 4;
    if (origins.end === words.length) this.isFull = true;
    this.#number = number;
    if (published !== 0) this.#addSent(record, publishers);
    if (hasMore(record)) this.#addMore(record);
    return this.compared.add(record, entity, end);
  }

  #addSent({ published, sequences }: CallbackRecord, publishers: readonly number[]): void {
    const table = this.#sent;
    for (let i = 0; i < published; i++) {
      const at = table.add();
      const { words } = table;
      const sequence = sequences[i]!;
      words[at] = publishers[i]!;
      words[at + 1] = sequence;
      words[at + 2] = sequence / TWO_32;
    }
    this.#limitWords();
  }

  #limitWords(): void {
    if (this.#sent.end + this.#later.end >= MOST_WORDS) this.isFull = true;
  }

  #addMore(record: CallbackRecord): void {
    const at = this.#more.add();
    const { words } = this.#more;
    words[at] = this.#count;
    words[at + 1] = record.number / TWO_32;
    words[at + 2] = record.cause / TWO_32;
    words[at + 3] = record.sequence / TWO_32;
    words[at + 4] = record.duration;
    words[at + 5] = record.duration / TWO_32;
    words[at + 6] = record.thread;
    words[at + 7] = record.overwritten;
    words[at + 8] = record.state;
    words[at + 9] = record.waited;
    words[at + 10] = record.waited / TWO_32;
    words[at + 11] = record.travelled;
    words[at + 12] = record.travelled / TWO_32;
  }

  /**
   * Adds a publication that no callback's record mentions.
   *
   * @param now - the same time as `time`, in ns since the start
   * @param publisher - its number
   * @param callback - number of the entity whose callback published it; 0: none
   * @param inputPublisher - number of the publisher of that callback's input; 0: none
   */
  publish(
    record: PublicationRecord,
    now: number,
    time: Halves,
    publisher: number,
    callback: number,
    inputPublisher: number,
  ): void {
    const { sequence, cause, callback: sender } = record;
    const elapsed = sender === undefined ? 0 : now - sender.time;
    const input = sender?.sequence ?? 0;
    const at = this.#later.add();
    const { words } = this.#later;
    words[at] = this.#count;
    words[at + 1] = time.low;
    words[at + 2] = time.high;
    words[at + 3] = publisher;
    words[at + 4] = sequence;
    words[at + 5] = sequence / TWO_32;
    words[at + 6] = cause;
    words[at + 7] = cause / TWO_32;
    words[at + 8] = elapsed;
    words[at + 9] = elapsed / TWO_32;
    words[at + 10] = inputPublisher;
    words[at + 11] = input;
    words[at + 12] = input / TWO_32;
    words[at + 13] = callback;
    this.#limitWords();
  }

  /** Begins the next message. The rows that a digest has not covered yet stay in memory. */
  clear(): void {
    this.#before += this.#count;
    this.head[0] = this.#before;
    this.head[1] = this.#before / TWO_32;
    this.head[2] = this.#number;
    this.head[3] = this.#number / TWO_32;
    const { table } = this.compared;
    table.begin = table.end;
    if (this.#origins.end === this.#origins.words.length) this.#origins.clear();
    else this.#origins.begin = this.#origins.end;
    this.#sent.clear();
    this.#more.clear();
    this.#later.clear();
    this.isFull = false;
  }
}

function hasMore(record: CallbackRecord): boolean {
  return (
    record.duration !== 0 ||
    record.waited !== 0 ||
    record.travelled !== 0 ||
    (record.thread | record.overwritten | record.state) !== 0 ||
    record.number >= TWO_32 ||
    record.sequence >= TWO_32
  );
}
