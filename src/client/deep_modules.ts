/**
 * The modules behind `rclnodejs/lib/…`, which the package lets programs import too. A module with a
 * default export evaluates to that export.
 */
import { ActionClient } from './action/action_client.js';
import { ActionEndpointInfo } from './action/action_endpoint_info.js';
import { ActionServer } from './action/action_server.js';
import { ActionUuid } from './action/action_uuid.js';
import { ClientGoalHandle } from './action/client_goal_handle.js';
import { Deferred } from './action/deferred.js';
import { GoalEvent } from './action/goal_event.js';
import { CancelResponse, GoalResponse } from './action/response.js';
import { ServerGoalHandle } from './action/server_goal_handle.js';
import { Context } from './context.js';
import { DistroUtils } from './distro_utils.js';
import { Entity } from './entity.js';
import * as errors from './errors/index.js';
import { loadInterface } from './functions.js';
import { GuardCondition } from './guard_condition.js';
import * as lifecycle from './lifecycle/index.js';
import { LifecyclePublisher } from './lifecycle/lifecycle_publisher.js';
import { Logging } from './logging/logging.js';
import { LoggingService } from './logging/logging_service.js';
import { MessageIntrospector } from './message/message_introspector.js';
import * as messageJson from './message/serialization_mode.js';
import { deserializeMessage, serializeMessage } from './message/serialize_message.js';
import * as messageValidation from './message/validate_message.js';
import { validator } from './names/validator.js';
import * as actionGraph from './node/get_action_names_and_types.js';
import { Node } from './node/node.js';
import { NodeOptions } from './node_options.js';
import { Parameter } from './parameter/parameter.js';
import { ParameterClient } from './parameter/parameter_client.js';
import { ParameterDescriptor } from './parameter/parameter_descriptor.js';
import { ParameterEventHandler } from './parameter/parameter_event_handler.js';
import { ParameterService } from './parameter/parameter_service.js';
import { ParameterType, parameterTypeFromValue } from './parameter/parameter_type.js';
import { ParameterWatcher } from './parameter/parameter_watcher.js';
import * as ranges from './parameter/range.js';
import * as eventCallbacks from './qos/event_callbacks.js';
import { QoS } from './qos/qos.js';
import { QoSOverridingOptions, QoSPolicyKind } from './qos/qos_overriding_options.js';
import { RMWUtils } from './rmw_utils.js';
import { Client } from './service/client.js';
import { Service } from './service/service.js';
import { TypeDescriptionService } from './service/type_description_service.js';
import { ServiceIntrospectionStates } from './service_introspection_states.js';
import { Clock } from './time/clock.js';
import { ClockChange } from './time/clock_change.js';
import { ClockEvent } from './time/clock_event.js';
import { ClockType } from './time/clock_type.js';
import { Duration } from './time/duration.js';
import { ROSClock } from './time/ros_clock.js';
import { Time } from './time/time.js';
import { TimeSource } from './time/time_source.js';
import { Rate, RateTimerServer } from './timer/rate.js';
import { Timer } from './timer/timer.js';
import { MessageInfo } from './topic/message_info.js';
import { ObservableSubscription } from './topic/observable_subscription.js';
import { Publisher } from './topic/publisher.js';
import { Subscription } from './topic/subscription.js';
import { waitForMessage } from './topic/wait_for_message.js';

const parameter = {
  ...ranges,
  Parameter,
  ParameterDescriptor,
  ParameterType,
  PARAMETER_SEPARATOR: '.',
  parameterTypeFromValue,
};

const modules = {
  'action/client': ActionClient,
  'action/client_goal_handle': ClientGoalHandle,
  'action/deferred': Deferred,
  'action/endpoint_info': ActionEndpointInfo,
  'action/graph': { ...actionGraph },
  'action/response': { GoalEvent, GoalResponse, CancelResponse },
  'action/server': ActionServer,
  'action/server_goal_handle': ServerGoalHandle,
  'action/uuid': ActionUuid,
  client: Client,
  clock: { Clock, ROSClock },
  clock_change: ClockChange,
  clock_event: ClockEvent,
  clock_type: ClockType,
  context: Context,
  distro: DistroUtils,
  duration: Duration,
  entity: Entity,
  errors: { ...errors },
  event_handler: { ...eventCallbacks },
  guard_condition: GuardCondition,
  interface_loader: { loadInterface },
  lifecycle,
  lifecycle_publisher: LifecyclePublisher,
  logging: Logging,
  logging_service: LoggingService,
  message_info: MessageInfo,
  message_introspector: MessageIntrospector,
  message_serialization: { ...messageJson },
  message_validation: { ...messageValidation },
  node: Node,
  node_options: NodeOptions,
  observable_subscription: ObservableSubscription,
  parameter,
  parameter_client: ParameterClient,
  parameter_event_handler: ParameterEventHandler,
  parameter_service: ParameterService,
  parameter_watcher: ParameterWatcher,
  publisher: Publisher,
  qos: QoS,
  qos_overriding_options: { QoSOverridingOptions, QoSPolicyKind },
  rate: { Rate, RateTimerServer },
  rmw: RMWUtils,
  serialization: { serializeMessage, deserializeMessage },
  service: Service,
  service_introspection: ServiceIntrospectionStates,
  subscription: Subscription,
  time: Time,
  time_source: TimeSource,
  timer: Timer,
  type_description_service: TypeDescriptionService,
  validator,
  wait_for_message: waitForMessage,
} as const;

/** The modules by the names under which programs import them: `rclnodejs/lib/qos`. */
export const deepModules: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(modules).map(([name, module]) => [`rclnodejs/lib/${name}`, module]),
);
