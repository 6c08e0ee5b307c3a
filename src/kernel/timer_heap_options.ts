/**
 * How a missed period is skipped when a timer is called late.
 * `after`: the next call is strictly later than now (rcl of Jazzy and newer);
 * `at-or-after`: it may be now (rcl of Humble and Iron).
 */
export type TimerRearm = 'after' | 'at-or-after';

/** What happens to the order when a timer is cancelled or reset by another callback. */
export type StaleHeap =
  /** The change takes effect at once. */
  | 'repaired'
  /** The heap is sorted at its root only, as in rclcpp: a cancelled head stops every timer. */
  | 'kept';

export interface TimerHeapOptions {
  readonly rearm?: TimerRearm;
  readonly staleHeap?: StaleHeap;
}
