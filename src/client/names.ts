/** The 95 names of `rclnodejs` 2.2. */
export { ActionClient } from './action/action_client.js';
export { ActionEndpointInfo } from './action/action_endpoint_info.js';
export { ActionServer } from './action/action_server.js';
export { ActionUuid } from './action/action_uuid.js';
export { ClientGoalHandle } from './action/client_goal_handle.js';
export { CancelResponse, GoalResponse } from './action/response.js';
export { ServerGoalHandle } from './action/server_goal_handle.js';
export { removeROSArgs } from './arguments/ros_arguments.js';
export { Context } from './context.js';
export type {
  ActionsMap,
  ConstantsMap,
  MessageInput,
  MessagesMap,
  ServicesMap,
} from './declarations/type_maps.js';
export type * from './declarations/type_names.js';
export { DistroUtils } from './distro_utils.js';
export {
  AbortError,
  ActionError,
  ActionServerNotFoundError,
  GoalRejectedError,
  MessageValidationError,
  NameValidationError,
  NativeError,
  NodeNotFoundError,
  OperationError,
  ParameterError,
  ParameterNotFoundError,
  ParameterTypeError,
  PublisherError,
  RangeValidationError,
  RclNodeError,
  ReadOnlyParameterError,
  ServiceNotFoundError,
  SubscriptionError,
  TimeoutError,
  TopicError,
  TypeValidationError,
  ValidationError,
} from './errors/index.js';
export {
  createLifecycleNode,
  createMessage,
  createMessageObject,
  createNode,
  loadInterface as require,
  spin,
  spinOnce,
} from './functions.js';
export { regenerateAll, ros2Launch, ros2Run } from './host_commands.js';
export { init, isShutdown, removeSignalHandlers, shutdown, shutdownAll } from './init.js';
export * as lifecycle from './lifecycle/index.js';
export { Logging as logging } from './logging/logging.js';
export { MessageIntrospector } from './message/message_introspector.js';
export { toJSONSafe, toJSONString } from './message/serialization_mode.js';
export { deserializeMessage, serializeMessage } from './message/serialize_message.js';
export {
  assertValidMessage,
  createMessageValidator,
  getFieldNames,
  getFieldType,
  getMessageSchema,
  ValidationProblem,
  validateMessage,
} from './message/validate_message.js';
export { expandTopicName, isTopicOrServiceHidden } from './names/expand_topic_name.js';
export { validator } from './names/validator.js';
export {
  getActionClientNamesAndTypesByNode,
  getActionNamesAndTypes,
  getActionServerNamesAndTypesByNode,
} from './node/get_action_names_and_types.js';
export { Node } from './node/node.js';
export { NodeOptions } from './node_options.js';
export { Parameter } from './parameter/parameter.js';
export { ParameterClient } from './parameter/parameter_client.js';
export { ParameterDescriptor } from './parameter/parameter_descriptor.js';
export { ParameterEventHandler } from './parameter/parameter_event_handler.js';
export { ParameterType } from './parameter/parameter_type.js';
export { ParameterWatcher } from './parameter/parameter_watcher.js';
export {
  DEFAULT_NUMERIC_RANGE_TOLERANCE,
  FloatingPointRange,
  IntegerRange,
} from './parameter/range.js';
export { QoS } from './qos/qos.js';
export { QoSOverridingOptions, QoSPolicyKind } from './qos/qos_overriding_options.js';
export { RMWUtils } from './rmw_utils.js';
export { ServiceIntrospectionStates } from './service_introspection_states.js';
export { Clock } from './time/clock.js';
export { ClockChange } from './time/clock_change.js';
export { ClockEvent } from './time/clock_event.js';
export { ClockType } from './time/clock_type.js';
export { Duration } from './time/duration.js';
export { ROSClock } from './time/ros_clock.js';
export { Time } from './time/time.js';
export { TimeSource } from './time/time_source.js';
export { MessageInfo } from './topic/message_info.js';
export { ObservableSubscription } from './topic/observable_subscription.js';
export { waitForMessage } from './topic/wait_for_message.js';
