import { Deferred } from './action/deferred.js';
import { Entity } from './entity.js';
import { GuardCondition } from './guard_condition.js';
import { CallbackReturnValue } from './lifecycle/callback_return_code.js';
import { LifecycleNode } from './lifecycle/lifecycle_node.js';
import { LifecyclePublisher } from './lifecycle/lifecycle_publisher.js';
import { State } from './lifecycle/state.js';
import { StateMachine } from './lifecycle/state_machine.js';
import { Transition, TransitionDescription } from './lifecycle/transition.js';
import { LoggerLevels } from './logging/logger_levels.js';
import { LoggingService } from './logging/logging_service.js';
import { InterfaceLoader } from './message/interface_loader.js';
import { MessageArrayBase } from './message/message_array.js';
import { MessageInstance } from './message/message_instance.js';
import { NodeArguments } from './node/node_arguments.js';
import { NodeEntities } from './node/node_entities.js';
import { NodeEntityLists } from './node/node_entity_lists.js';
import { NodeGraph } from './node/node_graph.js';
import { NodeParameters } from './node/node_parameters.js';
import { NodeServices } from './node/node_services.js';
import {
  ParameterCallbackHandle,
  ParameterEventCallbackHandle,
} from './parameter/parameter_event_handler.js';
import { ParameterEvents } from './parameter/parameter_events.js';
import { ParameterService } from './parameter/parameter_service.js';
import { PublisherEventCallbacks, SubscriptionEventCallbacks } from './qos/event_callbacks.js';
import { EventHandler } from './qos/event_handler.js';
import { EventSource } from './qos/event_source.js';
import { Client } from './service/client.js';
import { Introspection } from './service/introspection.js';
import { Response } from './service/response.js';
import { Service } from './service/service.js';
import { TypeDescriptionService } from './service/type_description_service.js';
import { ClockTimer } from './timer/clock_timer.js';
import { Rate, RateTimerServer } from './timer/rate.js';
import { Timer } from './timer/timer.js';
import { Publisher } from './topic/publisher.js';
import { Subscription } from './topic/subscription.js';
import { RealTimeWorld } from './world/real_time_world.js';

/**
 * Classes that programs reach only through instances, because no module for programs exports them. As with all
 * other classes, what a program puts on their prototypes must not outlast it.
 */
export const INSTANCE_CLASSES: Readonly<Record<string, object>> = {
  CallbackReturnValue,
  Client,
  ClockTimer,
  Deferred,
  Entity,
  EventHandler,
  EventSource,
  GuardCondition,
  InterfaceLoader,
  Introspection,
  LifecycleNode,
  LifecyclePublisher,
  LoggerLevels,
  LoggingService,
  MessageArrayBase,
  MessageInstance,
  NodeArguments,
  NodeEntities,
  NodeEntityLists,
  NodeGraph,
  NodeParameters,
  NodeServices,
  ParameterCallbackHandle,
  ParameterEventCallbackHandle,
  ParameterEvents,
  ParameterService,
  Publisher,
  PublisherEventCallbacks,
  Rate,
  RateTimerServer,
  RealTimeWorld,
  Response,
  Service,
  State,
  StateMachine,
  Subscription,
  SubscriptionEventCallbacks,
  Timer,
  Transition,
  TransitionDescription,
  TypeDescriptionService,
};
