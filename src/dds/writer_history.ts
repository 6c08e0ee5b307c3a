/** The samples that a writer keeps, by sequence number. */
import {
  MAX_HISTORY_BYTES,
  MAX_KEEP_ALL_SAMPLES,
  MAX_UNSENT_BYTES,
  MAX_UNSENT_SAMPLES,
} from './limits.js';
import type { OutgoingData } from './message_encoder.js';
import type { Qos } from './qos.js';

/** A sample in a writer's history. */
export interface WrittenSample extends OutgoingData {
  /** When it was written. */
  readonly writtenAt: number;
  /** The reader that it is for; all readers if absent. */
  readonly audience: ((vendor: number) => boolean) | undefined;
  /** Bytes of all samples of this writer before this one. */
  readonly offset: number;
}

/** A ring indexed by sequence number, from which any sample can be removed. */
export class WriterHistory {
  /** The lowest number in the history; `last + 1` if it is empty. */
  first = 1;
  /** The highest number assigned so far. */
  last = 0;
  count = 0;
  bytes = 0;
  #ring: (WrittenSample | undefined)[] = new Array(16).fill(undefined);

  get(sequence: number): WrittenSample | undefined {
    if (sequence < this.first || sequence > this.last) return undefined;
    return this.#ring[sequence % this.#ring.length];
  }

  /** Adds a sample, whose number must be `last + 1`. */
  add(sample: WrittenSample): void {
    this.last = sample.sequence;
    if (this.count === 0) this.first = this.last;
    if (this.last - this.first >= this.#ring.length) this.#grow();
    this.#ring[this.last % this.#ring.length] = sample;
    this.count++;
    this.bytes += sample.payload.length;
  }

  /** Counts a sample that is not kept. */
  pass(): number {
    this.last++;
    if (this.count === 0) this.first = this.last + 1;
    return this.last;
  }

  remove(sequence: number): void {
    const sample = this.get(sequence);
    if (sample === undefined) return;
    const ring = this.#ring;
    ring[sequence % ring.length] = undefined;
    this.count--;
    this.bytes -= sample.payload.length;
    if (this.count === 0) this.first = this.last + 1;
    else while (ring[this.first % ring.length] === undefined) this.first++;
  }

  #grow(): void {
    const old = this.#ring;
    // `last` is not stored yet, and would have the slot of another.
    const grown: (WrittenSample | undefined)[] = new Array(old.length * 2).fill(undefined);
    for (let n = this.first; n < this.last; n++) grown[n % grown.length] = old[n % old.length];
    this.#ring = grown;
  }
}

/** The bounds of a history according to its QoS. */
export class HistoryRules {
  /** The most samples that a history ever holds. */
  readonly capacity: number;
  /** The depth of keep-last; `Infinity` for keep-all. */
  readonly #keep: number;
  /** Samples that are kept for late joiners only. */
  readonly #keepForLate: number;

  constructor({ history, durability, durabilityService, limits }: Qos) {
    const depthOf = ({ kind, depth }: Qos['history']) =>
      kind === 'keep_all' ? Number.POSITIVE_INFINITY : Math.max(1, depth);
    this.#keep = depthOf(history);
    this.#keepForLate = durability === 'volatile' ? 0 : depthOf(durabilityService ?? history);
    const limit = limits.samples > 0 ? limits.samples : MAX_KEEP_ALL_SAMPLES;
    const keepsAll = this.#keep === Number.POSITIVE_INFINITY;
    this.capacity = keepsAll ? limit : this.#keep + MAX_UNSENT_SAMPLES;
  }

  /**
   * Whether a sample of this size fits. A keep-last history drops samples to make room; unsent ones
   * stay beyond its depth for a while, since its readers may be faster than the turns of the
   * driver.
   */
  makeRoom(history: WriterHistory, bytes: number): boolean {
    if (this.#keep !== Number.POSITIVE_INFINITY) {
      const excess = () =>
        history.count >= this.capacity ||
        (history.count >= this.#keep && history.bytes + bytes > MAX_UNSENT_BYTES);
      while (history.count > 0 && excess()) history.remove(history.first);
    }
    return history.count < this.capacity && history.bytes + bytes <= MAX_HISTORY_BYTES;
  }

  /**
   * Removes samples that need not be kept.
   * @param done everything below this number has arrived everywhere
   * @param sent everything below this number was sent, or cannot be sent now
   */
  trim(history: WriterHistory, done: number, sent: number): void {
    while (history.count > 0) {
      const { first } = history;
      const isDone = first < done && history.count > this.#keepForLate;
      const isOld = first < sent && history.count > this.#keep;
      if (!isDone && !isOld) break;
      history.remove(first);
    }
  }
}
