/** A stable error code, e.g. `ORR_UNKNOWN_TYPE`. Codes are listed in `docs/errors.md`. */
export type ErrorCode = `ORR_${string}`;

/** What an error is about, as far as that is known: each field may be missing or undefined. */
export interface ErrorPlace {
  readonly file?: string | undefined;
  /** 1-based line in `file`. */
  readonly line?: number | undefined;
  /** 1-based column in `line`. */
  readonly column?: number | undefined;
  /** Byte offset in `file` or in a buffer. */
  readonly offset?: number | undefined;
  readonly node?: string | undefined;
  readonly topic?: string | undefined;
  readonly type?: string | undefined;
}

/** Options of {@link OrreryError}. */
export interface OrreryErrorOptions {
  readonly place?: ErrorPlace;
  readonly cause?: unknown;
  /** The option with which the rest works without what is at fault. */
  readonly wayOut?: string | undefined;
}

/**
 * An error that a user can cause. `message` is one sentence that names what is at fault and
 * says what to do; `code` is stable; `place` locates it for tools.
 */
export class OrreryError extends Error {
  readonly code: ErrorCode;
  readonly place: ErrorPlace;
  /** The option with which the rest works without what is at fault, e.g. `--without gz`. */
  readonly wayOut: string | undefined;

  constructor(code: ErrorCode, message: string, options: OrreryErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'OrreryError';
    this.code = code;
    this.place = options.place ?? {};
    this.wayOut = options.wayOut;
  }
}
