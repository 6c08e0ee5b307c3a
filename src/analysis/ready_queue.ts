/**
 * Finds the largest number of callbacks of an executor that were ready and waited at the same time.
 * They are added in the order of their ends; memory grows with those that end within the longest
 * response time.
 */
export class ReadyQueue {
  /** The most callbacks that waited at once. */
  longest = 0;
  readonly #horizon: number;
  readonly #batch: number;
  #readies: number[] = [];
  #starts: number[] = [];
  #waiting = 0;
  #limit: number;

  /**
   * @param horizon - longest response time of the executor's callbacks, in ns
   * @param batch - the number of intervals that are collected before they are processed
   */
  constructor(horizon: number, batch = 1 << 16) {
    this.#horizon = horizon;
    this.#batch = batch;
    this.#limit = batch;
  }

  add(ready: number, start: number, end: number): void {
    if (start === ready) return;
    this.#readies.push(ready);
    this.#starts.push(start);
    // Later callbacks became ready after this time.
    if (this.#readies.length >= this.#limit) this.#sweep(end - this.#horizon);
  }

  finish(): void {
    this.#sweep(Number.POSITIVE_INFINITY);
  }

  #sweep(until: number): void {
    const readies = Float64Array.from(this.#readies).sort();
    const starts = Float64Array.from(this.#starts).sort();
    let r = 0;
    let s = 0;
    for (;;) {
      const ready = readies[r] ?? Number.POSITIVE_INFINITY;
      const start = starts[s] ?? Number.POSITIVE_INFINITY;
      if (Math.min(ready, start) >= until) break;
      if (ready === Number.POSITIVE_INFINITY && start === ready) break;
      if (start <= ready) {
        s++;
        this.#waiting--;
      } else {
        r++;
        this.#waiting++;
        if (this.#waiting > this.longest) this.longest = this.#waiting;
      }
    }
    this.#readies = [...readies.subarray(r)];
    this.#starts = [...starts.subarray(s)];
    this.#limit = Math.max(this.#batch, 2 * this.#starts.length);
  }
}
