/** Waits with a timeout for a condition that other code makes true. */

// A condition is checked after each change, and at least this often.
const LOOK_MS = 20;

/** Wakes all waiters whenever something may have changed. */
export class Awaited {
  #waiting: (() => void)[] = [];
  /** Timers for looks, by ms. They are set again and again, which is cheaper than new ones. */
  readonly #looks = new Map<number, NodeJS.Timeout>();

  /** Something has changed. */
  readonly changed = (): void => {
    for (const wake of this.#waiting.splice(0)) wake();
  };

  /** Waits until `isSo` returns true, or for this long; returns whether it is true. */
  async until(isSo: () => boolean, ms: number, lookMs = LOOK_MS): Promise<boolean> {
    const end = performance.now() + ms;
    while (!isSo()) {
      const left = end - performance.now();
      if (left <= 0) return false;
      await this.#change(left, lookMs);
    }
    return true;
  }

  /**
   * Waits until `isSo` returns true, or until `isIdle` was true at so many looks as fit into this time; what the machine
   * does meanwhile counts for nothing. Returns whether `isSo` is true.
   *
   * @param mostMs - for what is never idle
   */
  async untilIdle(
    isSo: () => boolean,
    isIdle: () => boolean,
    idleMs: number,
    mostMs: number,
  ): Promise<boolean> {
    const end = performance.now() + mostMs;
    for (let looks = Math.ceil(idleMs / LOOK_MS); looks > 0 && performance.now() < end; ) {
      if (await this.until(isSo, LOOK_MS)) return true;
      if (isIdle()) looks--;
    }
    return false;
  }

  #change(leftMs: number, lookMs: number): Promise<void> {
    if (leftMs < lookMs) setTimeout(this.changed, leftMs);
    else {
      const look = this.#looks.get(lookMs);
      if (look === undefined) this.#looks.set(lookMs, setTimeout(this.changed, lookMs));
      else look.refresh();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
