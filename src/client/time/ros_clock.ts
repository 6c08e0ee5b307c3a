import { TypeValidationError } from '../errors/index.js';
import { Clock } from './clock.js';
import { ClockChange } from './clock_change.js';
import { ClockType } from './clock_type.js';
import { Time } from './time.js';

/** A clock that reads the system time until it gets another, that of `/clock`. */
export class ROSClock extends Clock {
  #active = false;
  /** Undefined while the world's time serves as ROS time. */
  #override: bigint | undefined = 0n;
  readonly #listeners = new Set<() => void>();

  constructor() {
    super(ClockType.ROS_TIME);
  }

  override get isOverridden(): boolean {
    return this.#active && this.#override !== undefined;
  }

  override _nanoseconds(): bigint {
    return this.#active ? (this.#override ?? super._nanoseconds()) : super._nanoseconds();
  }

  /**
   * Whether it reads the time set with `rosTimeOverride`, or, in a simulation where none was
   * set, virtual time.
   */
  get isRosTimeActive(): boolean {
    return this.#active;
  }

  set isRosTimeActive(enabled: boolean) {
    if (enabled === this.#active) return;
    const change = enabled ? ClockChange.ROS_TIME_ACTIVATED : ClockChange.ROS_TIME_DEACTIVATED;
    this.jump(change, 0n, () => {
      this.#active = enabled;
    });
    this.#notify();
  }

  /** The time it reads while ROS time is active. */
  set rosTimeOverride(time: Time) {
    if (!(time instanceof Time)) {
      throw new TypeValidationError('time', time, 'Time', { entityType: 'clock' });
    }
    const apply = () => {
      this.#override = time.nanoseconds;
    };
    if (!this.#active) {
      apply();
      return;
    }
    const change =
      this.#override === undefined
        ? ClockChange.ROS_TIME_ACTIVATED
        : ClockChange.ROS_TIME_NO_CHANGE;
    this.jump(change, time.nanoseconds - this._nanoseconds(), apply);
    this.#notify();
  }

  /** Uses the world's time as ROS time until another is set. */
  _followWorld(): void {
    this.#override = undefined;
  }

  /**
   * Calls back whenever the time is set or its source changes; returns a function that removes the
   * callback.
   */
  _onTimeSet(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
