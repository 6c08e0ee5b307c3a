import type { Graph } from './graph.js';

/** The timers of a {@link PeriodWatch}. */
export interface Planner {
  readonly graph: Graph;
  /** Runs `callback` in `delay` ns; with `background`, the run may end before that. */
  schedule(
    delay: number,
    callback: () => void,
    options: { background: boolean },
  ): { destroy(): void };
}

/**
 * Watches whether something happens at least once in every period, from the first time on. An event at the very
 * instant at which a period ends is in time. A run does not wait for the end of a period.
 */
export class PeriodWatch {
  readonly #planner: Planner;
  readonly #period: number;
  readonly #onMiss: () => void;
  readonly #repeats: boolean;
  #last = 0;
  #planned: { destroy(): void } | undefined;
  #stopped = false;

  /**
   * @param period - ns.
   * @param onMiss - called at the end of a period in which nothing happened.
   * @param repeats - whether the next period begins at once after a miss, or only at the next event
   */
  constructor(planner: Planner, period: number, onMiss: () => void, repeats: boolean) {
    this.#planner = planner;
    this.#period = period;
    this.#onMiss = onMiss;
    this.#repeats = repeats;
  }

  /** The event happens now. */
  happened(): void {
    this.#last = this.#planner.graph.kernel.now;
    if (this.#planned === undefined) this.#plan(this.#period);
  }

  stop(): void {
    this.#stopped = true;
    this.#planned?.destroy();
    this.#planned = undefined;
  }

  #plan(delay: number): void {
    this.#planned = this.#planner.schedule(delay, () => this.#look(), { background: true });
  }

  #look(): void {
    this.#planned = undefined;
    const { kernel } = this.#planner.graph;
    const left = this.#last + this.#period - kernel.now;
    if (left > 0) this.#plan(left);
    else kernel.atInstantEnd(() => this.#judge());
  }

  #judge(): void {
    // The check is rescheduled if the event happened in the meantime.
    if (this.#planned !== undefined || this.#stopped) return;
    this.#last = this.#planner.graph.kernel.now;
    if (this.#repeats) this.#plan(this.#period);
    this.#onMiss();
  }
}
