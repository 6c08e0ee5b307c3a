/**
 * Holds virtual time back, e.g. to the speed of the wall clock. It decides when things happen,
 * never what happens.
 */
export interface Pace {
  /**
   * The crank wants to move from `now` to `time` (ns since the start). A promise holds it until
   * it settles, then the crank asks again; undefined lets it move.
   */
  wait(now: number, time: number): Promise<void> | undefined;
}
