import { TypeValidationError } from '../errors/index.js';
import { type Int64Argument, int64Argument } from '../time/int64_argument.js';
import { ParameterType } from './parameter_type.js';

/** Relative tolerance within which two numbers count as equal in a {@link FloatingPointRange}. */
export const DEFAULT_NUMERIC_RANGE_TOLERANCE = 1e-6;

/** Numbers between two points, both included, a step apart. */
export class Range<T extends number | bigint = number | bigint> {
  readonly _fromValue: T;
  readonly _toValue: T;
  readonly _step: T;

  constructor(fromValue: T, toValue: T, step: T = 1 as T) {
    this._fromValue = fromValue;
    this._toValue = toValue;
    this._step = step;
  }

  /** Lowest value, included. */
  get fromValue(): T {
    return this._fromValue;
  }

  /** Highest value, included. */
  get toValue(): T {
    return this._toValue;
  }

  /** Distance between two allowed values; 0 allows every value in between. */
  get step(): T {
    return this._step;
  }

  /**
   * Whether a number, or every number of an array, is in the range.
   *
   * @throws {TypeValidationError} if it is not a number.
   */
  inRange(value: unknown): boolean {
    if (Array.isArray(value)) return value.every((item) => this.inRange(item));
    if (typeof value !== 'number' && typeof value !== 'bigint') {
      throw new TypeValidationError('value', value, 'number or bigint', { entityType: 'range' });
    }
    return true;
  }

  /** Whether parameters of this type can have this range. */
  isValidType(_parameterType: ParameterType): boolean {
    return false;
  }
}

/** A range of doubles. */
export class FloatingPointRange extends Range<number> {
  readonly _tolerance: number;

  constructor(
    fromValue: number,
    toValue: number,
    step = 1,
    tolerance = DEFAULT_NUMERIC_RANGE_TOLERANCE,
  ) {
    super(fromValue, toValue, step);
    this._tolerance = tolerance;
  }

  /** Relative tolerance for the ends and the steps. */
  get tolerance(): number {
    return this._tolerance;
  }

  override isValidType(parameterType: ParameterType): boolean {
    return (
      parameterType === ParameterType.PARAMETER_DOUBLE ||
      parameterType === ParameterType.PARAMETER_DOUBLE_ARRAY
    );
  }

  override inRange(value: unknown): boolean {
    if (!super.inRange(value)) return false;
    // For an array, 2.2.0 also compares the array itself, which is rarely in range.
    const x = value as number;
    const min = Math.min(this.fromValue, this.toValue);
    const max = Math.max(this.fromValue, this.toValue);
    if (isClose(x, min, this.tolerance) || isClose(x, max, this.tolerance)) return true;
    if (x < min || x > max) return false;
    if (this.step === 0) return true;
    const steps = Math.round((x - min) / this.step);
    return isClose(min + steps * this.step, x, this.tolerance);
  }
}

/** A range of integers. */
export class IntegerRange extends Range<bigint> {
  /** @param fromValue - lowest value; bigint, or an integer as in 0.x. */
  constructor(fromValue: Int64Argument, toValue: Int64Argument, step: Int64Argument = 1n) {
    super(
      int64Argument('fromValue', fromValue, 'range'),
      int64Argument('toValue', toValue, 'range'),
      int64Argument('step', step, 'range'),
    );
  }

  override isValidType(parameterType: ParameterType): boolean {
    return (
      parameterType === ParameterType.PARAMETER_INTEGER ||
      parameterType === ParameterType.PARAMETER_INTEGER_ARRAY
    );
  }

  override inRange(value: unknown): boolean {
    // As in 2.2.0, a value that is not a bigint is compared, which then throws the language's
    // TypeError.
    const x = value as bigint;
    if (x < this.fromValue || x > this.toValue) return false;
    return this.step === 0n || (x - this.fromValue) % this.step === 0n;
  }
}

/** Whether two finite numbers differ by at most the relative tolerance. */
export function isClose(a: number, b: number, tolerance: number): boolean {
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b)) <= tolerance;
}
