import type { RunOutcome } from '../record/index.js';
import type { RunRecords } from './run_records.js';

const { now: wallNow } = performance;

/** Most wall time between two checkpoints. What a run did in twice this is lost at most. */
const LONGEST_MS = 500;
/** In the beginning they are closer, so that a run that hangs early is not empty. */
const SHORTEST_MS = 5;

/**
 * Sees to it that what a run leaves behind is complete up to a moment ago, whatever ends its
 * process. When that happens depends on the wall clock; what the files hold in the end does not.
 */
export class RunCheckpoints {
  readonly #records: RunRecords;
  readonly #outcome: () => RunOutcome;
  readonly #begin = wallNow.call(performance);
  #next = this.#begin + SHORTEST_MS;

  /** @param outcome - how far the run is */
  constructor(records: RunRecords, outcome: () => RunOutcome) {
    this.#records = records;
    this.#outcome = outcome;
    records.checkpoint(outcome);
  }

  /** Called a few hundred times per second, between callbacks. */
  look(): void {
    const now = wallNow.call(performance);
    if (now < this.#next) return;
    this.#records.checkpoint(this.#outcome);
    const interval = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, (now - this.#begin) / 2));
    this.#next = wallNow.call(performance) + interval;
  }
}
