import { OrreryError } from '../errors/index.js';
import type { Runnable } from './runnable.js';

/** How many callbacks beyond the limit are watched to find the members of the cycle. */
const WATCHED = 256;

/** Watches an instant that does not end, and names the callbacks that keep feeding it. */
export class CycleWatch {
  readonly #labels = new Map<string, number>();
  #seen = 0;

  /** Notes one more callback; throws `ORR_INSTANT_OVERFLOW` when it has seen enough. */
  note(item: Runnable, limit: number, now: number): void {
    const label = item.label();
    this.#labels.set(label, (this.#labels.get(label) ?? 0) + 1);
    if (++this.#seen < WATCHED) return;
    const cycle = [...this.#labels.keys()];
    throw new OrreryError(
      'ORR_INSTANT_OVERFLOW',
      `More than ${limit} callbacks ran at one instant (${now} ns after the start) and the instant does not end; ` +
        `these feed each other without delay: ${cycle.join(', ')}. ` +
        'Break the cycle, give it a delay, or raise the limit of callbacks per instant.',
    );
  }
}
