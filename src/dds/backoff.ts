/** A delay in ns that doubles with each repetition, up to a longest one. */
export class Backoff {
  #delay: number;

  constructor(
    readonly first: number,
    readonly longest: number,
  ) {
    this.#delay = first;
  }

  get delay(): number {
    return this.#delay;
  }

  /** The delay of the next repetition. */
  next(): number {
    this.#delay = Math.min(this.longest, this.#delay * 2);
    return this.#delay;
  }

  reset(): void {
    this.#delay = this.first;
  }
}
