/** The furthest leap at once, in ns: a day. */
const FURTHEST = 86_400_000_000_000;
const FASTEST = 1000;
const SLOWEST = 0.001;

/** How virtual time goes with the wall clock: as fast, faster, slower, or not at all. */
export class VirtualPace {
  readonly #clock: () => bigint;
  /** Virtual ns at the moment `#since` of the wall clock. */
  #base = 0;
  #since: bigint;
  #rate = 1;
  #isPaused = false;

  /** @param clock - ns that never go back */
  constructor(clock: () => bigint) {
    this.#clock = clock;
    this.#since = clock();
  }

  /** Begins at a virtual time, now. */
  start(at: number): void {
    this.#base = at;
    this.#since = this.#clock();
  }

  /** Virtual ns. */
  get now(): number {
    if (this.#isPaused) return this.#base;
    return this.#base + Math.floor(Number(this.#clock() - this.#since) * this.#rate);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  get rate(): number {
    return this.#rate;
  }

  /** Wall-clock ns until that virtual time; never, if it is paused. */
  until(time: number): number {
    return this.#isPaused ? Number.POSITIVE_INFINITY : (time - this.now) / this.#rate;
  }

  change(isPaused = this.#isPaused, rate = this.#rate): void {
    this.start(this.now);
    this.#isPaused = isPaused;
    this.#rate = Math.min(FASTEST, Math.max(SLOWEST, rate));
  }

  /** Leaps to a later virtual time; the run follows as fast as it can. */
  leap(to: number): void {
    const { now } = this;
    if (to > now) this.start(Math.min(now + FURTHEST, to));
  }
}
