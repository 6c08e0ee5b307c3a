import type { Pace } from '../kernel/index.js';

// Captured before any guard can replace them.
const monotonic = process.hrtime.bigint;
const realSetTimeout = globalThis.setTimeout;

/** Longest sleep in ms; the run can be interrupted between two sleeps. */
const LONGEST_SLEEP = 50;
const NANOSECONDS_PER_MILLISECOND = 1e6;

/**
 * Keeps virtual time from running ahead of the wall clock: at `rate` 1 a virtual second takes one
 * second, at 0.5 it takes two. Pacing changes neither what happens nor in which order; a system
 * that cannot keep up runs as fast as it can and catches up.
 */
export class WallPace implements Pace {
  readonly #rate: number;
  #start: bigint | undefined;
  #startTime = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  wait(now: number, time: number): Promise<void> | undefined {
    if (this.#start === undefined) {
      this.#start = monotonic();
      this.#startTime = now;
    }
    const due = (time - this.#startTime) / this.#rate;
    const left = (due - Number(monotonic() - this.#start)) / NANOSECONDS_PER_MILLISECOND;
    if (left <= 0) return undefined;
    return new Promise((resolve) => {
      realSetTimeout(resolve, Math.min(Math.ceil(left), LONGEST_SLEEP));
    });
  }
}
