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

  /** How many ns late a due timer is called; asked once per call, by executors that keep their own timers. */
  lateness?(timer: Runnable): number;

  /**
   * Called before a process that is connected over DDS is handed something for one of its entities, while an item
   * that was not prevented runs. Returns true if a crash or a freeze has hit its node instead.
   */
  hits?(entity: Runnable): boolean;
}

/** The candidates of one instant, from which a decider chooses. */
export class OpenChoice {
  readonly #delays: DelayQueue;
  readonly #ready: ReadyQueue;
  readonly #timers: TimerHeap;
  readonly #candidates: Runnable[] = [];
  /** By candidate: takes it out of its queue and runs it. */
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
