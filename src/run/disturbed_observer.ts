import type { Observer } from '../graph/index.js';
import { real } from '../guard/index.js';

// Captured at load time: user code gets a virtual one.
const { random } = Math;

/**
 * Sleeps for a truly random time before every callback, to show that the run does not depend on
 * it.
 */
export class DisturbedObserver implements Observer {
  readonly #longestMs: number;
  readonly #never = new Int32Array(new SharedArrayBuffer(4));

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  callbackStarted(): void {
    real.atomicsWait(this.#never, 0, 0, random() * this.#longestMs);
  }
}
