import { RclNodeError, type RclNodeErrorOptions } from './rcl_node_error.js';

/** An operation failed. Code `OPERATION_ERROR`. */
export class OperationError extends RclNodeError {
  constructor(message: string, options: RclNodeErrorOptions = {}) {
    super(message, { code: 'OPERATION_ERROR', ...options });
  }
}

/** An operation did not end in time. Code `TIMEOUT`. */
export class TimeoutError extends OperationError {
  /** Milliseconds. */
  timeout: number;
  operationType: string;

  constructor(operationType: string, timeoutMs: number, options: RclNodeErrorOptions = {}) {
    super(`${operationType} timeout after ${timeoutMs}ms`, {
      code: 'TIMEOUT',
      details: { timeoutMs, operationType },
      ...options,
    });
    this.timeout = timeoutMs;
    this.operationType = operationType;
  }
}

/** An operation was cancelled, usually through an `AbortSignal`. Code `ABORTED`. */
export class AbortError extends OperationError {
  operationType: string;
  abortReason: string | undefined;

  constructor(operationType: string, reason?: string, options: RclNodeErrorOptions = {}) {
    super(`${operationType} was aborted${reason ? `: ${reason}` : ''}`, {
      code: 'ABORTED',
      details: { operationType, reason },
      ...options,
    });
    this.operationType = operationType;
    this.abortReason = reason;
  }
}

/** No server offers the service. Code `SERVICE_NOT_FOUND`. */
export class ServiceNotFoundError extends OperationError {
  serviceName: string;

  constructor(serviceName: string, options: RclNodeErrorOptions = {}) {
    super(`Service '${serviceName}' is not available`, {
      code: 'SERVICE_NOT_FOUND',
      entityType: 'service',
      entityName: serviceName,
      ...options,
    });
    this.serviceName = serviceName;
  }
}

/** The graph has no such node. Code `NODE_NOT_FOUND`. */
export class NodeNotFoundError extends OperationError {
  targetNodeName: string;

  constructor(nodeName: string, options: RclNodeErrorOptions = {}) {
    super(`Node '${nodeName}' not found or not available`, {
      code: 'NODE_NOT_FOUND',
      entityType: 'node',
      entityName: nodeName,
      ...options,
    });
    this.targetNodeName = nodeName;
  }
}
