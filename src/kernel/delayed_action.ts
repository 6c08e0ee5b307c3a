import type { Delayed } from './delay_queue.js';

/** An action that is done once at a later time, and is not itself a callback of the program. */
export class DelayedAction implements Delayed {
  position = -1;
  readonly background: boolean;
  readonly lane: object | undefined;
  readonly #action: () => void;
  readonly #label: () => string;

  /**
   * @param label - what to call it in a report; asked only when something went wrong
   * @param lane - what of this lane was asked for first is done first
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
