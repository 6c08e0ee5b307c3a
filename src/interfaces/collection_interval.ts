/**
 * Decides after how many bytes of large arrays the young objects are collected. The shorter the interval, the more
 * likely the next copy gets memory that is still in a cache. But arrays that survive two collections become old, and
 * old arrays cost more to collect: if more messages wait in queues than fit into the interval, it grows until they
 * die young.
 */

/** A collection takes 50 µs however little lives, as much as 25 copies of 100 KB; four megabytes stay in the caches. */
const SHORTEST = 4_000_000;
/** V8 collects by itself after slightly more. */
const LONGEST = 32_000_000;

/** After this many collections, what one leaves is compared with what the next one leaves; each look takes 20 µs. */
const BETWEEN_LOOKS = 8;
/** Checks without any new old array before a shorter interval is tried for the first time. */
const PATIENCE = 16;
/** Earlier growth counts for half as much at every later check. */
const MEMORY = 0.5;
/**
 * The tolerated growth as a share of the interval: an array that becomes old costs as much as
 * several that die young.
 */
const TOLERATED = 0.25;

/** Chooses the interval, which affects when memory is freed, but never a result. */
export class CollectionInterval {
  /** Bytes between two collections. */
  bytes = SHORTEST;
  readonly #held: () => number;
  #before = 0;
  #collections = 0;
  /** Bytes that became old recently. */
  #grown = 0;
  #calm = 0;
  #patience = PATIENCE;

  /** `held` returns the bytes that arrays hold, living or not yet collected. */
  constructor(held: () => number) {
    this.#held = held;
  }

  /** Called when young objects have been collected. */
  collected(): void {
    if (++this.#collections < BETWEEN_LOOKS) return;
    const held = this.#held();
    if (this.#collections === BETWEEN_LOOKS) this.#before = held;
    else {
      this.#collections = 0;
      this.#choose(held - this.#before);
    }
  }

  /** Adapts the interval to the growth; old arrays are collected now and then, so only growth is meaningful. */
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

  /**
   * Tries a shorter interval. Each time, the next try is twice as far away, so that the cost of
   * failed tries vanishes.
   */
  #narrow(): void {
    this.#calm = 0;
    if (this.bytes === SHORTEST) return;
    this.#patience *= 2;
    this.bytes /= 2;
  }
}
