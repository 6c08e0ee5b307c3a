import type { Executor, Timer, Waitable } from '../graph/index.js';
import type { Kernel } from '../kernel/index.js';

/**
 * rclcpp's events executor, as rslcpp uses it: one queue, first in first out over all kinds of
 * entities and all nodes; a due timer is called only when the queue is empty.
 *
 * The kernel's own order is this policy, so there is nothing to decide here.
 */
export class EventsExecutor implements Executor {
  readonly name = 'events';
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  notify(entity: Waitable): void {
    this.#kernel.ready.push(entity);
  }

  addTimer(timer: Timer): void {
    this.#kernel.timers.enter(timer.slot);
  }

  removeTimer(timer: Timer): void {
    this.#kernel.timers.leave(timer.slot);
  }
}
