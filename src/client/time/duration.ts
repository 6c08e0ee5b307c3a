import { RangeValidationError, TypeValidationError } from '../errors/index.js';
import { type Int64Argument, int64Argument } from './int64_argument.js';

const NANOSECONDS_PER_SECOND = 10n ** 9n;
const LIMIT = 2n ** 63n;

/** A span of time with nanosecond resolution; may be negative. */
export class Duration {
  readonly _nanoseconds: bigint;

  /**
   * @param seconds - whole seconds; bigint, or an integer as in 0.x.
   * @param nanoseconds - added to the seconds.
   * @throws {TypeValidationError} if an argument is not an integer.
   * @throws {RangeValidationError} if the total is 2^63 ns or more.
   */
  constructor(seconds: Int64Argument = 0n, nanoseconds: Int64Argument = 0n) {
    const s = int64Argument('seconds', seconds, 'duration');
    const ns = int64Argument('nanoseconds', nanoseconds, 'duration');
    const total = s * NANOSECONDS_PER_SECOND + ns;
    if (total >= LIMIT) {
      throw new RangeValidationError('total nanoseconds', total, '< 2^63 (max C duration)', {
        entityType: 'duration',
        details: { seconds: s, nanoseconds: ns, total },
      });
    }
    this._nanoseconds = total;
  }

  /** The whole duration in nanoseconds. */
  get nanoseconds(): bigint {
    return this._nanoseconds;
  }

  /**
   * Whether both are equally long. Like all comparisons, it throws `TypeValidationError` on
   * anything but a Duration.
   */
  eq(other: Duration): boolean {
    return this._nanoseconds === nanosecondsOf(other);
  }

  ne(other: Duration): boolean {
    return this._nanoseconds !== nanosecondsOf(other);
  }

  lt(other: Duration): boolean {
    return this._nanoseconds < nanosecondsOf(other);
  }

  lte(other: Duration): boolean {
    return this._nanoseconds <= nanosecondsOf(other);
  }

  gt(other: Duration): boolean {
    return this._nanoseconds > nanosecondsOf(other);
  }

  gte(other: Duration): boolean {
    return this._nanoseconds >= nanosecondsOf(other);
  }
}

function nanosecondsOf(other: unknown): bigint {
  if (other instanceof Duration) return other.nanoseconds;
  throw new TypeValidationError('other', other, 'Duration', { entityType: 'duration' });
}
