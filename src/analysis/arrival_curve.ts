/** How many arrivals are compared with each other. */
const WINDOW = 64;

/** How many of the latest arrivals are kept, so that a late one can be sorted in. */
const REMEMBERED = 1024;

/**
 * How densely something arrives: the least time within which a given number of arrivals follow each other. It comes
 * from a period, with or without jitter, or from observation. Beyond the observed number the curve is extended,
 * because distances add up.
 */
export class ArrivalCurve {
  /** `[n]`: least time from an arrival to the n-th one after it, in ns. */
  readonly #distances: readonly number[];

  /** @param distances - for 1, 2, 3… further arrivals; empty: it arrives at most once */
  constructor(distances: readonly number[]) {
    this.#distances = [0, ...distances];
  }

  /** At most every `period` ns, each up to `jitter` ns later than that. */
  static periodic(period: number, jitter = 0): ArrivalCurve {
    if (jitter === 0) return new ArrivalCurve([period]);
    // Until the jitter is used up, and as many again, so that extending the curve costs little.
    const explicit = 2 * Math.ceil(jitter / period) + WINDOW;
    const distances = Array.from({ length: explicit }, (_, i) =>
      Math.max(0, (i + 1) * period - jitter),
    );
    return new ArrivalCurve(distances);
  }

  /**
   * Whether arrivals that conform to the other curve conform to this one, within the other's
   * explicit part.
   */
  covers(other: ArrivalCurve): boolean {
    return other.#distances.every((distance, n) => this.distance(n) <= distance);
  }

  /** Least time from an arrival to the n-th one after it. */
  distance(n: number): number {
    const longest = this.#distances.length - 1;
    if (n <= longest) return this.#distances[n]!;
    if (longest === 0) return Number.POSITIVE_INFINITY;
    const whole = Math.floor(n / longest);
    return whole * this.#distances[longest]! + this.#distances[n % longest]!;
  }

  /**
   * The most arrivals in any half-open interval of this length; Infinity if they have no distance.
   */
  arrivals(length: number): number {
    if (length <= 0) return 0;
    const longest = this.#distances.length - 1;
    if (longest === 0) return 1;
    const step = this.#distances[longest]!;
    if (step <= 0) return Number.POSITIVE_INFINITY;
    // First the whole steps that certainly fit, then the few that are left.
    let n = Math.max(0, Math.floor((length - 1) / step) - 1) * longest;
    while (this.distance(n + 1) < length) n++;
    return n + 1;
  }
}

/** Observes arrivals, in any order, and returns their curve. */
export class ArrivalObserver {
  /** The latest arrivals, in the order of their times. */
  #times: number[] = [];
  readonly #least: number[] = [];
  #inOrder = true;

  /** Adds an arrival; one that is earlier than those already added shortens their distances. */
  add(time: number): void {
    const times = this.#times;
    let place = times.length;
    while (place > 0 && times[place - 1]! > time) place--;
    if (place < times.length) this.#inOrder = false;
    times.splice(place, 0, time);
    // Every group of arrivals in which the new one is the first, the last or a middle one.
    for (let last = place; last < Math.min(times.length, place + WINDOW); last++) {
      for (let first = Math.max(0, last - WINDOW); first <= place && first < last; first++) {
        this.#see(last - first, times[last]! - times[first]!);
      }
    }
    if (times.length > 2 * REMEMBERED) this.#times = times.slice(-REMEMBERED);
  }

  #see(further: number, distance: number): void {
    const least = this.#least[further - 1];
    if (least === undefined || distance < least) this.#least[further - 1] = distance;
  }

  /** Whether they were added in the order of their times. */
  get inOrder(): boolean {
    return this.#inOrder;
  }

  /** Least time between two successive arrivals; Infinity if there were fewer than two. */
  get leastDistance(): number {
    return this.#least[0] ?? Number.POSITIVE_INFINITY;
  }

  curve(): ArrivalCurve {
    return new ArrivalCurve(this.#least);
  }
}
