/**
 * Maps the time of the bag to virtual time: from an anchor on, at a rate, unless paused. Bag time
 * is ns since the epoch, virtual time ns since the start of the run.
 */
export class PlaybackClock {
  #rate: number;
  #bag: bigint;
  #now: number;
  #paused: boolean;

  constructor(rate: number, bag: bigint, now: number, paused: boolean) {
    this.#rate = rate;
    this.#bag = bag;
    this.#now = now;
    this.#paused = paused;
  }

  get rate(): number {
    return this.#rate;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** The time of the bag at virtual time `now`. */
  bagTime(now: number): bigint {
    if (this.#paused) return this.#bag;
    const elapsed = now - this.#now;
    return this.#bag + BigInt(this.#rate === 1 ? elapsed : Math.round(elapsed * this.#rate));
  }

  /** When this time of the bag is reached; it may be in the past. Infinity while paused. */
  due(time: bigint): number {
    if (this.#paused) return Number.POSITIVE_INFINITY;
    const distance = Number(time - this.#bag);
    return this.#now + (this.#rate === 1 ? distance : Math.round(distance / this.#rate));
  }

  pause(now: number): void {
    this.jump(this.bagTime(now), now);
    this.#paused = true;
  }

  resume(now: number): void {
    this.#now = now;
    this.#paused = false;
  }

  setRate(rate: number, now: number): void {
    this.jump(this.bagTime(now), now);
    this.#rate = rate;
  }

  /** Sets the time of the bag to `time` at virtual time `now`. */
  jump(time: bigint, now: number): void {
    this.#bag = time;
    this.#now = now;
  }
}
