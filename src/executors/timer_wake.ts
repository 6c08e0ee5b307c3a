import type { Delayed, Kernel, Source } from '../kernel/index.js';
import type { Member } from './member.js';

/**
 * Wakes an executor when one of its timers is due. The timers' times stay where the graph keeps
 * them, so that cancelling or resetting a timer needs no message to the executor: it checks all
 * its timers whenever time advances.
 */
export class TimerWake implements Source, Delayed {
  position = -1;
  readonly background = false;
  readonly #kernel: Kernel;
  readonly #members: readonly Member[];
  readonly #wake: () => void;
  #armed = false;

  constructor(kernel: Kernel, members: readonly Member[], wake: () => void) {
    this.#kernel = kernel;
    this.#members = members;
    this.#wake = wake;
  }

  /** The next time later than now at which a timer is due. */
  get nextDue(): number {
    if (this.#armed) return Number.POSITIVE_INFINITY;
    const { now } = this.#kernel;
    let earliest = Number.POSITIVE_INFINITY;
    for (const { timer } of this.#members) {
      if (timer === undefined) continue;
      const { nextCall } = timer;
      if (nextCall > now && nextCall < earliest) earliest = nextCall;
    }
    return earliest;
  }

  advance(): undefined {
    const due = this.nextDue;
    this.#armed = true;
    this.#kernel.delays.push(due, this);
    return undefined;
  }

  run(): boolean {
    this.#armed = false;
    this.#wake();
    return false;
  }

  label(): string {
    return 'timers of an executor';
  }
}
