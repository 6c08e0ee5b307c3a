import type { Delayed } from './delay_queue.js';

/** An action that runs once at a later time, and is not itself a callback of the program. */
export class DelayedAction implements Delayed {
  position = -1;
  readonly background: boolean;
  readonly lane: object | undefined;
  readonly #action: () => void;
  readonly #label: () => string;

  /**
   * @param label - its name in a report; called only when something went wrong
   * @param lane - actions of one lane run in the order in which they were added
   * @param background - whether the run may end before it
   */
  constructor(action: () => void, label: () => string, lane?: object, background = false) {
    this.#action = action;
    this.#label = label;
    this.lane = lane;
    this.background = background;
  }

  run(): boolean {
    this.#action();
    return false;
  }

  label(): string {
    return this.#label();
  }
}
