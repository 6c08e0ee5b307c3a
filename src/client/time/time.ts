import { RangeValidationError, TypeValidationError } from '../errors/index.js';
import { ClockType } from './clock_type.js';
import { Duration } from './duration.js';
import { type Int64Argument, int64Argument } from './int64_argument.js';

const NANOSECONDS_PER_SECOND = 10n ** 9n;
const LIMIT = 2n ** 63n;

/** The fields of a `builtin_interfaces/msg/Time`. */
export interface TimeMessage {
  /** Seconds since the epoch. */
  sec: number;
  /** Nanoseconds within the second, 0 to 999999999. */
  nanosec: number;
}

/** A point in time of one kind of clock. Times of different clocks cannot be compared. */
export class Time {
  readonly _nanoseconds: bigint;
  readonly _clockType: ClockType;

  /**
   * @param seconds - whole seconds since the epoch of the clock, not negative; bigint, or an
   *   integer as in 0.x.
   * @param nanoseconds - added to the seconds, not negative.
   * @param clockType - the kind of clock of this time.
   * @throws {TypeValidationError} if an argument has the wrong type.
   * @throws {RangeValidationError} if one is negative or the total is 2^63 ns or more.
   */
  constructor(
    seconds: Int64Argument = 0n,
    nanoseconds: Int64Argument = 0n,
    clockType: ClockType = ClockType.SYSTEM_TIME,
  ) {
    const s = int64Argument('seconds', seconds, 'time');
    const ns = int64Argument('nanoseconds', nanoseconds, 'time');
    if (typeof clockType !== 'number') {
      throw new TypeValidationError('clockType', clockType, 'number', { entityType: 'time' });
    }
    if (s < 0n) {
      throw new RangeValidationError('seconds', s, '>= 0', { entityType: 'time' });
    }
    if (ns < 0n) {
      throw new RangeValidationError('nanoseconds', ns, '>= 0', { entityType: 'time' });
    }
    const total = s * NANOSECONDS_PER_SECOND + ns;
    if (total >= LIMIT) {
      throw new RangeValidationError('total nanoseconds', total, '< 2^63 (max C time point)', {
        entityType: 'time',
        details: { seconds: s, nanoseconds: ns, total },
      });
    }
    this._nanoseconds = total;
    this._clockType = clockType;
  }

  /** The kind of clock of this time. */
  get clockType(): ClockType {
    return this._clockType;
  }

  /** Nanoseconds since the epoch of the clock. */
  get nanoseconds(): bigint {
    return this._nanoseconds;
  }

  /** The time split into whole seconds and the nanoseconds within the second. */
  get secondsAndNanoseconds(): { seconds: bigint; nanoseconds: bigint } {
    return {
      seconds: this._nanoseconds / NANOSECONDS_PER_SECOND,
      nanoseconds: this._nanoseconds % NANOSECONDS_PER_SECOND,
    };
  }

  /** The time `other` later, on the same clock. */
  add(other: Duration): Time {
    if (!(other instanceof Duration)) {
      throw new TypeValidationError('other', other, 'Duration', { entityType: 'time' });
    }
    return new Time(0n, this._nanoseconds + other.nanoseconds, this._clockType);
  }

  /** The duration since another time of the same clock, or the time a duration earlier. */
  sub(other: Time): Duration;
  sub(other: Duration): Time;
  sub(other: Time | Duration): Time | Duration {
    if (other instanceof Time) {
      return new Duration(0n, this._nanoseconds - this.#comparable(other));
    }
    if (other instanceof Duration) {
      return new Time(0n, this._nanoseconds - other.nanoseconds, this._clockType);
    }
    throw new TypeValidationError('other', other, 'Time or Duration', { entityType: 'time' });
  }

  /**
   * Whether both are the same point. Like all comparisons, it throws `TypeValidationError` on
   * another clock's time.
   */
  eq(other: Time): boolean {
    return this._nanoseconds === this.#comparable(other);
  }

  ne(other: Time): boolean {
    return this._nanoseconds !== this.#comparable(other);
  }

  lt(other: Time): boolean {
    return this._nanoseconds < this.#comparable(other);
  }

  lte(other: Time): boolean {
    return this._nanoseconds <= this.#comparable(other);
  }

  gt(other: Time): boolean {
    return this._nanoseconds > this.#comparable(other);
  }

  gte(other: Time): boolean {
    return this._nanoseconds >= this.#comparable(other);
  }

  /** As the fields of a `builtin_interfaces/msg/Time`. */
  toMsg(): TimeMessage {
    const { seconds, nanoseconds } = this.secondsAndNanoseconds;
    return { sec: Number(seconds), nanosec: Number(nanoseconds) };
  }

  /** The time of a `builtin_interfaces/msg/Time`. */
  static fromMsg(
    msg: { sec: number | bigint; nanosec: number | bigint },
    clockType: ClockType = ClockType.ROS_TIME,
  ): Time {
    return new Time(BigInt(msg.sec), BigInt(msg.nanosec), clockType);
  }

  #comparable(other: unknown): bigint {
    if (!(other instanceof Time)) {
      throw new TypeValidationError('other', other, 'Time', { entityType: 'time' });
    }
    if (other._clockType !== this._clockType) {
      throw new TypeValidationError('other', other, `Time with clock type ${this._clockType}`, {
        entityType: 'time',
        details: { expectedClockType: this._clockType, providedClockType: other._clockType },
      });
    }
    return other._nanoseconds;
  }
}
