/** Arrivals whose distances are looked at together. */
const WINDOW = 64;

/**
 * How densely something arrives: the least time in which so many arrivals follow each other. From a
 * period, or from what was observed; beyond the observed number it is continued by the fact that
 * distances add up.
 */
export class ArrivalCurve {
  /** `[n]`: least time from an arrival to the n-th after it, in ns. */
  readonly #distances: readonly number[];

  /** @param distances - for 1, 2, 3… further arrivals; empty: it arrives once at most */
  constructor(distances: readonly number[]) {
    this.#distances = [0, ...distances];
  }

  /** At most every `period` ns. */
  static periodic(period: number): ArrivalCurve {
    return new ArrivalCurve([period]);
  }

  /** Least time from an arrival to the n-th after it. */
  distance(n: number): number {
    const longest = this.#distances.length - 1;
    if (n <= longest) return this.#distances[n]!;
    if (longest === 0) return Number.POSITIVE_INFINITY;
    const whole = Math.floor(n / longest);
    return whole * this.#distances[longest]! + this.#distances[n % longest]!;
  }

  /** Most arrivals in any half-open interval of this length; Infinity when they have no distance. */
  arrivals(length: number): number {
    if (length <= 0) return 0;
    const longest = this.#distances.length - 1;
    if (longest === 0) return 1;
    const step = this.#distances[longest]!;
    if (step <= 0) return Number.POSITIVE_INFINITY;
    // Whole steps that certainly fit, then the few that are left.
    let n = Math.max(0, Math.floor((length - 1) / step) - 1) * longest;
    while (this.distance(n + 1) < length) n++;
    return n + 1;
  }
}

/** Observes arrivals, one after the other, and gives their curve. */
export class ArrivalObserver {
  readonly #last = new Float64Array(WINDOW);
  readonly #least: number[] = [];
  #count = 0;

  /** An arrival; not earlier than the one before. */
  add(time: number): void {
    const known = Math.min(this.#count, WINDOW);
    for (let n = 1; n <= known; n++) {
      const distance = time - this.#last[(this.#count - n) % WINDOW]!;
      const least = this.#least[n - 1];
      if (least === undefined || distance < least) this.#least[n - 1] = distance;
    }
    this.#last[this.#count % WINDOW] = time;
    this.#count++;
  }

  /** Least time between two successive arrivals; Infinity: there were no two. */
  get leastDistance(): number {
    return this.#least[0] ?? Number.POSITIVE_INFINITY;
  }

  curve(): ArrivalCurve {
    return new ArrivalCurve(this.#least);
  }
}
