/** Samples of one writer that arrived out of order. */
import { MAX_REORDERED_SAMPLES, PENDING_OVERHEAD_BYTES } from './limits.js';
import type { Peer } from './peer.js';
import type { ReceivedSample } from './received_sample.js';
import type { Reason } from './rejection.js';

export class ReorderBuffer {
  readonly #samples = new Map<number, ReceivedSample>();

  constructor(
    readonly peer: Peer,
    readonly reject: (reason: Reason) => void,
  ) {}

  get size(): number {
    return this.#samples.size;
  }

  has(sequence: number): boolean {
    return this.#samples.has(sequence);
  }

  get(sequence: number): ReceivedSample | undefined {
    return this.#samples.get(sequence);
  }

  /** Keeps a sample, unless there is no room. */
  add(sample: ReceivedSample): void {
    if (this.#samples.size >= MAX_REORDERED_SAMPLES) this.reject('samples_full');
    else if (!this.peer.reserve(PENDING_OVERHEAD_BYTES + sample.payload.length))
      this.reject('pending_bytes_full');
    else {
      sample.keep();
      this.#samples.set(sample.sequence, sample);
    }
  }

  remove(sample: ReceivedSample): void {
    this.#samples.delete(sample.sequence);
    this.peer.release(PENDING_OVERHEAD_BYTES + sample.payload.length);
  }

  /** Forgets the samples from `start` to before `end`. */
  removeRange(start: number, end: number): void {
    const samples = this.#samples;
    if (end - start < samples.size) {
      for (let n = start; n < end; n++) {
        const sample = samples.get(n);
        if (sample !== undefined) this.remove(sample);
      }
      return;
    }
    for (const [sequence, sample] of samples) {
      if (sequence >= start && sequence < end) this.remove(sample);
    }
  }

  /** The steps that {@link removeRange} takes. */
  stepsOf(start: number, end: number): number {
    return Math.min(end - start, this.#samples.size);
  }

  /** The numbers below `sequence`, ascending. */
  below(sequence: number): number[] {
    return [...this.#samples.keys()].filter((n) => n < sequence).sort((a, b) => a - b);
  }

  /** The lowest number; `Infinity` when it is empty. */
  get lowest(): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (const sequence of this.#samples.keys()) lowest = Math.min(lowest, sequence);
    return lowest;
  }
}
