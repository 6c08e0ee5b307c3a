/** Holds virtual time back, e.g. to the speed of the wall clock. It decides when, never what. */
export interface Pace {
  /**
   * The crank wants to move from `now` to `time` (ns since the start). A promise holds it until
   * that settles, then it asks again; undefined lets it move.
   */
  wait(now: number, time: number): Promise<void> | undefined;
}
