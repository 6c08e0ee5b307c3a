const wallNow = performance.now.bind(performance);

const FEWEST_STEPS = 1;
const MOST_STEPS = 20_000;
/** A turn that takes longer delays stopping the run too much, in ms. */
const LONG_MS = 20;
/** A turn that takes less is mostly overhead, in ms. */
const SHORT_MS = 5;

/**
 * How many steps the crank takes between two checks of the real world: many if callbacks are quick,
 * few if they are slow. The end of a turn has no effect in virtual time.
 */
export class TurnLength {
  #steps = 64;
  #begin = 0;

  /** The number of steps of the turn that begins now. */
  begin(): number {
    this.#begin = wallNow();
    return this.#steps;
  }

  /** The turn is over; `whole`: all its steps were taken. */
  end(whole: boolean): void {
    const took = wallNow() - this.#begin;
    if (took > LONG_MS) this.#steps = Math.max(FEWEST_STEPS, this.#steps >> 1);
    else if (whole && took < SHORT_MS) this.#steps = Math.min(MOST_STEPS, this.#steps * 2);
  }
}
