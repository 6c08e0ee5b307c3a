import type { BagMessage } from '../storage_file.js';

/** The progress of an operation on bags. */
export interface BagProgress {
  /** Messages handled so far. */
  readonly messages: number;
  /** Messages there are to handle; an estimate where a selection applies. */
  readonly total: number;
}

/** Called about every thousand messages and at the end. */
export type ProgressCallback = (progress: BagProgress) => void;

const STEP = 1024;

/** Counts messages for a callback, cheaply if there is none. */
export class ProgressCounter {
  readonly #callback: ProgressCallback | undefined;
  readonly #total: number;
  #messages = 0;

  constructor(total: number, callback: ProgressCallback | undefined) {
    this.#total = total;
    this.#callback = callback;
  }

  count(): void {
    this.#messages++;
    if (this.#callback !== undefined && this.#messages % STEP === 0) this.#report();
  }

  end(): void {
    if (this.#callback !== undefined) this.#report();
  }

  *over(messages: Iterable<BagMessage>): Generator<BagMessage, void, void> {
    for (const message of messages) {
      yield message;
      this.count();
    }
    this.end();
  }

  #report(): void {
    this.#callback?.({ messages: this.#messages, total: this.#total });
  }
}
