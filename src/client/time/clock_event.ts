import type { Clock } from './clock.js';
import { ClockType } from './clock_type.js';

/** An event that code can wait for until it is set, or until a given time. */
export class ClockEvent {
  #set = false;
  readonly #waiting = new Set<() => void>();

  /** Settles when the event is set or the steady clock reads `until` (ns). */
  waitUntilSteady(clock: Clock, until: bigint): Promise<void> {
    return this.#waitUntil(clock, until);
  }

  /** Settles when the event is set or the system clock reads `until` (ns). */
  waitUntilSystem(clock: Clock, until: bigint): Promise<void> {
    return this.#waitUntil(clock, until);
  }

  /**
   * Settles when the event is set or the ROS clock reads `until` (ns). While the clock follows
   * `/clock`, only setting the event ends the wait; use a jump callback for that.
   */
  waitUntilRos(clock: Clock, until: bigint): Promise<void> {
    return this.#waitUntil(clock, until);
  }

  isSet(): boolean {
    return this.#set;
  }

  /** Ends all waits; later waits end at once until the event is cleared. */
  set(): void {
    this.#set = true;
    for (const wake of [...this.#waiting]) wake();
  }

  clear(): void {
    this.#set = false;
  }

  #waitUntil(clock: Clock, until: bigint): Promise<void> {
    if (this.#set) return Promise.resolve();
    return new Promise((resolve) => {
      const delay = Number(until - clock.now().nanoseconds);
      const follows = clock.clockType === ClockType.ROS_TIME && clock.isOverridden;
      const alarm = follows ? undefined : clock._world.schedule(Math.max(0, delay), () => wake());
      const wake = () => {
        this.#waiting.delete(wake);
        alarm?.destroy();
        resolve();
      };
      this.#waiting.add(wake);
    });
  }
}
