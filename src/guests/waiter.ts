import type { Waitable } from '../graph/index.js';

/** A thread of a guest that waits for something of the graph. */
export interface Waiter {
  readonly id: number;
  /** Its entities, in the order in which it checks them. */
  readonly entities: readonly Waitable[];
  readonly members: ReadonlySet<Waitable>;
  /** Whether it takes whatever arrived first; otherwise, it takes the first of its entities that is ready. */
  readonly fifo: boolean;
  /** Entities that were ready at the wait before and have not been taken. */
  batch: Waitable[];
  /** What the program waits for there, without end; undefined: whatever comes. */
  awaits: Awaited | undefined;
}

/** What lets a program go on, and the line of the program that waits for it. */
export interface Awaited {
  readonly what: string;
  readonly file: string;
  readonly line: number;
}
