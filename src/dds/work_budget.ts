/** How much work one datagram may cause. */
import { MAX_WORK_PER_DATAGRAM } from './limits.js';
import { rejection } from './rejection.js';

/**
 * Counts the steps of loops over what is stored, whose length a peer decides beside the length of its datagram. What is
 * spent before anything is changed leaves nothing half done.
 */
export class WorkBudget {
  #left = Number.POSITIVE_INFINITY;

  /** Steps that are left for the datagram at hand. */
  get left(): number {
    return this.#left;
  }

  /** A datagram begins. */
  begin(): void {
    this.#left = MAX_WORK_PER_DATAGRAM;
  }

  /** It is done; what the participant does by itself is not bounded by it. */
  end(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }

  /** @throws Rejection `work` when so many steps are too many; the rest of the datagram is then ignored */
  spend(steps: number): void {
    if (steps > this.#left) throw rejection('work');
    this.#left -= steps;
  }
}
