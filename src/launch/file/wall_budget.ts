import { OrreryError } from '../../errors/index.js';

/** The wall time that loading a launch file may take, shared with the processes that the file starts. */
export class WallBudget {
  readonly #seconds: number;
  readonly #begin = performance.now();

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** The time left, in whole ms, at least 1: Node takes a timeout of 0 to mean none. */
  get left(): number {
    const used = performance.now() - this.#begin;
    return Math.max(1, Math.ceil(this.#seconds * 1000 - used));
  }

  /** The error for a process that was ended because no time is left. */
  usedUp(what: string): OrreryError {
    return new OrreryError(
      'ORR_WALL_LIMIT',
      `The wall-clock budget of ${this.#seconds} s is used up and ${what} has not ended; it was killed.`,
    );
  }
}
