import type { Observer, Waitable } from '../graph/index.js';
import { real } from '../guard/index.js';
import { PassingObserver } from './passing_observer.js';

// Kept from load time: user code gets a virtual one.
const { random } = Math;

/**
 * Sleeps for a really random time before every callback and passes everything on. What the run
 * does must not depend on it; that is what it is for.
 */
export class DisturbedObserver extends PassingObserver {
  readonly #longestMs: number;
  readonly #never = new Int32Array(new SharedArrayBuffer(4));

  constructor(observer: Observer | undefined, longestMs: number) {
    super(observer);
    this.#longestMs = longestMs;
  }

  override callbackStarted(entity: Waitable, number: number, cause: number, input: number): void {
    real.atomicsWait(this.#never, 0, 0, random() * this.#longestMs);
    super.callbackStarted(entity, number, cause, input);
  }
}
