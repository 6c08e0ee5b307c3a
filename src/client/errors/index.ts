/**
 * The errors of the client library: the classes, codes and texts of `rclnodejs` 2.2.
 * Imports nothing.
 */
export { ActionError, ActionServerNotFoundError, GoalRejectedError } from './action_errors.js';
export { NativeError } from './native_error.js';
export {
  AbortError,
  NodeNotFoundError,
  OperationError,
  ServiceNotFoundError,
  TimeoutError,
} from './operation_errors.js';
export {
  ParameterError,
  ParameterNotFoundError,
  ParameterTypeError,
  ReadOnlyParameterError,
} from './parameter_errors.js';
export { RclNodeError, type RclNodeErrorJson, type RclNodeErrorOptions } from './rcl_node_error.js';
export { PublisherError, SubscriptionError, TopicError } from './topic_errors.js';
export {
  MessageValidationError,
  type MessageValidationIssue,
  NameValidationError,
  RangeValidationError,
  TypeValidationError,
  ValidationError,
  type ValidationErrorOptions,
} from './validation_errors.js';
