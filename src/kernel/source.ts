/**
 * Something outside the queues that makes things happen in virtual time: a bag, an external
 * process, a physics or network simulator. It is a barrier: time does not pass a moment at which
 * the source may still act before the source has said what it does there.
 */
export interface Source {
  /** Earliest time, in ns since the start, at which the source may act; Infinity when never again. */
  readonly nextDue: number;

  /**
   * The crank wants to move to `horizon`. The source puts everything it does up to and including
   * that time into the kernel's delay queue, and raises its `nextDue` beyond what it has told.
   * It may tell only the first part, then `nextDue` is the time of the rest. When it must wait for
   * something real it returns a promise; virtual time stands still until that settles.
   */
  advance(horizon: number): Promise<void> | undefined;
}
