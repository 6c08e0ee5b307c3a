import { type ErrorCode, OrreryError } from '../errors/index.js';

/** The base class of all failures of tf2. */
export class TransformException extends OrreryError {
  constructor(code: ErrorCode, name: string, message: string) {
    super(code, message);
    this.name = name;
  }
}

/** A frame does not exist, or the frames form a loop. */
export class LookupException extends TransformException {
  constructor(message: string) {
    super('ORR_TF2_LOOKUP', 'LookupException', message);
  }
}

/** Two frames are not in the same tree. */
export class ConnectivityException extends TransformException {
  constructor(message: string) {
    super('ORR_TF2_CONNECTIVITY', 'ConnectivityException', message);
  }
}

/** The requested time is outside the known range. */
export class ExtrapolationException extends TransformException {
  /** The requested time, in ns. */
  readonly requested: bigint;
  /** The nearest known time, in ns; undefined if there is none. */
  readonly available: bigint | undefined;

  constructor(message: string, requested: bigint, available: bigint | undefined) {
    super('ORR_TF2_EXTRAPOLATION', 'ExtrapolationException', message);
    this.requested = requested;
    this.available = available;
  }
}

/** An invalid argument. */
export class InvalidArgumentException extends TransformException {
  constructor(message: string) {
    super('ORR_TF2_INVALID_ARGUMENT', 'InvalidArgumentException', message);
  }
}

/** A transform did not become available in time. */
export class TimeoutException extends TransformException {
  constructor(message: string) {
    super('ORR_TF2_TIMEOUT', 'TimeoutException', message);
  }
}
