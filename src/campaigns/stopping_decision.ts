import type { StoppingRule } from './campaign.js';
import { wilsonInterval } from './interval.js';

/**
 * Decides when the share of failures of every point is known well enough. Rows are considered in order, up to the
 * first missing one, so that the decision does not depend on which run finished first.
 */
export class StoppingDecision {
  readonly #rule: StoppingRule;
  readonly #points: number;
  /** Whether a row failed; undefined: it was lost. */
  readonly #known = new Map<number, boolean | undefined>();
  readonly #runs: number[];
  readonly #failures: number[];
  #next = 0;
  #enough = false;

  constructor(rule: StoppingRule, points: number) {
    this.#rule = rule;
    this.#points = points;
    this.#runs = Array.from({ length: points }, () => 0);
    this.#failures = Array.from({ length: points }, () => 0);
  }

  get isEnough(): boolean {
    return this.#enough;
  }

  add(row: number, failed: boolean | undefined): void {
    this.#known.set(row, failed);
    while (!this.#enough && this.#known.has(this.#next)) {
      const outcome = this.#known.get(this.#next);
      this.#known.delete(this.#next);
      const point = this.#next % this.#points;
      if (outcome !== undefined) this.#runs[point]!++;
      if (outcome) this.#failures[point]!++;
      this.#next++;
      if (this.#next % this.#points === 0) this.#enough = this.#isKnown();
    }
  }

  #isKnown(): boolean {
    const { within, level, least } = this.#rule;
    return this.#runs.every((runs, point) => {
      const { low, high } = wilsonInterval(this.#failures[point]!, runs, level);
      return runs >= least && (high - low) / 2 <= within;
    });
  }
}
