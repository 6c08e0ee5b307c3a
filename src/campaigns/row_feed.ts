import type { Batch, WorkQueue } from './work_queue.js';

/** Distributes the rows of a queue to the threads of one worker, and completes a batch after its last row. */
export class RowFeed {
  readonly #queue: WorkQueue;
  #batch: { readonly batch: Batch; readonly waiting: number[]; unfinished: number } | undefined;
  #claiming: Promise<Batch | undefined> | undefined;
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
      this.#claiming ??= this.#queue.claim();
      const batch = await this.#claiming;
      // Of all threads that waited for it, the first to continue takes it.
      if (this.#claiming === undefined) continue;
      this.#claiming = undefined;
      if (batch === undefined) {
        this.#stopped = true;
        return undefined;
      }
      this.#batch = { batch, waiting: [...batch.rows], unfinished: batch.rows.length };
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
