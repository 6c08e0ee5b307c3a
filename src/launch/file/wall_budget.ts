import { OrreryError } from '../../errors/index.js';

/** The wall time that loading a launch file may take, of which what the file starts takes its part. */
export class WallBudget {
  readonly #seconds: number;
  readonly #begin = performance.now();

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** What is left, in whole ms, at least 1: to Node, a timeout of 0 is none. */
  get left(): number {
    const used = performance.now() - this.#begin;
    return Math.max(1, Math.ceil(this.#seconds * 1000 - used));
  }

  /** The error for what was ended because nothing is left. */
  usedUp(what: string): OrreryError {
    return new OrreryError(
      'ORR_WALL_LIMIT',
      `The wall-clock budget of ${this.#seconds} s is used up and ${what} has not ended; it was killed.`,
    );
  }
}
