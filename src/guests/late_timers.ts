import type { Timer } from '../graph/index.js';
import type { Kernel } from '../kernel/index.js';

/**
 * When the timers of a guest are called: on time, or later if their node is frozen or a search decides so.
 */
export class LateTimers {
  readonly #kernel: Kernel;
  /** For which call it was decided, and until when that one is late. */
  readonly #decided = new WeakMap<Timer, { readonly call: number; readonly until: number }>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** When the timer is called, as far as that is decided. */
  dueAt(timer: Timer): number {
    const { nextCall, node } = timer;
    const decided = this.#decided.get(timer);
    const until = decided?.call === nextCall ? decided.until : 0;
    return Math.max(nextCall, node.frozenUntil, until);
  }

  /** Whether it is called now, which is decided here. */
  isCalled(timer: Timer): boolean {
    const { decider, now } = this.#kernel;
    if (this.dueAt(timer) > now) return false;
    const { nextCall, period } = timer;
    if (decider?.lateness === undefined || this.#decided.get(timer)?.call === nextCall) return true;
    const late = Math.min(decider.lateness(timer), Math.max(0, period - 1));
    this.#decided.set(timer, { call: nextCall, until: now + late });
    return late === 0;
  }
}
