/**
 * After how many bytes of large arrays the young objects are collected. The less, the nearer to the processor is the
 * memory that the next copy gets. But arrays that survive two collections count as old, and old ones are dearer to
 * collect: where more messages wait in queues than fit, the interval grows until they die young.
 */

/** A collection takes 50 µs however little lives, as much as 25 copies of 100 KB; four megabytes stay in the caches. */
const SHORTEST = 4_000_000;
/** V8 collects by itself after a little more. */
const LONGEST = 32_000_000;

/** Every so many collections, what one of them leaves is compared with what the one before left; that takes 20 µs. */
const BETWEEN_LOOKS = 8;
/** Looks at which nothing has become old before a shorter interval is tried, the first time. */
const PATIENCE = 16;
/** What grew counts for half as much at every later look. */
const MEMORY = 0.5;
/** A share of the interval: an array that becomes old costs as much as several that die young. */
const TOLERATED = 0.25;

/** Chooses the interval; it decides when memory is free again, never a result. */
export class CollectionInterval {
  /** Bytes between two collections. */
  bytes = SHORTEST;
  readonly #held: () => number;
  #before = 0;
  #collections = 0;
  /** Bytes that became old of late. */
  #grown = 0;
  #calm = 0;
  #patience = PATIENCE;

  /** `held` returns the bytes that arrays hold, living or not yet collected. */
  constructor(held: () => number) {
    this.#held = held;
  }

  /** Young objects have been collected. */
  collected(): void {
    if (++this.#collections < BETWEEN_LOOKS) return;
    const held = this.#held();
    if (this.#collections === BETWEEN_LOOKS) this.#before = held;
    else {
      this.#collections = 0;
      this.#choose(held - this.#before);
    }
  }

  /** Old arrays are collected now and then, so that only growth tells anything. */
  #choose(growth: number): void {
    this.#grown = MEMORY * this.#grown + Math.max(0, growth);
    if (growth > 0) this.#calm = 0;
    if (this.#grown > TOLERATED * this.bytes) this.#widen();
    else if (++this.#calm >= this.#patience) this.#narrow();
  }

  #widen(): void {
    this.#grown = 0;
    this.bytes = Math.min(2 * this.bytes, LONGEST);
  }

  /** Each time, the next try is twice as far away, so that tries that fail cost nothing in the end. */
  #narrow(): void {
    this.#calm = 0;
    if (this.bytes === SHORTEST) return;
    this.#patience *= 2;
    this.bytes /= 2;
  }
}
