/** Notices when samples come later than a deadline allows. */
import { Timer, type Timers } from './timers.js';

export class DeadlineMonitor {
  missed = 0;
  #last = 0;
  readonly #timer: Timer;

  /** @param period ns; `Infinity` for no deadline */
  constructor(
    readonly timers: Timers,
    readonly period: number,
    readonly onMissed: (count: number) => void,
  ) {
    this.#timer = new Timer((now) => this.#check(now));
  }

  /** Notes a sample; the first one starts the watch. */
  note(now: number): void {
    this.#last = now;
    // The timer is not moved for each sample; it checks the latest one when it runs.
    if (this.period < Number.POSITIVE_INFINITY && this.#timer.place < 0) {
      this.timers.set(this.#timer, now + this.period);
    }
  }

  #check(now: number): void {
    const due = this.#last + this.period;
    if (due > now) {
      this.timers.set(this.#timer, due);
      return;
    }
    this.#last = now;
    this.missed++;
    this.timers.set(this.#timer, now + this.period);
    this.onMissed(this.missed);
  }

  close(): void {
    this.timers.cancel(this.#timer);
  }
}
