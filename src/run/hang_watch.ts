import type { ControlBlock } from './control_block.js';
import { findHungCallback } from './find_hung_callback.js';

const TICK_MS = 250;
/** Processor time that a callback takes before its run is looked at. */
const FIRST_MS = 500;

/**
 * Keeps what a run has recorded when a callback does not return, because its process may be killed before it does: the
 * thread is halted for a moment and completes its files, each time a callback has taken twice as long.
 */
export class HangWatch {
  readonly #block: ControlBlock;
  readonly #threadId: number;
  readonly #timer: NodeJS.Timeout;
  #steps = 0;
  #since = 0;
  #wait = FIRST_MS;
  #look: Promise<unknown> | undefined;

  constructor(block: ControlBlock, threadId: number) {
    this.#block = block;
    this.#threadId = threadId;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  clear(): void {
    clearInterval(this.#timer);
  }

  /** Settles when the thread is not looked at any more: two who do so disturb each other. */
  async end(): Promise<void> {
    this.clear();
    await this.#look;
  }

  #tick(): void {
    const { steps, callbacks, held, finishing } = this.#block;
    const { user, system } = process.cpuUsage();
    const cpu = (user + system) / 1000;
    // A run that is loaded or waits has nothing to keep.
    if (steps !== this.#steps || callbacks === 0 || held || finishing) {
      this.#steps = steps;
      this.#since = cpu;
      this.#wait = FIRST_MS;
    } else if (cpu - this.#since >= this.#wait && this.#look === undefined) {
      this.#wait = 2 * (cpu - this.#since);
      this.#look = findHungCallback(this.#threadId).finally(() => {
        this.#look = undefined;
      });
    }
  }
}
