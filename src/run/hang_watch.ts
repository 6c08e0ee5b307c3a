import type { ControlBlock } from './control_block.js';
import { findHungCallback } from './find_hung_callback.js';

const TICK_MS = 250;
/** Processor time that a callback takes before its run is looked at. */
const FIRST_MS = 500;

/**
 * Saves what a run has recorded when a callback does not return, because the process may be killed before it does.
 * Each time the callback's duration has doubled, the thread is halted briefly to complete its files.
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

  /** Settles when no inspection of the thread is under way: two at once would disturb each other. */
  async end(): Promise<void> {
    this.clear();
    await this.#look;
  }

  #tick(): void {
    const { steps, callbacks, held, finishing } = this.#block;
    const { user, system } = process.cpuUsage();
    const cpu = (user + system) / 1000;
    // A run that is loading or waiting has nothing to save.
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
