/**
 * Mulberry32: 32 bits of state, each number a function of the seed alone. The world carries its
 * own generator because the same town must come out for the same seed wherever it is used.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next 32 bits. */
  u32(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** The next number in [0, 1). */
  next(): number {
    return this.u32() / 4294967296;
  }

  /** A number with mean 0 and standard deviation 1, nearly normal, never beyond 3.5. */
  gaussian(): number {
    const sum = this.next() + this.next() + this.next() + this.next();
    return (sum - 2) * Math.sqrt(3);
  }
}
