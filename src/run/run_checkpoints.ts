import type { Kernel } from '../kernel/index.js';
import type { RunOutcome } from '../record/index.js';
import type { RunRecords } from './run_records.js';

const wallNow = performance.now.bind(performance);

/** The longest wall time between two checkpoints. No more than the work of twice this time can be lost. */
const LONGEST_MS = 500;
/** Early checkpoints are closer together, so that a run that hangs early still leaves something. */
const SHORTEST_MS = 5;

/**
 * Keeps the files of a run complete up to a recent moment, however its process ends. The moments depend on the wall
 * clock; the final content of the files does not.
 */
export class RunCheckpoints {
  readonly #records: RunRecords;
  readonly #outcome: () => RunOutcome;
  readonly #begin = wallNow();
  #next = this.#begin + SHORTEST_MS;

  /** @param outcome - how far the run has come */
  constructor(records: RunRecords, outcome: () => RunOutcome, kernel: Pick<Kernel, 'onHang'>) {
    this.#records = records;
    this.#outcome = outcome;
    records.checkpoint(outcome);
    kernel.onHang = () => records.checkpoint(outcome);
  }

  /** Called a few hundred times per second, between callbacks. */
  look(): void {
    const now = wallNow();
    if (now < this.#next) return;
    this.#records.checkpoint(this.#outcome);
    const interval = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, (now - this.#begin) / 2));
    this.#next = wallNow() + interval;
  }
}
