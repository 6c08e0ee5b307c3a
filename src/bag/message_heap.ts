/** A cursor at a message, comparable with others by time. */
export interface TimedCursor {
  /** Stamp of the current message. */
  readonly time: bigint;
  /** Recorded order of the source: breaks ties of `time`. */
  readonly rank: number;
}

function before(a: TimedCursor, b: TimedCursor): boolean {
  return a.time < b.time || (a.time === b.time && a.rank < b.rank);
}

/** Binary heap of cursors: the earliest is `first`; equal stamps by rank. */
export class MessageHeap<T extends TimedCursor> {
  readonly items: T[] = [];

  get first(): T | undefined {
    return this.items[0];
  }

  push(cursor: T): void {
    const items = this.items;
    let at = items.push(cursor) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(cursor, items[parent]!)) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = cursor;
  }

  /** Call this after `first` has moved to a later message. */
  firstMoved(): void {
    if (this.items.length > 1) this.#sink(this.items[0]!);
  }

  removeFirst(): void {
    const last = this.items.pop()!;
    if (this.items.length > 0) this.#sink(last);
  }

  #sink(cursor: T): void {
    const items = this.items;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && before(items[child + 1]!, items[child]!)) child++;
      if (!before(items[child]!, cursor)) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = cursor;
  }
}
