import { DelayedAction, DelayQueue } from '../kernel/index.js';
import type { NetworkClock } from './network_clock.js';

/** Virtual time of an experiment that consists only of a network. */
export class ExperimentClock implements NetworkClock {
  readonly #queue = new DelayQueue();
  now = 0;

  at(time: number, action: () => void): void {
    this.#queue.push(time, new DelayedAction(action, () => 'network', this));
  }

  /** Runs all events up to and including this time. */
  runUntil(end: number): void {
    while (this.#queue.nextDue <= end) {
      this.now = this.#queue.nextDue;
      this.#queue.shift().run();
    }
    this.now = end;
  }
}
