/** The furthest single leap, in ns: a day. */
const FURTHEST = 86_400_000_000_000;
const FASTEST = 1000;
const SLOWEST = 0.001;

/** How virtual time follows the wall clock: at its rate, faster, slower, or paused. */
export class VirtualPace {
  readonly #clock: () => bigint;
  /** Virtual time in ns when the wall clock was at `#since`. */
  #base = 0;
  #since: bigint;
  #rate = 1;
  #isPaused = false;

  /** @param clock - returns ns that never decrease */
  constructor(clock: () => bigint) {
    this.#clock = clock;
    this.#since = clock();
  }

  /** Continues from a virtual time as of now. */
  start(at: number): void {
    this.#base = at;
    this.#since = this.#clock();
  }

  /** The present virtual time, in ns. */
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

  /** Wall-clock ns until a virtual time; infinite while paused. */
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
