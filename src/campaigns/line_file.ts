import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes that are read at a time; a longer line gets as many as it needs. */
const WINDOW = 1 << 20;
const LINE_BREAK = 0x0a;

/** A file of lines, of which only a part is in memory. What follows the last line break does not count. */
export class LineFile {
  readonly #file: number;
  readonly #size: number;
  #window = Buffer.alloc(0);
  /** Where the window begins in the file. */
  #at = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.#size = fstatSync(this.#file).size;
  }

  /** Calls back with each line and where it begins. */
  each(use: (line: string, start: number) => void): void {
    for (let at = 0; at < this.#size; ) {
      const end = this.#endOf(at);
      if (end === undefined) return;
      use(this.#window.toString('utf8', at - this.#at, end - this.#at), at);
      at = end + 1;
    }
  }

  /** The line that begins there. */
  line(start: number): string {
    const end = this.#endOf(start) ?? start;
    return this.#window.toString('utf8', start - this.#at, end - this.#at);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Where a line ends; the window has all of it then. */
  #endOf(start: number): number | undefined {
    for (let bytes = WINDOW; ; bytes *= 2) {
      const isInside = start >= this.#at && start < this.#at + this.#window.length;
      const found = isInside ? this.#window.indexOf(LINE_BREAK, start - this.#at) : -1;
      if (found >= 0) return this.#at + found;
      if (isInside && this.#at === start && start + this.#window.length >= this.#size) {
        return undefined;
      }
      const window = Buffer.allocUnsafe(Math.min(bytes, this.#size - start));
      this.#window = window.subarray(0, readSync(this.#file, window, 0, window.length, start));
      this.#at = start;
      if (this.#window.length === 0) return undefined;
    }
  }
}
