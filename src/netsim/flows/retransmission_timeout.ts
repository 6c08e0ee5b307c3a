const SECOND = 1_000_000_000;
const LONGEST = 120 * SECOND;

/** How long TCP waits for an acknowledgement (RFC 6298), in ns. */
export class RetransmissionTimeout {
  readonly #minimum: number;
  #smoothed: number | undefined;
  #variation = 0;
  #backedOff = 1;

  constructor(minimum: number) {
    this.#minimum = minimum;
  }

  get value(): number {
    const measured =
      this.#smoothed === undefined ? SECOND : this.#smoothed + Math.max(1e6, 4 * this.#variation);
    const once = Math.max(this.#minimum, measured);
    return Math.round(Math.min(LONGEST, once * this.#backedOff));
  }

  get roundTrip(): number {
    return this.#smoothed ?? 0;
  }

  /** Whether it has expired since the last recovery. */
  get collapsed(): boolean {
    return this.#backedOff > 1;
  }

  measured(roundTrip: number): void {
    if (this.#smoothed === undefined) {
      this.#smoothed = roundTrip;
      this.#variation = roundTrip / 2;
    } else {
      this.#variation = 0.75 * this.#variation + 0.25 * Math.abs(this.#smoothed - roundTrip);
      this.#smoothed = 0.875 * this.#smoothed + 0.125 * roundTrip;
    }
  }

  /** Called when it has expired: the next wait is twice as long. */
  backOff(): void {
    this.#backedOff = Math.min(64, 2 * this.#backedOff);
  }

  /** Called when everything in flight at the expiry has been acknowledged. */
  recovered(): void {
    this.#backedOff = 1;
  }
}
