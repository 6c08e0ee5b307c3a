import type { RandomStream, Runnable } from '../kernel/index.js';
import type { Strategy } from './exploration.js';
import { randomStream } from './random_stream.js';

/**
 * Priorities of probabilistic concurrency testing. Its threads are lanes here and its steps are choices, because a
 * moment at which only one thing can run changes nothing. With n lanes and k choices, a bug that needs d orderings
 * is found with probability ≥ 1/(n·k^(d−1)).
 */
export class PctPriorities {
  readonly #stream: RandomStream;
  /**
   * The choices at which the first candidate loses its priority. They are not sorted: which of two lowered lanes
   * ends up lower must not depend on which was lowered first, or some bugs could never be found.
   */
  readonly #changes: readonly number[];
  readonly #priorities = new WeakMap<object, number>();
  #choices = 0;

  constructor({ seed, depth, points }: Extract<Strategy, { kind: 'pct' }>) {
    this.#stream = randomStream(seed, 'priorities');
    const moments = randomStream(seed, 'change points');
    const changes: number[] = [];
    for (let i = 1; i < depth && points > 0; i++) changes.push(1 + moments.integer(points));
    this.#changes = changes;
  }

  /** Index of the candidate with the highest priority. */
  pick(candidates: readonly Runnable[]): number {
    this.#choices++;
    for (const [change, choice] of this.#changes.entries()) {
      if (choice !== this.#choices) continue;
      // Lowered priorities are below all initial ones, each at its own height.
      const lowered = change - this.#changes.length;
      this.#priorities.set(laneOf(candidates[this.#highest(candidates)]!), lowered);
    }
    return this.#highest(candidates);
  }

  #highest(candidates: readonly Runnable[]): number {
    let best = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (const [index, candidate] of candidates.entries()) {
      const priority = this.#priority(laneOf(candidate));
      if (priority <= highest) continue;
      best = index;
      highest = priority;
    }
    return best;
  }

  /** Initial priorities lie in [0, 1). */
  #priority(lane: object): number {
    let priority = this.#priorities.get(lane);
    if (priority === undefined) {
      priority = this.#stream.float();
      this.#priorities.set(lane, priority);
    }
    return priority;
  }
}

function laneOf(item: Runnable): object {
  return item.lane ?? item;
}
