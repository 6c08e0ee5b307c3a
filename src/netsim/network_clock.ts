import { DelayedAction, type Kernel } from '../kernel/index.js';

/** Virtual time as a network simulator needs it. */
export interface NetworkClock {
  /** ns since the start. */
  readonly now: number;
  /**
   * Calls back at a later time; calls for the same time are made in the order of the requests.
   *
   * @param background - whether a run may end before the call
   */
  at(time: number, action: () => void, background?: boolean): void;
}

const label = () => 'the network';

/** The clock of a run. All events of a network are one lane, whose order no search may change. */
export class KernelClock implements NetworkClock {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get now(): number {
    return this.#kernel.now;
  }

  at(time: number, action: () => void, background = false): void {
    this.#kernel.delays.push(time, new DelayedAction(action, label, this, background));
  }
}
