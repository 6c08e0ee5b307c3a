import type { Kernel } from '../kernel/index.js';
import type { RunOutcome } from '../record/index.js';
import type { RunRecords } from './run_records.js';

const wallNow = performance.now.bind(performance);

/** The longest wall time between two checkpoints. No more than the work of twice this time can be lost. */
const LONGEST_MS = 500;
/**
 * The least time between two checkpoints, in times of what the last one took. With tens of thousands of topics a
 * checkpoint takes seconds, because it lists them all; at a fixed interval, a run would do little else.
 */
const TIMES_ITS_COST = 3;
/** Early checkpoints are closer together, so that a run that hangs early still leaves something. */
const SHORTEST_MS = 5;

/**
 * Keeps the files of a run complete up to a recent moment, however its process ends. The moments depend on the wall
 * clock; the final content of the files does not.
 */
export class RunCheckpoints {
  readonly #records: Pick<RunRecords, 'checkpoint'>;
  readonly #outcome: () => RunOutcome;
  readonly #clock: () => number;
  readonly #begin: number;
  #next: number;

  /**
   * @param outcome - how far the run has come
   * @param clock - the wall clock, in ms
   */
  constructor(
    records: Pick<RunRecords, 'checkpoint'>,
    outcome: () => RunOutcome,
    kernel: Pick<Kernel, 'onHang'>,
    clock = wallNow,
  ) {
    this.#records = records;
    this.#outcome = outcome;
    this.#clock = clock;
    this.#begin = clock();
    this.#next = this.#begin + SHORTEST_MS;
    records.checkpoint(outcome);
    kernel.onHang = () => records.checkpoint(outcome);
  }

  /** Called a few hundred times per second, between callbacks. */
  look(): void {
    const now = this.#clock();
    if (now < this.#next) return;
    this.#records.checkpoint(this.#outcome);
    const end = this.#clock();
    const interval = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, (now - this.#begin) / 2));
    this.#next = end + Math.max(interval, TIMES_ITS_COST * (end - now));
  }
}
