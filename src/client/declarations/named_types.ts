/**
 * Types that appear in the declarations of `orrery-sim/rclnodejs` but have no name in `rclnodejs`, so
 * that a program can annotate every value it receives. They exist for the compiler only; the 95 names of
 * the module do not change.
 */
export type { Place } from '../../errors/index.js';
export type { ParameterEntry, ParameterRules, PlacedValue } from '../../parameters/index.js';
export type { FeedbackCallback } from '../action/action_client.js';
export type { ActionEndpoints } from '../action/action_endpoints.js';
export type { ActionOptions } from '../action/action_options.js';
export type { Action } from '../action/action_server.js';
export type { GoalAnswer } from '../action/client_goal_handle.js';
export type { Deferred } from '../action/deferred.js';
export type { GoalEvent } from '../action/goal_event.js';
export type { CancelGoalResponse, GoalInfoMessage, UuidMessage } from '../action/goal_messages.js';
export type { GoalResult } from '../action/server_goal_handle.js';
export type { LogLevelRule, RosArguments } from '../arguments/ros_arguments.js';
export type { EntityHandle, EntityOptions } from '../entity.js';
export type { RclNodeErrorJson } from '../errors/rcl_node_error.js';
export type { LifecyclePublisher } from '../lifecycle/lifecycle_publisher.js';
export type { ActionClass, ActionImplementation } from '../message/action_class.js';
export type {
  InterfaceClass,
  InterfaceName,
  TypeClass as UntypedTypeClass,
} from '../message/interface_loader.js';
export type {
  MessageArray,
  MessageArrayClass,
  MessageArrayData,
} from '../message/message_array.js';
export type { InterfaceTypeInfo, MessageClass, MessageSlots } from '../message/message_class.js';
export type { MessageInstance } from '../message/message_instance.js';
export type { MessageSlot } from '../message/message_slot.js';
export type { ServiceClass } from '../message/service_class.js';
export type { TypeHash } from '../node/endpoints.js';
export type { NodeBase, NodeOptionsArgument, OptionName } from '../node/node_base.js';
export type { NodeEntities, PublisherClass } from '../node/node_entities.js';
export type { NodeEntityLists } from '../node/node_entity_lists.js';
export type { NodeGraph } from '../node/node_graph.js';
export type { NodeParameters } from '../node/node_parameters.js';
export type { NodeServices, RequestPart } from '../node/node_services.js';
export type {
  ParameterCallback,
  ParameterEventCallback,
  ParameterEventMessage,
} from '../parameter/parameter_event_handler.js';
export type { ParameterEventPublisher } from '../parameter/parameter_events.js';
export type {
  ParameterDescriptorMessage,
  ParameterMessage,
  ParameterValueMessage,
} from '../parameter/parameter_message.js';
export type { ParameterValue } from '../parameter/parameter_type.js';
export type { SetParametersResult } from '../parameter/set_parameters_result.js';
export type { EndpointQos } from '../qos/endpoint_qos.js';
export type {
  PublisherEventCallbacks,
  StatusCallback,
  SubscriptionEventCallbacks,
} from '../qos/event_callbacks.js';
export type { EventHandler } from '../qos/event_handler.js';
export type {
  CountStatus,
  IncompatibleQosStatus,
  LivelinessChangedStatus,
  MatchedStatus,
} from '../qos/event_status.js';
export type { QoSFields, QoSProfileName } from '../qos/qos.js';
export type {
  QoSOverrideCallback,
  QoSOverridingOptionsFields,
} from '../qos/qos_overriding_options.js';
export type { QoSArgument } from '../qos/resolve_qos.js';
export type {
  AsyncRequestOptions,
  Client as UntypedClient,
  ResponseCallback,
} from '../service/client.js';
export type { Response } from '../service/response.js';
export type { ServiceCallback } from '../service/service.js';
export type { Int64Argument } from '../time/int64_argument.js';
export type { TimeMessage } from '../time/time.js';
export type { MessageInfoFields, RawMessageInfo } from '../topic/message_info.js';
export type { Publisher as UntypedPublisher } from '../topic/publisher.js';
export type {
  AnyCallback,
  SubscriptionCallback as UntypedSubscriptionCallback,
} from '../topic/subscription.js';
export type { Scheduled, World } from '../world/world.js';
export type { Primitive, Publishable, RequestOf, ResponseOf } from './type_maps.js';
export type {
  ActionParts,
  ConstantsOf,
  ConstantsOfParts,
  ContentOf,
  PartOf,
} from './typed_classes.js';
