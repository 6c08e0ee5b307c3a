/**
 * The errors of the client library: the classes, codes and texts of `rclnodejs` 2.2.
 * Imports nothing.
 */
export { ActionError, ActionServerNotFoundError, GoalRejectedError } from './action-errors.js';
export { NativeError } from './native-error.js';
export {
  AbortError,
  NodeNotFoundError,
  OperationError,
  ServiceNotFoundError,
  TimeoutError,
} from './operation-errors.js';
export {
  ParameterError,
  ParameterNotFoundError,
  ParameterTypeError,
  ReadOnlyParameterError,
} from './parameter-errors.js';
export { RclNodeError, type RclNodeErrorJson, type RclNodeErrorOptions } from './rcl-node-error.js';
export { PublisherError, SubscriptionError, TopicError } from './topic-errors.js';
export {
  MessageValidationError,
  type MessageValidationIssue,
  NameValidationError,
  RangeValidationError,
  TypeValidationError,
  ValidationError,
  type ValidationErrorOptions,
} from './validation-errors.js';
