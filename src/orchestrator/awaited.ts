/** Waits with a timeout for a condition that other code makes true. */

// A condition is checked after each change, and at least this often.
const LOOK_MS = 20;

interface Waiter {
  readonly isSo: () => boolean;
  readonly wake: () => void;
}

/** Wakes waits whose condition may have become true. */
export class Awaited {
  #waiting: Waiter[] = [];
  /** Timers for periodic checks, by ms. They are reused, which is cheaper than new ones. */
  readonly #looks = new Map<number, NodeJS.Timeout>();

  /**
   * Called when something has changed. Usually only a part of what is awaited has arrived, and
   * nobody needs to wake.
   */
  readonly changed = (): void => {
    const waiting = this.#waiting.splice(0);
    for (const waiter of waiting) {
      if (waiter.isSo()) waiter.wake();
      else this.#waiting.push(waiter);
    }
  };

  /** Makes all waits check again, including how long they have waited. */
  readonly #look = (): void => {
    for (const { wake } of this.#waiting.splice(0)) wake();
  };

  /** Waits until `isSo` returns true, or for this long; returns whether it is true. */
  async until(isSo: () => boolean, ms: number, lookMs = LOOK_MS): Promise<boolean> {
    const end = performance.now() + ms;
    while (!isSo()) {
      const left = end - performance.now();
      if (left <= 0) return false;
      await this.#change(isSo, left, lookMs);
    }
    return true;
  }

  /**
   * Waits until `isSo` returns true, or until `isIdle` was true at as many checks as fit into this time, however long
   * the machine takes for them. Returns whether `isSo` is true.
   *
   * @param mostMs - the limit for a process that is never idle
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

  #change(isSo: () => boolean, leftMs: number, lookMs: number): Promise<void> {
    if (leftMs < lookMs) setTimeout(this.#look, leftMs);
    else {
      const look = this.#looks.get(lookMs);
      if (look === undefined) this.#looks.set(lookMs, setTimeout(this.#look, lookMs));
      else look.refresh();
    }
    return new Promise((wake) => this.#waiting.push({ isSo, wake }));
  }
}
