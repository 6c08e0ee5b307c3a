import type { ApproximateTime } from './node_model.js';

/**
 * Decides by their stamps which messages belong together, like
 * `message_filters.ApproximateTimeSynchronizer` of Python. The C++ policy decides differently.
 */
export class ApproximateTimeFilter {
  readonly #model: ApproximateTime;
  /** Stamps by topic, in the order of the topics. */
  readonly #queues: ReadonlyMap<string, Set<number>>;

  constructor(model: ApproximateTime) {
    this.#model = model;
    this.#queues = new Map(model.topics.map((topic) => [topic, new Set()]));
  }

  /** Takes a message with its stamp in ns; returns whether it completes a set, which then leaves the queues. */
  add(topic: string, stamp: number): boolean {
    const { slop, queueSize } = this.#model;
    const own = this.#queues.get(topic)!;
    own.add(stamp);
    while (own.size > queueSize) own.delete(Math.min(...own));
    const distance = (other: number) => Math.abs(other - stamp);
    const candidates = [...this.#queues].map(([name, stamps]) =>
      name === topic
        ? [stamp].filter((each) => own.has(each))
        : [...stamps]
            .filter((each) => distance(each) <= slop)
            .sort((a, b) => distance(a) - distance(b)),
    );
    const chosen = this.#choose(candidates, [], stamp, stamp);
    if (chosen === undefined) return false;
    for (const [at, queue] of [...this.#queues.values()].entries()) queue.delete(chosen[at]!);
    return true;
  }

  /** The first choice of one stamp per topic whose spread is below the slop. */
  #choose(
    candidates: readonly (readonly number[])[],
    chosen: readonly number[],
    least: number,
    most: number,
  ): readonly number[] | undefined {
    if (most - least >= this.#model.slop) return undefined;
    if (chosen.length === candidates.length) return chosen;
    for (const stamp of candidates[chosen.length]!) {
      const spread = [Math.min(least, stamp), Math.max(most, stamp)] as const;
      const all = this.#choose(candidates, [...chosen, stamp], ...spread);
      if (all !== undefined) return all;
    }
    return undefined;
  }
}
