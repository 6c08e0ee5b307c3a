/** The first callbacks of a run are all watched. */
export const WATCHED_FIRST = 4096;

/** Of later callbacks, one in so many is. A prime, so that no cycle of callbacks escapes. */
export const WATCH_STRIDE = 61;

/**
 * Notices what callbacks change of the realm that they share with Orrery, even if they put it back: it is compared when
 * a watched callback begins and whenever that callback publishes or sends a request. Which callbacks are watched
 * depends on their numbers only. Comparing takes some 15 ns, too much for every callback.
 */
export class Vigil {
  readonly #isWhole: () => boolean;
  readonly #report: () => void;
  #watched = 0;
  #next = 1;

  /**
   * @param isWhole - compares
   * @param report - finds what differs and tells; called while it still differs
   */
  constructor(isWhole: () => boolean, report: () => void) {
    [this.#isWhole, this.#report] = [isWhole, report];
  }

  /** Callback `number` begins. */
  began(number: number): void {
    if (number === this.#next) this.#watch(number);
  }

  /** Callback `number`, or what it has left behind, acts on the graph. */
  acts(number: number): void {
    if (number === this.#watched) this.#compare();
  }

  /** An act, or the creation of an entity, has failed, perhaps because of what is changed. */
  failed(): void {
    this.#report();
  }

  #watch(number: number): void {
    this.#watched = number;
    this.#next += number < WATCHED_FIRST ? 1 : WATCH_STRIDE;
    this.#compare();
  }

  #compare(): void {
    if (!this.#isWhole()) this.#report();
  }
}
