import type { DelayQueue } from './delay_queue.js';
import type { ReadyQueue } from './ready_queue.js';
import type { Runnable } from './runnable.js';
import type { TimerHeap } from './timer_heap.js';

/**
 * Decides what runs next where ROS 2 leaves it open. Without a decider, the kernel's own order
 * applies.
 */
export interface Decider {
  /**
   * @param candidates - at least two; the first one runs without a decider
   * @returns index of the one that runs
   */
  choose(candidates: readonly Runnable[], now: number): number;

  /**
   * Called before something runs: an item of the kernel's queues or, from within an executor, an
   * entity. Returns true if it must not run, because something else, such as a crash, has happened
   * instead.
   */
  prevents?(item: Runnable): boolean;

  /** By how many ns a timer that is due is called late; asked once per call, by executors that keep their timers themselves. */
  lateness?(timer: Runnable): number;

  /**
   * Called before a process over DDS gets something for an entity, within the run of an item that was
   * not prevented. Returns true if its node has been hit instead, by a crash or a freeze.
   */
  hits?(entity: Runnable): boolean;
}

/** The candidates of one instant, from which a decider chooses. */
export class OpenChoice {
  readonly #delays: DelayQueue;
  readonly #ready: ReadyQueue;
  readonly #timers: TimerHeap;
  readonly #candidates: Runnable[] = [];
  /** Takes the candidate of the same index out of its queue and runs it. */
  readonly #runs: (() => boolean)[] = [];
  readonly #lanes = new Set<unknown>();

  constructor(delays: DelayQueue, ready: ReadyQueue, timers: TimerHeap) {
    this.#delays = delays;
    this.#ready = ready;
    this.#timers = timers;
  }

  /**
   * Chooses among what is delayed until this instant, what is ready, and the timers
   * that are due, taking the first of each lane. Undefined if there is nothing.
   */
  choose(decider: Decider, now: number): { readonly item: Runnable; run(): boolean } | undefined {
    this.#candidates.length = 0;
    this.#runs.length = 0;
    this.#lanes.clear();
    for (const item of this.#delays.dueBy(now)) {
      this.#add(item, () => {
        this.#delays.remove(item);
        return item.run();
      });
    }
    for (let i = 0; i < this.#ready.size; i++) {
      this.#add(this.#ready.at(i), () => this.#ready.take(i).run());
    }
    for (const slot of this.#timers.dueBy(now)) {
      this.#add(this.#timers.target(slot), () => this.#timers.fire(now, slot));
    }
    if (this.#candidates.length === 0) return undefined;
    const index = this.#candidates.length === 1 ? 0 : decider.choose(this.#candidates, now);
    return { item: this.#candidates[index]!, run: this.#runs[index]! };
  }

  #add(item: Runnable, run: () => boolean): void {
    const lane = item.lane ?? item;
    if (this.#lanes.has(lane)) return;
    this.#lanes.add(lane);
    this.#candidates.push(item);
    this.#runs.push(run);
  }
}
