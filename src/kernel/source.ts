/**
 * Something outside the queues that makes things happen in virtual time: a bag, an external
 * process, a physics or network simulator. It is a barrier: time does not pass a moment at which
 * the source may still act before the source has said what it does there.
 *
 * Several sources see each other's effects: before each moment, those that are due at it are asked
 * in the order in which they were added, and what they do runs in that order. A source that what
 * happens there makes act at the same moment once more is asked again when everything else of the
 * moment has run.
 */
export interface Source {
  /** Earliest time, in ns since the start, at which the source may act; Infinity when never again. */
  readonly nextDue: number;

  /**
   * The source is going to be asked for what it does up to `horizon`. When it must wait for
   * something real for that, it returns a promise; virtual time stands still until that settles, and
   * then it is prepared for the same again, until it returns undefined. Sources that are due at one
   * moment wait at the same time, so nothing may be put into the kernel's queues here.
   */
  prepare?(horizon: number): Promise<void> | undefined;

  /**
   * The crank wants to move to `horizon`: beside another source that is the source's own `nextDue`.
   * The source puts everything it does up to and including that time into the kernel's delay queue,
   * and raises its `nextDue` beyond what it has told. It may tell only the first part, then `nextDue`
   * is the time of the rest.
   */
  advance(horizon: number): undefined;
}
