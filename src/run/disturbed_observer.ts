import type { Observer } from '../graph/index.js';
import { real } from '../guard/index.js';

// Kept from load time: user code gets a virtual one.
const { random } = Math;

/**
 * Sleeps for a really random time before every callback. What the run does must not depend on it;
 * that is what it is for.
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
