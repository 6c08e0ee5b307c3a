import type { Kernel } from '../kernel/index.js';
import type { RunOutcome } from '../record/index.js';
import type { RunRecords } from './run_records.js';

const { now: wallNow } = performance;

/** The most wall time between two checkpoints. At most, the work of twice this time is lost. */
const LONGEST_MS = 500;
/** At the start they are closer, so a run that hangs early still leaves something. */
const SHORTEST_MS = 5;

/**
 * Keeps what a run leaves behind complete up to a moment ago, however its process
 * ends. The moments depend on the wall clock; the final content of the files does not.
 */
export class RunCheckpoints {
  readonly #records: RunRecords;
  readonly #outcome: () => RunOutcome;
  readonly #begin = wallNow.call(performance);
  #next = this.#begin + SHORTEST_MS;

  /** @param outcome - how far the run is */
  constructor(records: RunRecords, outcome: () => RunOutcome, kernel: Pick<Kernel, 'onHang'>) {
    this.#records = records;
    this.#outcome = outcome;
    records.checkpoint(outcome);
    kernel.onHang = () => records.checkpoint(outcome);
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
