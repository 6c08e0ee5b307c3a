/** What an error is about; every field is optional. */
export interface RclNodeErrorOptions {
  /** Machine-readable code, e.g. `TIMEOUT`. */
  readonly code?: string;
  /** Node the error happened on. */
  readonly nodeName?: string;
  /** Kind of entity: `publisher`, `client`, `parameter`, … */
  readonly entityType?: string;
  /** Name of the entity: a topic, service, action or parameter name. */
  readonly entityName?: string;
  /** The error that caused this one. */
  readonly cause?: unknown;
  /** Any further details. */
  readonly details?: unknown;
}

/** The JSON form of an {@link RclNodeError}. */
export interface RclNodeErrorJson {
  name: string;
  message: string;
  code: string;
  nodeName: string | undefined;
  entityType: string | undefined;
  entityName: string | undefined;
  details: unknown;
  /** ISO 8601. */
  timestamp: string;
  stack: string | undefined;
  /** The cause's own JSON form if it has one, else its message. */
  cause: unknown;
}

/** Base of every error the client library throws: a message, a stable code and what it is about. */
export class RclNodeError extends Error {
  /** Stable machine-readable code. */
  code: string;
  nodeName: string | undefined;
  entityType: string | undefined;
  entityName: string | undefined;
  details: unknown;
  /** Present only when a cause was given. */
  declare cause?: unknown;
  /** When the error was created; virtual time inside a simulation. */
  timestamp: Date;

  constructor(message: string, options: RclNodeErrorOptions = {}) {
    super(message);
    Error.captureStackTrace(this, this.constructor);
    this.name = this.constructor.name;
    this.code = options.code || 'UNKNOWN_ERROR';
    this.nodeName = options.nodeName;
    this.entityType = options.entityType;
    this.entityName = options.entityName;
    this.details = options.details;
    if (options.cause) this.cause = options.cause;
    this.timestamp = new Date();
  }

  /** A plain object for logs. */
  toJSON(): RclNodeErrorJson {
    return {
      name: this.name,
      message: this.message,
      code: this.code,
      nodeName: this.nodeName,
      entityType: this.entityType,
      entityName: this.entityName,
      details: this.details,
      timestamp: this.timestamp.toISOString(),
      stack: this.stack,
      cause: this.cause ? describeCause(this.cause) : undefined,
    };
  }

  /**
   * `Name: message [CODE] (node: n) (entity type: entity name)`, without the parts that are
   * unknown.
   */
  override toString(): string {
    const parts = [`${this.name}: ${this.message}`];
    if (this.code) parts.push(`[${this.code}]`);
    if (this.nodeName) parts.push(`(node: ${this.nodeName})`);
    if (this.entityName) parts.push(`(${this.entityType || 'entity'}: ${this.entityName})`);
    return parts.join(' ');
  }
}

function describeCause(cause: unknown): unknown {
  const { toJSON, message } = cause as { toJSON?: () => unknown; message?: unknown };
  return toJSON?.call(cause) || message;
}
