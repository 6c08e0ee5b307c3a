import { Context } from '../context.js';
import { TypeValidationError } from '../errors/index.js';
import { currentWorld, type World } from '../world/world.js';
import { ClockChange } from './clock_change.js';
import { ClockEvent } from './clock_event.js';
import { ClockType } from './clock_type.js';
import type { Duration } from './duration.js';
import { Time } from './time.js';

/** A time jump, as passed to callbacks. */
export interface TimeJump {
  /** A value of {@link ClockChange}. */
  clock_change: ClockChange;
  /** How far the time jumped, in ns. */
  delta: bigint;
}

/** Called around a jump of a clock's time. */
export interface ClockCallbackObject {
  /** Before the jump. */
  _pre_callback?(): void;
  /** After the jump. */
  _post_callback?(jump: TimeJump): void;
}

interface JumpThreshold {
  readonly callbackObject: ClockCallbackObject;
  readonly onClockChange: boolean;
  readonly minForward: bigint;
  readonly minBackward: bigint;
}

const ENTITY = { entityType: 'clock' };

/** A clock, which reads a time. */
export class Clock {
  static readonly ClockType = ClockType;

  readonly #clockType: ClockType;
  readonly #world: World;
  #thresholds: JumpThreshold[] = [];

  constructor(clockType: ClockType = ClockType.SYSTEM_TIME) {
    this.#clockType = clockType;
    this.#world = currentWorld();
  }

  /** The world whose time it reads. */
  get _world(): World {
    return this.#world;
  }

  get clockType(): ClockType {
    return this.#clockType;
  }

  /** Whether something other than the world decides its time. */
  get isOverridden(): boolean {
    return false;
  }

  /** The current time of this clock. */
  now(): Time {
    return new Time(0n, this._nanoseconds(), this.#clockType);
  }

  /** The time that the clock reads, in ns. */
  _nanoseconds(): bigint {
    const { graph } = this.#world;
    this.#world.touch();
    return this.#clockType === ClockType.STEADY_TIME ? this.#world.steadyTime() : graph.time;
  }

  /**
   * Calls back around jumps of the clock.
   *
   * @param callbackObject - has `_pre_callback` and `_post_callback`.
   * @param onClockChange - call when the source of the time changes.
   * @param minForward - call when time jumps forward at least that far (ns); 0 for never.
   * @param minBackward - call when time jumps back at least that far (negative ns); 0 for never.
   */
  addClockCallback(
    callbackObject: ClockCallbackObject,
    onClockChange: boolean,
    minForward: bigint,
    minBackward: bigint,
  ): void {
    requireObject(callbackObject);
    if (typeof onClockChange !== 'boolean') {
      throw new TypeValidationError('onClockChange', onClockChange, 'boolean', ENTITY);
    }
    requireBigint('minForward', minForward);
    requireBigint('minBackward', minBackward);
    this.#thresholds.push({ callbackObject, onClockChange, minForward, minBackward });
  }

  /** Removes a callback of {@link addClockCallback}. */
  removeClockCallback(callbackObject: ClockCallbackObject): void {
    requireObject(callbackObject);
    this.#thresholds = this.#thresholds.filter((one) => one.callbackObject !== callbackObject);
  }

  /** Carries out a jump and calls the callbacks whose threshold it exceeds. */
  protected jump(change: ClockChange, delta: bigint, apply: () => void): void {
    const isChange =
      change === ClockChange.ROS_TIME_ACTIVATED || change === ClockChange.ROS_TIME_DEACTIVATED;
    const concerned = this.#thresholds.filter(
      ({ onClockChange, minForward, minBackward }) =>
        (isChange && onClockChange) ||
        (delta > 0n && minForward !== 0n && delta >= minForward) ||
        (delta < 0n && minBackward !== 0n && delta <= minBackward),
    );
    for (const { callbackObject } of concerned) callbackObject._pre_callback?.();
    apply();
    for (const { callbackObject } of concerned) {
      callbackObject._post_callback?.({ clock_change: change, delta });
    }
  }

  /**
   * Sleeps until the clock reads `until`. False if the context was shut down or the source of the
   * time changed in the meantime.
   *
   * @throws {TypeValidationError} unless `until` is a Time.
   * @throws {TypeError} if it is the time of another clock.
   * @throws {Error} if the context is not initialised.
   */
  async sleepUntil(until: Time, context: Context | null = null): Promise<boolean> {
    if (!(until instanceof Time)) {
      throw new TypeValidationError('until', until, 'Time', ENTITY);
    }
    const owner = context ?? Context.defaultContext();
    if (!owner.isValid()) {
      throw new Error('Context is not initialized or has been shut down');
    }
    if (until.clockType !== this.#clockType) {
      throw new TypeError("until's clock type does not match this clock's type");
    }
    const reached = () => this._nanoseconds() >= until.nanoseconds;
    if (reached()) return true;
    const event = new ClockEvent();
    let sourceChanged = false;
    const onJump: ClockCallbackObject = {
      _post_callback: ({ clock_change: change }) => {
        sourceChanged ||=
          change === ClockChange.ROS_TIME_ACTIVATED || change === ClockChange.ROS_TIME_DEACTIVATED;
        if (sourceChanged || reached()) event.set();
      },
    };
    this.addClockCallback(onJump, true, 1n, 0n);
    try {
      await event.waitUntilRos(this, until.nanoseconds);
    } finally {
      this.removeClockCallback(onJump);
    }
    return owner.isValid() && !sourceChanged && reached();
  }

  /** Sleeps for a duration of this clock's time, see {@link Clock.sleepUntil}. */
  async sleepFor(duration: Duration, context: Context | null = null): Promise<boolean> {
    return this.sleepUntil(this.now().add(duration), context);
  }
}

function requireBigint(name: string, value: unknown): void {
  if (typeof value !== 'bigint') throw new TypeValidationError(name, value, 'bigint', ENTITY);
}

function requireObject(callbackObject: unknown): void {
  if (typeof callbackObject !== 'object' || callbackObject === null) {
    throw new TypeValidationError('callbackObject', callbackObject, 'object', ENTITY);
  }
}
