import type { TableShape } from './callbacks_definition.js';

/** Rows of 32-bit words that grow with what is recorded. */
export class RowTable {
  readonly columns: number;
  readonly steps: number;
  words: Int32Array;
  /** The rows that are not yet in a message are the words from `begin` to before `end`. */
  begin = 0;
  end = 0;

  constructor({ columns, steps }: TableShape, rows: number) {
    this.columns = columns;
    this.steps = steps;
    this.words = new Int32Array(columns * rows);
  }

  /** Makes a row, whose words must then be written; returns the index of the first. */
  add(): number {
    const at = this.end;
    this.end = at + this.columns;
    if (this.end > this.words.length) {
      const grown = new Int32Array(2 * this.words.length);
      grown.set(this.words);
      this.words = grown;
    }
    return at;
  }

  clear(): void {
    this.begin = 0;
    this.end = 0;
  }
}
