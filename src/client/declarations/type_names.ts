/**
 * The types that rclnodejs declares in addition to its values, under its names. Where it names
 * entities by their interface (`Publisher<'std_msgs/msg/String'>`), so do these.
 */

import type { ContentFilterOptions } from '../../graph/index.js';
import type { ActionOptions } from '../action/action_options.js';
import type { EntityOptions } from '../entity.js';
import type { InterfaceClass, TypeClass as TypeClassOf } from '../message/interface_loader.js';
import type { MessageDefinitionJson } from '../message/message_definition.js';
import type { ParameterClientOptions } from '../parameter/parameter_client.js';
import type { QoSArgument } from '../qos/resolve_qos.js';
import type {
  AsyncRequestOptions as RequestOptions,
  Client as ServiceClient,
} from '../service/client.js';
import type { Response } from '../service/response.js';
import type { MessageInfo } from '../topic/message_info.js';
import type { Publisher as TopicPublisher } from '../topic/publisher.js';
import type {
  MessageType,
  Received,
  ServiceParts,
  ServiceRequestMessage,
  ServiceResponseMessage,
} from './typed_classes.js';

export type { SendGoalOptions } from '../action/action_client.js';
export type { ActionQos as ActionQoS } from '../action/action_options.js';
export type {
  CancelCallback,
  ExecuteCallback,
  GoalCallback,
  HandleAcceptedCallback,
} from '../action/action_server.js';
export type { Entity } from '../entity.js';
export type { RclNodeErrorOptions } from '../errors/rcl_node_error.js';
export type {
  MessageValidationIssue,
  ValidationErrorOptions,
} from '../errors/validation_errors.js';
export type { GuardCondition } from '../guard_condition.js';
export type {
  FieldTypeDefinition as MessageFieldType,
  MessageDefinitionJson as ROSMessageDef,
} from '../message/message_definition.js';
export type { SerializationMode } from '../message/serialization_mode.js';
export type {
  MessageSchema,
  MessageValidationOptions,
  MessageValidationResult,
} from '../message/validate_message.js';
export type {
  ServiceEndpoint as ServiceEndpointInfo,
  TopicEndpoint as TopicEndpointInfo,
} from '../node/endpoints.js';
export type {
  NameAndTypes as NamesAndTypesQueryResult,
  NodeNameAndNamespace as NodeNamesQueryResult,
  NodeNameWithEnclave as NodeNamesQueryResultWithEnclaves,
} from '../node/node_graph.js';
export type {
  PostSetParametersCallback,
  PreSetParametersCallback,
  SetParametersCallback,
} from '../node/node_parameters.js';
export type {
  ListParametersOptions,
  ListParametersResult,
  ParameterClientOptions,
  ParameterRequestOptions as ParameterServiceCallOptions,
  ParameterSetResult,
  ParameterToSet,
} from '../parameter/parameter_client.js';
export type {
  ParameterCallbackHandle,
  ParameterEventCallbackHandle,
} from '../parameter/parameter_event_handler.js';
export type { Range } from '../parameter/range.js';
export type { Service, Service as ROSService } from '../service/service.js';
export type { ClockCallbackObject, TimeJump as ClockJumpInfo } from '../time/clock.js';
export type { Rate } from '../timer/rate.js';
export type { Timer, TimerCallback as TimerRequestCallback, TimerInfo } from '../timer/timer.js';
export type { PublishOptions } from '../topic/publisher.js';
export type { Subscription } from '../topic/subscription.js';
export type { WaitForMessageOptions } from '../topic/wait_for_message.js';
export type * from './typed_classes.js';

/** Any class. */
export type Class = abstract new (...args: never[]) => unknown;
/** What identifies an interface: its name, its class, or the parts of its name. */
export type TypeClass<T = InterfaceClass> = T | TypeClassOf;
export type Options<Q = NonNullable<EntityOptions['qos']>> = Omit<EntityOptions, 'qos'> & {
  qos?: Q;
};
export type ActionServerOptions = ActionOptions;
export type SubscriptionContentFilter = ContentFilterOptions;
export type MessageField = MessageDefinitionJson['fields'][number];
export type MessageConstant = MessageDefinitionJson['constants'][number];
export interface SendRequestOptions {
  /** Whether the request is validated; default: as the client was created. */
  validate?: boolean;
}
export interface TimerOptions {
  /** False makes a timer that waits for its first reset. Default true. */
  autostart?: boolean;
}
export interface ParameterEventHandlerOptions {
  qos?: QoSArgument;
}
export type ParameterWatcherOptions = ParameterClientOptions;

export type Publisher<T = unknown> = TopicPublisher<MessageType<T>>;
export type SubscriptionCallback<T> = (
  message: Received<MessageType<T>>,
  messageInfo: MessageInfo,
) => unknown;
export type SubscriptionWithRawMessageCallback = (
  message: Buffer,
  messageInfo?: MessageInfo,
) => unknown;

export type Client<T = unknown> = ServiceClient<ServiceParts<T>>;
export declare namespace Client {
  export type ResponseCallback<T> = (response: Received<ServiceResponseMessage<T>>) => unknown;
  export type AsyncRequestOptions = RequestOptions;
}
export type ServiceResponse<_T = unknown> = Response;
export type ServiceRequestHandler<T> = (
  request: Received<ServiceRequestMessage<T>>,
  response: ServiceResponse<T>,
) => unknown;
export type ServiceRequestCallback<T> = ServiceRequestHandler<T>;
