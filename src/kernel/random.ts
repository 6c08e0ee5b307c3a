import { Digest } from './digest.js';

/**
 * A seeded stream of random numbers: xoshiro128** 1.1 (Blackman, Vigna 2018), in 32-bit integer
 * arithmetic, the same on every machine.
 */
export class RandomStream {
  #s0: number;
  #s1: number;
  #s2: number;
  #s3: number;

  constructor(seed: number) {
    let state = seed | 0;
    const next = () => {
      // splitmix32, so that similar seeds give unrelated states.
      state = (state + 0x9e3779b9) | 0;
      let z = state;
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      return z ^ (z >>> 15);
    };
    this.#s0 = next();
    this.#s1 = next();
    this.#s2 = next();
    this.#s3 = next() | 1;
  }

  /** Uniform over 0 … 2^32 − 1. */
  uint32(): number {
    const scaled = Math.imul(this.#s1, 5);
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9) >>> 0;
    const shifted = this.#s1 << 9;
    this.#s2 ^= this.#s0;
    this.#s3 ^= this.#s1;
    this.#s1 ^= this.#s2;
    this.#s0 ^= this.#s3;
    this.#s2 ^= shifted;
    this.#s3 = (this.#s3 << 11) | (this.#s3 >>> 21);
    return result;
  }

  /** Uniform over [0, 1) with 53 bits. */
  float(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** Uniform over 0 … bound − 1, without bias. `bound` is an integer from 1 to 2^32. */
  integer(bound: number): number {
    const limit = 4294967296 - (4294967296 % bound);
    let value = this.uint32();
    while (value >= limit) value = this.uint32();
    return value % bound;
  }
}

/**
 * Named random streams of one run. A stream depends on the run's seed and its own name only, so
 * adding a node (and its draws) never changes what another node draws.
 */
export class RandomStreams {
  readonly #seed: string;
  readonly #streams = new Map<string, RandomStream>();

  constructor(seed: bigint | number | string) {
    this.#seed = String(seed);
  }

  /** The number of streams that were asked for. */
  get size(): number {
    return this.#streams.size;
  }

  /** The stream of that name; the same object every time. */
  stream(name: string): RandomStream {
    let stream = this.#streams.get(name);
    if (stream === undefined) {
      const digest = new Digest();
      digest.string(this.#seed);
      digest.string(name);
      stream = new RandomStream(Number.parseInt(digest.hex().slice(0, 8), 16));
      this.#streams.set(name, stream);
    }
    return stream;
  }
}
