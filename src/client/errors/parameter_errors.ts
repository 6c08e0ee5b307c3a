import { RclNodeError, type RclNodeErrorOptions } from './rcl_node_error.js';

/** A parameter operation failed. Code `PARAMETER_ERROR`. */
export class ParameterError extends RclNodeError {
  parameterName: string;

  constructor(message: string, parameterName: string, options: RclNodeErrorOptions = {}) {
    super(message, {
      code: 'PARAMETER_ERROR',
      entityType: 'parameter',
      entityName: parameterName,
      ...options,
    });
    this.parameterName = parameterName;
  }
}

/** The node has no such parameter. Code `PARAMETER_NOT_FOUND`. */
export class ParameterNotFoundError extends ParameterError {
  constructor(parameterName: string, nodeName: string, options: RclNodeErrorOptions = {}) {
    super(`Parameter '${parameterName}' not found on node '${nodeName}'`, parameterName, {
      code: 'PARAMETER_NOT_FOUND',
      nodeName,
      ...options,
    });
  }
}

/** A parameter's value does not fit its type. Code `PARAMETER_TYPE_MISMATCH`. */
export class ParameterTypeError extends ParameterError {
  /** A `ParameterType`, or words. */
  expectedType: string | number;
  actualType: string | number;

  constructor(
    parameterName: string,
    expectedType: string | number,
    actualType: string | number,
    options: RclNodeErrorOptions = {},
  ) {
    super(
      `Type mismatch for parameter '${parameterName}': expected ${expectedType}, got ${actualType}`,
      parameterName,
      { code: 'PARAMETER_TYPE_MISMATCH', details: { expectedType, actualType }, ...options },
    );
    this.expectedType = expectedType;
    this.actualType = actualType;
  }
}

/** An attempt to change a read-only parameter. Code `PARAMETER_READ_ONLY`. */
export class ReadOnlyParameterError extends ParameterError {
  constructor(parameterName: string, options: RclNodeErrorOptions = {}) {
    super(`Cannot modify read-only parameter '${parameterName}'`, parameterName, {
      code: 'PARAMETER_READ_ONLY',
      ...options,
    });
  }
}
