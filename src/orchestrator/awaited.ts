/** Waits with a timeout for a condition that other code makes true. */

// A condition is checked after each change, and at least this often.
const LOOK_MS = 20;

/** Wakes all waiters whenever something may have changed. */
export class Awaited {
  #waiting: (() => void)[] = [];

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
      await this.#change(Math.min(left, lookMs));
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

  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
