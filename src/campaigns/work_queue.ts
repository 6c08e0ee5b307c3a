/** Selects the runs of a campaign that a worker makes. */
export interface WorkQueue {
  /** Rows that no other worker is making; undefined when none is left. */
  claim(): Promise<Batch | undefined>;
  /** The worker takes no more rows. */
  close?(): Promise<void>;
}

/** A queue from which several workers take rows. */
export interface SharedWorkQueue extends WorkQueue {
  /** Whether every row has been given to a worker, which has reported it as done. */
  isComplete(): Promise<boolean>;
}

/** Rows that one worker makes one after the other. */
export interface Batch {
  readonly rows: readonly number[];
  /** Reports that the worker is alive and still owns the rows. */
  heartbeat(): void;
  /** Reports that all rows are done. */
  complete(): void;
}

/** The rows of a part of a campaign for one process, without coordination with others. */
export class LocalQueue implements WorkQueue {
  #next: number;
  readonly #size: number;
  readonly #step: number;

  /** @param shard - which part (from 1) of how many; default: the whole */
  constructor(size: number, { part, of }: { part: number; of: number } = { part: 1, of: 1 }) {
    this.#size = size;
    this.#step = of;
    this.#next = part - 1;
  }

  async claim(): Promise<Batch | undefined> {
    if (this.#next >= this.#size) return undefined;
    const rows = [this.#next];
    this.#next += this.#step;
    return { rows, heartbeat: () => {}, complete: () => {} };
  }
}

/** These rows, one at a time, for one process. */
export class RowList implements WorkQueue {
  readonly #rows: Iterator<number>;

  constructor(rows: Iterable<number>) {
    this.#rows = rows[Symbol.iterator]();
  }

  async claim(): Promise<Batch | undefined> {
    const { value, done } = this.#rows.next();
    if (done) return undefined;
    return { rows: [value], heartbeat: () => {}, complete: () => {} };
  }
}
