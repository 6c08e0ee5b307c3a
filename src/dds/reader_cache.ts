/** Samples that a reader holds until its owner takes them. */
import type { ReceivedSample } from './received_sample.js';

/** A queue; if it has a depth, the oldest sample is dropped to make room for a new one. */
export class ReaderCache {
  #ring: (ReceivedSample | undefined)[] = new Array(16).fill(undefined);
  #head = 0;
  #count = 0;
  bytes = 0;

  /** @param depth samples that a keep-last history keeps; `Infinity` for keep-all */
  constructor(
    readonly depth: number,
    readonly capacity: number,
    readonly byteCapacity: number,
  ) {}

  get count(): number {
    return this.#count;
  }

  /** Whether a sample of this size finds room, if necessary by replacing an older one. */
  hasRoom(bytes: number): boolean {
    if (this.depth !== Number.POSITIVE_INFINITY) return true;
    if (this.#count >= this.capacity) return false;
    return this.#count === 0 || this.bytes + bytes <= this.byteCapacity;
  }

  /** Adds a sample; returns the number of older ones that were dropped. */
  add(sample: ReceivedSample): number {
    let dropped = 0;
    while (
      this.#count >= Math.min(this.depth, this.capacity) ||
      (this.#count > 0 && this.bytes + sample.payload.length > this.byteCapacity)
    ) {
      this.take();
      dropped++;
    }
    if (this.#count === this.#ring.length) this.#grow();
    this.#ring[(this.#head + this.#count) % this.#ring.length] = sample;
    this.#count++;
    this.bytes += sample.payload.length;
    return dropped;
  }

  take(): ReceivedSample | undefined {
    if (this.#count === 0) return undefined;
    const sample = this.#ring[this.#head]!;
    this.#ring[this.#head] = undefined;
    this.#head = (this.#head + 1) % this.#ring.length;
    this.#count--;
    this.bytes -= sample.payload.length;
    return sample;
  }

  /** Removes the oldest sample for which `drops` returns true; returns whether there was one. */
  remove(drops: (sample: ReceivedSample) => boolean): boolean {
    const ring = this.#ring;
    for (let i = 0; i < this.#count; i++) {
      const sample = ring[(this.#head + i) % ring.length]!;
      if (!drops(sample)) continue;
      this.bytes -= sample.payload.length;
      for (let j = i; j + 1 < this.#count; j++) {
        ring[(this.#head + j) % ring.length] = ring[(this.#head + j + 1) % ring.length];
      }
      this.#count--;
      ring[(this.#head + this.#count) % ring.length] = undefined;
      return true;
    }
    return false;
  }

  /** Copies the `count` newest samples into their own memory. */
  keepNewest(count: number): void {
    for (let i = Math.max(0, this.#count - count); i < this.#count; i++) {
      this.#ring[(this.#head + i) % this.#ring.length]!.keep();
    }
  }

  #grow(): void {
    const old = this.#ring;
    const grown: (ReceivedSample | undefined)[] = new Array(old.length * 2).fill(undefined);
    for (let i = 0; i < this.#count; i++) grown[i] = old[(this.#head + i) % old.length];
    this.#ring = grown;
    this.#head = 0;
  }
}
