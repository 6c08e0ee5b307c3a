/**
 * Something outside the queues that makes things happen in virtual time: a bag, an external
 * process, a physics or network simulator. It is a barrier: time does not pass a moment at which
 * the source may still act before the source has put its actions there.
 *
 * Several sources see each other's effects: before each moment, those that are due at it are asked
 * in the order in which they were added, and their actions run in that order. If events of that
 * moment make a source act once more at the same moment, it is asked again when everything else of
 * the moment has run.
 */
export interface Source {
  /**
   * Earliest time, in ns since the start, at which the source may act; Infinity if it never will.
   */
  readonly nextDue: number;

  /**
   * The source is about to be asked for its actions up to `horizon`. If it must wait for
   * something real first, it returns a promise; virtual time stands still until that settles, and
   * then this is called again, until it returns undefined. Sources that are due at one
   * moment wait at the same time, so nothing may be put into the kernel's queues here.
   */
  prepare?(horizon: number): Promise<void> | undefined;

  /**
   * The crank wants to move to `horizon`, which is the source's own `nextDue` if there are other
   * sources. The source puts everything it does up to and including that time into the kernel's
   * delay queue, and raises its `nextDue` beyond them. It may enter only the first part; then
   * `nextDue` is the time of the rest.
   */
  advance(horizon: number): undefined;
}
