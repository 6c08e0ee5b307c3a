import { RclNodeError, type RclNodeErrorOptions } from './rcl_node_error.js';

/** Options of {@link ValidationError}. */
export interface ValidationErrorOptions extends RclNodeErrorOptions {
  readonly argumentName?: string;
  readonly providedValue?: unknown;
  readonly expectedType?: string;
  readonly validationRule?: string;
}

/** One problem found in a message, see {@link MessageValidationError}. */
export interface MessageValidationIssue {
  /** Path of the field, e.g. `linear.x` or `points[3]`. */
  field: string;
  /** A value of `ValidationProblem`. */
  problem: string;
  expected?: string;
  received?: unknown;
}

/** An argument or a value is invalid. Code `VALIDATION_ERROR`. */
export class ValidationError extends RclNodeError {
  argumentName: string | undefined;
  providedValue: unknown;
  expectedType: string | undefined;
  validationRule: string | undefined;

  constructor(message: string, options: ValidationErrorOptions = {}) {
    super(message, { code: 'VALIDATION_ERROR', ...options });
    this.argumentName = options.argumentName;
    this.providedValue = options.providedValue;
    this.expectedType = options.expectedType;
    this.validationRule = options.validationRule;
  }
}

/** An argument has the wrong type. Code `INVALID_TYPE`. */
export class TypeValidationError extends ValidationError {
  constructor(
    argumentName: string,
    providedValue: unknown,
    expectedType: string,
    options: ValidationErrorOptions = {},
  ) {
    super(
      `Invalid type for '${argumentName}': expected ${expectedType}, got ${typeof providedValue}`,
      { code: 'INVALID_TYPE', argumentName, providedValue, expectedType, ...options },
    );
  }
}

/** A value is outside its allowed range. Code `OUT_OF_RANGE`. */
export class RangeValidationError extends ValidationError {
  constructor(
    argumentName: string,
    providedValue: unknown,
    constraint: string,
    options: ValidationErrorOptions = {},
  ) {
    super(`Value '${providedValue}' for '${argumentName}' is out of range: ${constraint}`, {
      code: 'OUT_OF_RANGE',
      argumentName,
      providedValue,
      validationRule: constraint,
      ...options,
    });
  }
}

/** A message does not fit its type. Code `MESSAGE_VALIDATION_ERROR`. */
export class MessageValidationError extends ValidationError {
  /** E.g. `std_msgs/msg/String`. */
  messageType: string;
  issues: MessageValidationIssue[];

  constructor(
    messageType: string,
    issues: MessageValidationIssue[],
    options: ValidationErrorOptions = {},
  ) {
    const summary = issues.map((issue) => `${issue.field}: ${issue.problem}`).join(', ');
    super(`Invalid message for '${messageType}': ${summary}`, {
      code: 'MESSAGE_VALIDATION_ERROR',
      entityType: 'message',
      entityName: messageType,
      details: { issues },
      ...options,
    });
    this.messageType = messageType;
    this.issues = issues;
  }

  /** The issues of one kind, a value of `ValidationProblem`. */
  getIssuesByType(problemType: string): MessageValidationIssue[] {
    return this.issues.filter((issue) => issue.problem === problemType);
  }

  /** Whether the field at `fieldPath` has an issue. */
  hasFieldIssue(fieldPath: string): boolean {
    return this.issues.some((issue) => issue.field === fieldPath);
  }
}

/** A node, topic, service or namespace name breaks the naming rules. Code `INVALID_NAME`. */
export class NameValidationError extends ValidationError {
  /** Index of the first character at fault; negative if none is. */
  invalidIndex: number;
  /** The rule that was broken, in words. */
  validationResult: string;

  constructor(
    name: string,
    nameType: string,
    validationResult: string,
    invalidIndex: number,
    options: ValidationErrorOptions = {},
  ) {
    const where = invalidIndex >= 0 ? ` at index ${invalidIndex}` : '';
    super(`Invalid ${nameType} name '${name}': ${validationResult}${where}`, {
      code: 'INVALID_NAME',
      argumentName: nameType,
      providedValue: name,
      details: { validationResult, invalidIndex },
      ...options,
    });
    this.invalidIndex = invalidIndex;
    this.validationResult = validationResult;
  }
}
