import type { Batch, WorkQueue } from './work_queue.js';

/** Distributes the rows of a queue to the threads of one worker, and completes a batch after its last row. */
export class RowFeed {
  readonly #queue: WorkQueue;
  #batch: { readonly batch: Batch; readonly waiting: number[]; unfinished: number } | undefined;
  #claiming: Promise<void> | undefined;
  #stopped = false;

  constructor(queue: WorkQueue) {
    this.#queue = queue;
  }

  /** The next row and a function to call when it is done; undefined if no row is left. */
  async next(): Promise<{ readonly row: number; readonly done: () => void } | undefined> {
    for (;;) {
      if (this.#stopped) return undefined;
      const current = this.#batch;
      const row = current?.waiting.shift();
      if (current !== undefined && row !== undefined) {
        return { row, done: () => finish(current) };
      }
      // Threads that find nothing wait for the same claim, and look again after it.
      this.#claiming ??= this.#claim();
      await this.#claiming;
    }
  }

  async #claim(): Promise<void> {
    try {
      const batch = await this.#queue.claim();
      if (batch === undefined) this.#stopped = true;
      else this.#batch = { batch, waiting: [...batch.rows], unfinished: batch.rows.length };
    } finally {
      this.#claiming = undefined;
    }
  }

  /** Stops distributing rows. */
  stop(): void {
    this.#stopped = true;
  }
}

function finish(current: { readonly batch: Batch; unfinished: number }): void {
  current.unfinished -= 1;
  if (current.unfinished === 0) current.batch.complete();
  else current.batch.heartbeat();
}
