const { now: wallNow } = performance;

const FEWEST_STEPS = 1;
const MOST_STEPS = 20_000;
/** A turn that takes longer is too long for whoever wants to stop the run, ms. */
const LONG_MS = 20;
/** A turn that takes less is mostly turning around, ms. */
const SHORT_MS = 5;

/**
 * How many steps the crank turns between two looks at the real world: many of quick callbacks, few of
 * slow ones. Where a turn ends decides nothing that happens in virtual time.
 */
export class TurnLength {
  #steps = 64;
  #begin = 0;

  /** Steps of the turn that begins now. */
  begin(): number {
    this.#begin = wallNow.call(performance);
    return this.#steps;
  }

  /** The turn is over; `whole`: it made all its steps. */
  end(whole: boolean): void {
    const took = wallNow.call(performance) - this.#begin;
    if (took > LONG_MS) this.#steps = Math.max(FEWEST_STEPS, this.#steps >> 1);
    else if (whole && took < SHORT_MS) this.#steps = Math.min(MOST_STEPS, this.#steps * 2);
  }
}
