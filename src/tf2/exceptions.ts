import { type ErrorCode, OrreryError } from '../errors/index.js';

/** What all failures of tf2 have in common. */
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

/** The time asked for lies outside of what is known. */
export class ExtrapolationException extends TransformException {
  /** The time that was asked for, in ns. */
  readonly requested: bigint;
  /** The nearest time that is known, in ns; undefined if nothing is. */
  readonly available: bigint | undefined;

  constructor(message: string, requested: bigint, available: bigint | undefined) {
    super('ORR_TF2_EXTRAPOLATION', 'ExtrapolationException', message);
    this.requested = requested;
    this.available = available;
  }
}

/** An argument that cannot be meant. */
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
