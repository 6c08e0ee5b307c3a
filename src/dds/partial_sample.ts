/** A sample with some of its fragments. */
import { PENDING_OVERHEAD_BYTES } from './limits.js';
import type { Submessage } from './message_decoder.js';
import type { NumberSet } from './number_set.js';

/** Memory that is not cleared first: a sample is passed on only when all of its bytes have arrived. */
const unfilled = (bytes: number) => new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer);

/** Share of a sample that must have arrived before memory is allocated for its claimed size. */
const BELIEVED_PART = 1 / 8;

export class PartialSample {
  readonly total: number;
  /** Bytes of memory that it takes, including the overhead of its parts. */
  bytes: number;
  /** Bytes of the sample that have arrived before memory for all of it is allocated. */
  #arrived = 0;
  /** The highest fragment that is known to have been sent. */
  highest = 0;
  inlineQosBytes: Uint8Array | undefined;
  inlineQosIsLittle = true;
  seconds = -1;
  parts = 0;
  #count = 0;
  /** One bit for each fragment that has arrived. */
  readonly #there: Uint8Array;
  // At first, only received fragments take memory, since any peer can claim a size.
  readonly #chunks = new Map<number, Uint8Array>();
  #whole: Uint8Array | undefined;

  constructor(
    readonly sampleSize: number,
    readonly fragmentSize: number,
    readonly isKey: boolean,
  ) {
    this.total = Math.ceil(sampleSize / fragmentSize);
    this.#there = new Uint8Array((this.total + 8) >> 3);
    this.bytes = PENDING_OVERHEAD_BYTES + this.#there.length;
  }

  /** Whether a fragment belongs to the same sample. */
  fits(message: Submessage): boolean {
    return message.sampleSize === this.sampleSize && message.fragmentSize === this.fragmentSize;
  }

  get isComplete(): boolean {
    return this.#count === this.total;
  }

  /** Whether a fragment is missing below one that is known to have been sent. */
  get hasHole(): boolean {
    return this.#count < this.highest;
  }

  has(fragment: number): boolean {
    return (this.#there[fragment >> 3]! & (1 << (fragment & 7))) !== 0;
  }

  /** Bytes that a fragment must have. */
  sizeOf(fragment: number): number {
    const before = (fragment - 1) * this.fragmentSize;
    return Math.min(this.fragmentSize, this.sampleSize - before);
  }

  /**
   * Adds a missing fragment.
   * @param reserve reserves memory; returns false if none is left
   * @returns false when there is no memory left
   */
  add(fragment: number, bytes: Uint8Array, reserve: (bytes: number) => boolean): boolean {
    if (this.#whole === undefined && !this.#makeRoom(bytes.length, reserve)) return false;
    if (this.#whole !== undefined) this.#whole.set(bytes, (fragment - 1) * this.fragmentSize);
    else this.#chunks.set(fragment, bytes.slice());
    this.#there[fragment >> 3]! |= 1 << (fragment & 7);
    this.#count++;
    if (fragment > this.highest) this.highest = fragment;
    return true;
  }

  #makeRoom(more: number, reserve: (bytes: number) => boolean): boolean {
    const isBelieved = this.#arrived + more >= this.sampleSize * BELIEVED_PART;
    const needed = PENDING_OVERHEAD_BYTES + this.#there.length + this.sampleSize;
    if (!isBelieved || !reserve(needed - this.bytes)) {
      if (!reserve(more + PENDING_OVERHEAD_BYTES)) return false;
      this.bytes += more + PENDING_OVERHEAD_BYTES;
      this.#arrived += more;
      return true;
    }
    this.bytes = needed;
    const whole = unfilled(this.sampleSize);
    for (const [n, chunk] of this.#chunks) whole.set(chunk, (n - 1) * this.fragmentSize);
    this.#chunks.clear();
    this.#whole = whole;
    return true;
  }

  /** Returns the sample, which must be complete. */
  join(): Uint8Array {
    if (this.#whole !== undefined) return this.#whole;
    const whole = unfilled(this.sampleSize);
    for (const [n, chunk] of this.#chunks) whole.set(chunk, (n - 1) * this.fragmentSize);
    return whole;
  }

  /** Collects the missing fragments up to `highest` that fit into a set; returns false if there are none. */
  missing(set: NumberSet): boolean {
    let first = 1;
    while (first <= this.highest && this.has(first)) first++;
    if (first > this.highest) return false;
    set.clear(first);
    for (let fragment = first; fragment <= this.highest; fragment++) {
      if (!this.has(fragment) && !set.add(fragment)) break;
    }
    return true;
  }
}
