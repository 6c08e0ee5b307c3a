/** Virtual time in ns since the epoch. All reads at one instant share one bigint. */
export class EpochTime {
  #epoch = 0n;
  #at = -1;
  #time = 0n;

  /** The time at the start of the run, in ns. */
  get epoch(): bigint {
    return this.#epoch;
  }

  set epoch(epoch: bigint) {
    this.#epoch = epoch;
    this.#at = -1;
  }

  /** The time `now` ns after the start. */
  read(now: number): bigint {
    if (now !== this.#at) {
      this.#at = now;
      this.#time = this.#epoch + BigInt(now);
    }
    return this.#time;
  }
}
