import { Timer as GraphTimer } from '../../graph/index.js';
import { DistroUtils } from '../distro_utils.js';
import { RangeValidationError, TypeValidationError } from '../errors/index.js';
import type { NodeBase } from '../node/node_base.js';
import type { Clock } from '../time/clock.js';
import type { Int64Argument } from '../time/int64_argument.js';
import { ROSClock } from '../time/ros_clock.js';
import { ClockTimer } from './clock_timer.js';

/** What a timer's callback gets: times of the timer's clock, in ns. */
export interface TimerInfo {
  expectedCallTime: bigint;
  actualCallTime: bigint;
}

/** A timer's callback. */
export type TimerCallback = (info?: TimerInfo) => unknown;

/** Drives a timer: by the world's time, or by a clock that follows `/clock`. Times are in ns. */
interface Drive {
  readonly now: number;
  readonly nextCall: number;
  readonly cancelled: boolean;
  period: number;
  cancel(): void;
  reset(): void;
  destroy(): void;
}

/** Calls back periodically. Get one from `node.createTimer`. */
export class Timer {
  /** The callback; may be replaced. */
  callback: TimerCallback;
  readonly #period: bigint;
  readonly #clock: Clock;
  readonly #node: NodeBase;
  readonly #stopFollowing: (() => void) | undefined;
  #drive: Drive;
  #expected: number;
  #lastCall: number;
  #onReset: ((resets: number) => void) | undefined;
  #destroyed = false;

  constructor(
    node: NodeBase,
    clock: Clock,
    period: bigint,
    callback: TimerCallback,
    autostart: boolean,
  ) {
    if (period < 0n) throw new Error('timer period must be non-negative');
    this.callback = callback;
    this.#period = period;
    this.#clock = clock;
    this.#node = node;
    node.world.touch();
    this.#drive = this.#makeDrive(Number(period));
    if (!autostart) this.#drive.cancel();
    this.#expected = this.#drive.nextCall;
    this.#lastCall = this.#drive.now;
    if (clock instanceof ROSClock) {
      this.#stopFollowing = clock._onTimeSet(() => this.#followSource());
    }
  }

  /** The period it was created with, in ns. */
  get period(): bigint {
    return this.#period;
  }

  /** The timer's representation in the graph; opaque. */
  get handle(): object {
    return this.#drive;
  }

  /** Whether the timer is due. */
  isReady(): boolean {
    this.#node.world.touch();
    return !this.#drive.cancelled && this.#drive.nextCall <= this.#drive.now;
  }

  isCanceled(): boolean {
    return this.#drive.cancelled;
  }

  /** Cancels the timer until it is reset. */
  cancel(): void {
    this.#drive.cancel();
  }

  /** Restarts the timer: the next call is one period from now. */
  reset(): void {
    this.#node.world.touch();
    this.#drive.reset();
    this.#expected = this.#drive.nextCall;
    this.#onReset?.(1);
  }

  /** ns since the last call, or since the timer was created. */
  timeSinceLastCall(): bigint {
    this.#node.world.touch();
    return BigInt(this.#drive.now - this.#lastCall);
  }

  /** ns until the next call, negative if that is overdue; throws if it is cancelled. */
  timeUntilNextCall(): bigint {
    this.#node.world.touch();
    if (this.#drive.cancelled) throw new Error('timer is canceled');
    return BigInt(this.#drive.nextCall - this.#drive.now);
  }

  /** When the next call is due, in ns of its clock; null if it is cancelled. */
  getNextCallTime(): bigint | null {
    return this.#drive.cancelled ? null : this.#clockTime(this.#drive.nextCall);
  }

  /** Changes the period; the next call stays at its time. */
  changeTimerPeriod(period: Int64Argument): void {
    this.#drive.period = Number(timerPeriod(period, this.#node.name()));
  }

  /** The current period, in ns. */
  get timerPeriod(): bigint {
    return BigInt(this.#drive.period);
  }

  /** Calls back with the number of resets whenever the timer is reset. */
  setOnResetCallback(callback: (resets: number) => void): void {
    if (isUnsupported('setOnResetCallback')) return;
    if (typeof callback !== 'function') throw new TypeError('Callback must be a function');
    this.#onReset = callback;
  }

  clearOnResetCallback(): void {
    if (isUnsupported('clearOnResetCallback')) return;
    this.#onReset = undefined;
  }

  /** Counts as a call without calling back: the next call is one period from now. */
  callTimerWithInfo(): TimerInfo | undefined {
    if (isUnsupported('callTimerWithInfo')) return undefined;
    this.#node.world.touch();
    const info = this.#info();
    this.#lastCall = this.#drive.now;
    this.#drive.reset();
    this.#expected = this.#drive.nextCall;
    return info;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Called by its node. */
  _destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#stopFollowing?.();
    this.#drive.destroy();
  }

  #makeDrive(period: number): Drive {
    const fire = () => this.#fire();
    const clock = this.#clock;
    if (clock instanceof ROSClock && clock.isOverridden) {
      return new ClockTimer(this.#node.handle, clock, period, fire);
    }
    return new WorldDrive(this.#node, period, fire);
  }

  /** The clock's time was set: the timer may be due, or it now has another source of time. */
  #followSource(): void {
    const active = this.#clock.isOverridden;
    if (this.#drive instanceof ClockTimer && active) {
      this.#drive.timeSet();
    } else if (this.#drive instanceof ClockTimer || active) {
      const { cancelled, period } = this.#drive;
      this.#drive.destroy();
      this.#drive = this.#makeDrive(period);
      if (cancelled) this.#drive.cancel();
      this.#expected = this.#drive.nextCall;
      this.#lastCall = this.#drive.now;
    }
  }

  #fire(): unknown {
    const info = this.#info();
    this.#lastCall = this.#drive.now;
    this.#expected = this.#drive.nextCall;
    return this.callback(info);
  }

  #info(): TimerInfo {
    const actual = this.#clockTime(this.#drive.now);
    const onTime = this.#expected === this.#drive.now;
    return {
      expectedCallTime: onTime ? actual : this.#clockTime(this.#expected),
      actualCallTime: actual,
    };
  }

  #clockTime(time: number): bigint {
    if (!Number.isFinite(time)) return 0n;
    const read = this.#clock._nanoseconds();
    const difference = time - this.#drive.now;
    return difference === 0 ? read : read + BigInt(difference);
  }
}

/** A timer of the world, and the time that it follows. */
class WorldDrive implements Drive {
  readonly #timer: GraphTimer;

  constructor(node: NodeBase, period: number, fire: () => unknown) {
    this.#timer = new GraphTimer(node.handle, period, fire);
  }

  get now(): number {
    return this.#timer.node.graph.kernel.now;
  }

  get nextCall(): number {
    return this.#timer.nextCall;
  }

  get cancelled(): boolean {
    return this.#timer.cancelled;
  }

  get period(): number {
    return this.#timer.period;
  }

  set period(period: number) {
    this.#timer.period = period;
  }

  cancel(): void {
    this.#timer.cancel();
  }

  reset(): void {
    this.#timer.reset();
  }

  destroy(): void {
    this.#timer.destroy();
  }
}

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

/**
 * A period in ns: a bigint as it is, a number as milliseconds (0.x).
 *
 * @throws {TypeValidationError} if it is neither.
 */
export function timerPeriod(period: unknown, nodeName: string): bigint {
  if ((typeof period === 'bigint' || typeof period === 'number') && period < 0) {
    throw new RangeValidationError('period', period, '>= 0', { nodeName });
  }
  if (typeof period === 'number' && Number.isFinite(period)) {
    return BigInt(Math.round(period * NANOSECONDS_PER_MILLISECOND));
  }
  if (typeof period !== 'bigint') {
    throw new TypeValidationError('period', period, 'bigint', { nodeName });
  }
  return period;
}

function isUnsupported(method: string): boolean {
  if (DistroUtils.getDistroId() > DistroUtils.DistroId.HUMBLE) return false;
  console.warn(`${method} is not supported by this version of ROS 2`);
  return true;
}
