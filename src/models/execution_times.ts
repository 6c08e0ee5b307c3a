import type { Sender, Waitable } from '../graph/index.js';

/** How long callbacks take, in virtual time. */
export interface ExecutionTimes {
  /**
   * How long the callback of this entity takes that starts now, in ns; drawn anew if it is random.
   */
  duration(entity: Waitable): number;
  /** The most that {@link duration} can return for this entity. Absent or Infinity: unknown. */
  longest?(entity: Waitable): number;
  /**
   * When one output of this callback leaves, in ns after its start.
   * @param index - number of the output within the callback, from 0
   */
  leaves(entity: Waitable, sender: Sender, index: number, duration: number): number;
  /**
   * What the clock shows inside a callback: the start throughout, or the end from the second
   * reading on.
   */
  readonly clockAdvances: boolean;
}
