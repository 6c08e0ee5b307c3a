/**
 * The module that stands in for `rclnodejs` 2.2: the same 95 names, as default export and each by
 * itself.
 */
import { ActionClient } from './action/client.js';
import { ClientGoalHandle } from './action/client_goal_handle.js';
import { ActionEndpointInfo } from './action/endpoint_info.js';
import { CancelResponse, GoalResponse } from './action/response.js';
import { ActionServer } from './action/server.js';
import { ServerGoalHandle } from './action/server_goal_handle.js';
import { ActionUuid } from './action/uuid.js';
import { removeROSArgs } from './arguments/ros_arguments.js';
import { Context } from './context.js';
import { DistroUtils } from './distro_utils.js';
import * as errors from './errors/index.js';
import { regenerateAll, ros2Launch, ros2Run } from './host_commands.js';
import { init, isShutdown, removeSignalHandlers, shutdown, shutdownAll } from './init.js';
import { lifecycle } from './lifecycle/index.js';
import { LifecycleNode } from './lifecycle/lifecycle_node.js';
import { Logging } from './logging/logging.js';
import type { InterfaceClass, InterfacePackage, TypeClass } from './message/interface_loader.js';
import { interfaceLoader, messageClassOf } from './message/interfaces_in_use.js';
import { toJSONSafe, toJSONString } from './message/json.js';
import type { MessageClass } from './message/message_class.js';
import type { MessageInstance } from './message/message_instance.js';
import { MessageIntrospector } from './message/message_introspector.js';
import * as validation from './message/message_validation.js';
import { deserializeMessage, serializeMessage } from './message/serialization.js';
import { expandTopicName, isTopicOrServiceHidden } from './names/expand_topic_name.js';
import { validator } from './names/validator.js';
import * as actionGraph from './node/action_graph.js';
import { Node } from './node/node.js';
import type { NodeBase, NodeOptionsArgument } from './node/node_base.js';
import { NodeOptions } from './node_options.js';
import { Parameter } from './parameter/parameter.js';
import { ParameterClient } from './parameter/parameter_client.js';
import { ParameterDescriptor } from './parameter/parameter_descriptor.js';
import { ParameterEventHandler } from './parameter/parameter_event_handler.js';
import { ParameterType } from './parameter/parameter_type.js';
import { ParameterWatcher } from './parameter/parameter_watcher.js';
import * as ranges from './parameter/range.js';
import { QoS } from './qos/qos.js';
import { QoSOverridingOptions, QoSPolicyKind } from './qos/qos_overriding_options.js';
import { RMWUtils } from './rmw_utils.js';
import { ServiceIntrospectionStates } from './service_introspection_states.js';
import { Clock } from './time/clock.js';
import { ClockChange } from './time/clock_change.js';
import { ClockEvent } from './time/clock_event.js';
import { ClockType } from './time/clock_type.js';
import { Duration } from './time/duration.js';
import { ROSClock } from './time/ros_clock.js';
import { Time } from './time/time.js';
import { TimeSource } from './time/time_source.js';
import { MessageInfo } from './topic/message_info.js';
import { ObservableSubscription } from './topic/observable_subscription.js';
import { waitForMessage } from './topic/wait_for_message.js';

/** Makes a node; the same as `new Node(…)`. */
export function createNode(
  nodeName: string,
  namespace?: string,
  context?: Context,
  options?: NodeOptionsArgument,
  args?: string[],
  useGlobalArguments?: boolean,
): Node {
  return new Node(nodeName, namespace, context, options, args, useGlobalArguments);
}

/** Makes a managed node; the same as `new lifecycle.LifecycleNode(…)`. */
export function createLifecycleNode(
  nodeName: string,
  namespace?: string,
  context?: Context,
  options?: NodeOptionsArgument,
  enableCommunicationInterface = true,
): LifecycleNode {
  return new LifecycleNode(nodeName, namespace, context, options, enableCommunicationInterface);
}

/** Has a node's callbacks run; the same as `node.spin()`. */
export function spin(node: NodeBase, timeout = 10): void {
  node.spin(timeout);
}

/** Runs a node's callbacks once; the same as `node.spinOnce()`. */
export function spinOnce(node: NodeBase, timeout = 10): void {
  node.spinOnce(timeout);
}

/**
 * The class of an interface by `package/kind/Name` or `{package, type, name}`, or all interfaces
 * of a package by its name.
 *
 * @throws {ValidationError} code `MESSAGE_NOT_FOUND` if there is none.
 */
export function loadInterface(name: TypeClass): InterfaceClass | InterfacePackage {
  return interfaceLoader().load(name);
}

/** A new message with every field at its default. */
export function createMessage(type: TypeClass<MessageClass>): MessageInstance {
  return new (messageClassOf(type))();
}

/** As {@link createMessage}, as a plain object. */
export function createMessageObject(type: TypeClass<MessageClass>): Record<string, unknown> {
  return createMessage(type).toPlainObject();
}

const { FloatingPointRange, IntegerRange, DEFAULT_NUMERIC_RANGE_TOLERANCE } = ranges;
const rclnodejs = {
  Clock,
  ClockEvent,
  ClockType,
  ClockChange,
  Context,
  DEFAULT_NUMERIC_RANGE_TOLERANCE,
  DistroUtils,
  Duration,
  FloatingPointRange,
  IntegerRange,
  logging: Logging,
  NodeOptions,
  Parameter,
  ParameterDescriptor,
  ParameterType,
  ParameterClient,
  ParameterWatcher,
  ParameterEventHandler,
  MessageInfo,
  ObservableSubscription,
  QoS,
  QoSPolicyKind,
  QoSOverridingOptions,
  RMWUtils,
  ROSClock,
  ServiceIntrospectionStates,
  Time,
  validator,
  ActionClient,
  ActionServer,
  ClientGoalHandle,
  ServerGoalHandle,
  ActionUuid,
  ActionEndpointInfo,
  CancelResponse,
  GoalResponse,
  ...actionGraph,
  serializeMessage,
  deserializeMessage,
  createNode,
  createLifecycleNode,
  init,
  removeROSArgs,
  spin,
  spinOnce,
  waitForMessage,
  shutdown,
  shutdownAll,
  isShutdown,
  require: loadInterface,
  regenerateAll,
  isTopicOrServiceHidden,
  expandTopicName,
  createMessage,
  createMessageObject,
  removeSignalHandlers,
  ros2Run,
  ros2Launch,
  toJSONSafe,
  toJSONString,
  ...validation,
  ...errors,
  Node,
  TimeSource,
  lifecycle,
  MessageIntrospector,
};

export default rclnodejs;
