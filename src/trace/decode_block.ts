import type { CallbackFields } from './callback_fields.js';
import { TABLES } from './callbacks_definition.js';
import type { PublicationFields } from './publication_fields.js';
import { TWO_32 } from './two_32.js';

/** Words before the first array: the number of earlier callbacks, and the number of the last of them. */
const HEAD_WORDS = 4;
const NONE: readonly number[] = [];
const ZEROS = new Uint32Array(0);

/** Reads a message of callbacks; undefined if the bytes are not one. */
export function decodeBlock(bytes: Uint8Array): DecodedBlock | undefined {
  if (bytes.length < 4 + 4 * HEAD_WORDS || bytes.length % 4 !== 0 || bytes[1] !== 1)
    return undefined;
  // Copied, because a message in a chunk begins at any byte.
  const words = new Uint32Array(new Uint8Array(bytes.subarray(4)).buffer);
  const columns: Uint32Array[] = [];
  const rows: number[] = [];
  let at = HEAD_WORDS;
  for (const table of TABLES) {
    let count = 0;
    const steps: [values: Uint32Array, column: number, first: number][] = [];
    for (let column = 0; column < table.columns; column++) {
      const isSteps = ((table.steps >>> column) & 1) === 1;
      const first = isSteps ? words[at++]! : 0;
      const length = words[at++];
      if (length === undefined || at + length > words.length) return undefined;
      if (length !== 0 && count !== 0 && length !== count) return undefined;
      count ||= length;
      const values = length === 0 ? ZEROS : words.subarray(at, at + length);
      if (isSteps) steps.push([values, columns.length, first]);
      columns.push(values);
      at += length;
    }
    for (const [values, column, first] of steps) columns[column] = addUp(values, first, count);
    rows.push(count);
  }
  if (at !== words.length) return undefined;
  const numbers = numbersOf(columns[ORIGINS_AT]!, words[2]!, rows[0]!);
  columns[ORIGINS_AT] = numbers;
  const block = new DecodedBlock(words[0]! + TWO_32 * words[1]!, columns, rows);
  return block.isWhole ? block : undefined;
}

/** The values of which the first one and the differences are given; no differences stand for zeros. */
function addUp(steps: Uint32Array, first: number, count: number): Uint32Array {
  if (steps.length === 0) return new Uint32Array(count).fill(first);
  let value = first;
  for (let i = 0; i < count; i++) {
    value = (value + steps[i]!) >>> 0;
    steps[i] = value;
  }
  return steps;
}

/** The lower halves of the callbacks' numbers. */
function numbersOf(skips: Uint32Array, before: number, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let number = before;
  for (let i = 0; i < count; i++) {
    number = (number + 1 + (skips[i] ?? 0)) >>> 0;
    numbers[i] = number;
  }
  return numbers;
}

/** Where the tables begin among the columns. */
const [SEEN_AT, ORIGINS_AT, SENT_AT, MORE_AT, LATER_AT] = TABLES.map((_, i) =>
  TABLES.slice(0, i).reduce((sum, { columns }) => sum + columns, 0),
) as [number, number, number, number, number];

/** The callbacks of a message, and the publications between them. */
export class DecodedBlock {
  /** The number of callbacks in the messages before it. */
  readonly before: number;
  readonly count: number;
  /** The number of publications without a callback's record. */
  readonly laterCount: number;
  readonly #columns: readonly Uint32Array[];
  readonly #sentCount: number;
  readonly #moreCount: number;
  /** By callback: its row in the table of what few have, from 1; 0: none. */
  readonly #moreRows: Uint32Array;
  /** By callback: its first row among the sent messages. */
  readonly #sentRows: Uint32Array;
  #stamp = { low: -1, high: -1, time: 0n };

  constructor(before: number, columns: readonly Uint32Array[], rows: readonly number[]) {
    const [seen, , sent, more, later] = rows as [number, number, number, number, number];
    this.before = before;
    this.#columns = columns;
    this.count = seen;
    this.laterCount = later;
    this.#sentCount = sent;
    this.#moreCount = more;
    this.#moreRows = new Uint32Array(more === 0 ? 0 : seen);
    for (let i = 0; i < more; i++) this.#moreRows[this.#at(MORE_AT, i) - 1] = i + 1;
    this.#sentRows = new Uint32Array(sent === 0 ? 0 : seen + 1);
    if (sent > 0) this.#findSent();
  }

  #findSent(): void {
    let row = 0;
    for (let i = 0; i < this.count; i++) {
      this.#sentRows[i] = row;
      row += this.#published(i);
    }
    this.#sentRows[this.count] = row;
  }

  #published(i: number): number {
    return this.#at(SEEN_AT + 5, i) - this.#at(ORIGINS_AT + 3, i);
  }

  /** Whether the tables agree with each other. */
  get isWhole(): boolean {
    let published = 0;
    for (let i = 0; i < this.count; i++) {
      const own = this.#published(i);
      if (own < 0) return false;
      published += own;
    }
    const rows = this.#columns[MORE_AT]!;
    const later = this.#columns[LATER_AT]!;
    return (
      published === this.#sentCount &&
      rows.length === this.#moreCount &&
      rows.every((row, i) => row > (rows[i - 1] ?? 0) && row <= this.count) &&
      later.every((row, i) => row >= (later[i - 1] ?? 0) && row <= this.count)
    );
  }

  /** The word in this column and row; columns of zeros are empty. */
  #at(column: number, row: number): number {
    return this.#columns[column]![row] ?? 0;
  }

  #wide(low: number, high: number, row: number): number {
    return this.#at(low, row) + TWO_32 * this.#at(high, row);
  }

  /** When the callback ended, in ns since the epoch. */
  end(i: number): bigint {
    return this.#stampOf(this.#at(SEEN_AT + 1, i), this.#at(SEEN_AT + 2, i));
  }

  /** When the publication left. */
  laterTime(i: number): bigint {
    return this.#stampOf(this.#at(LATER_AT + 1, i), this.#at(LATER_AT + 2, i));
  }

  /** Made once for all that happens at the same instant. */
  #stampOf(low: number, high: number): bigint {
    const stamp = this.#stamp;
    if (stamp.low !== low || stamp.high !== high) {
      this.#stamp = { low, high, time: (BigInt(high) << 32n) | BigInt(low) };
    }
    return this.#stamp.time;
  }

  /** The number of the callback's entity; its name is on the topic of entities. */
  entity(i: number): number {
    return this.#at(SEEN_AT, i);
  }

  callback(i: number): CallbackFields {
    const row = (this.#moreRows[i] ?? 0) - 1;
    const hasMore = row >= 0;
    const more = (column: number) => (hasMore ? this.#at(MORE_AT + column, row) : 0);
    return {
      number: this.#at(ORIGINS_AT, i) + TWO_32 * more(1),
      cause: this.#at(SEEN_AT + 3, i) + TWO_32 * more(2),
      duration: more(4) + TWO_32 * more(5),
      input: this.#at(SEEN_AT + 4, i),
      outputs: this.#at(SEEN_AT + 5, i),
      output: this.#at(SEEN_AT + 6, i),
      thread: more(6),
      overwritten: more(7),
      waited: more(9) + TWO_32 * more(10),
      sequence: this.#at(ORIGINS_AT + 2, i) + TWO_32 * more(3),
      travelled: more(11) + TWO_32 * more(12),
      publisher: this.#at(ORIGINS_AT + 1, i),
      state: more(8),
      ...this.#sent(i),
    };
  }

  #sent(i: number): Pick<CallbackFields, 'publishers' | 'sequences'> {
    const first = this.#sentRows[i] ?? 0;
    const end = this.#sentRows[i + 1] ?? 0;
    if (first === end) return { publishers: NONE, sequences: NONE };
    const publishers: number[] = [];
    const sequences: number[] = [];
    for (let row = first; row < end; row++) {
      publishers.push(this.#at(SENT_AT, row));
      sequences.push(this.#wide(SENT_AT + 1, SENT_AT + 2, row));
    }
    return { publishers, sequences };
  }

  /** How many callbacks of this message had ended before that publication. */
  laterRow(i: number): number {
    return this.#at(LATER_AT, i);
  }

  later(i: number): PublicationFields {
    return {
      publisher: this.#at(LATER_AT + 3, i),
      sequence: this.#wide(LATER_AT + 4, LATER_AT + 5, i),
      cause: this.#wide(LATER_AT + 6, LATER_AT + 7, i),
      elapsed: this.#wide(LATER_AT + 8, LATER_AT + 9, i),
      inputPublisher: this.#at(LATER_AT + 10, i),
      inputSequence: this.#wide(LATER_AT + 11, LATER_AT + 12, i),
      callback: this.#at(LATER_AT + 13, i),
    };
  }
}
