/** How much work one datagram may cause. */
import { MAX_WORK_PER_DATAGRAM } from './limits.js';
import { rejection } from './rejection.js';

/**
 * Counts the steps of loops over stored data, whose length does not follow from the length of the datagram but from
 * what a peer has sent before. Steps are spent before anything changes, so nothing is left half done.
 */
export class WorkBudget {
  #left = Number.POSITIVE_INFINITY;

  /** Steps that are left for the datagram at hand. */
  get left(): number {
    return this.#left;
  }

  /** Called when a datagram begins. */
  begin(): void {
    this.#left = MAX_WORK_PER_DATAGRAM;
  }

  /** Called when the datagram is done; work that the participant does on its own is not bounded by it. */
  end(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }

  /** @throws Rejection `work` when this exceeds the budget; the rest of the datagram is then ignored */
  spend(steps: number): void {
    if (steps > this.#left) throw rejection('work');
    this.#left -= steps;
  }
}
