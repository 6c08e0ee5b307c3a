/**
 * Room `graph`: ROS 2's graph. Nodes, names and remapping, topics, QoS matching, delivery,
 * services, timers, discovery. It decides who receives what; executors decide when it is handled.
 *
 * May import: `errors`, `kernel`, `interfaces`.
 */
export type { AwaitingCallback } from './awaiting_callback.js';
export { CallbackGroup, type CallbackGroupType } from './callback_group.js';
export { Client, type Response, type ResponseCallback } from './client.js';
export type { FullObserver, ObserverStage } from './combine_observers.js';
export { ContentFilter, type ContentFilterOptions } from './content_filter/content_filter.js';
export type { Discovery } from './discovery.js';
export { Domain, type ServiceName, type Topic } from './domain.js';
export type { EndpointEvents, Incompatibility } from './endpoint_events.js';
export { type CodePlace, Entity, type EntityKind, Waitable } from './entity.js';
export type { Executor, ExecutorDescription, ScheduledEntity } from './executor.js';
export { Graph, type GraphOptions } from './graph.js';
export type { FullListener, GraphListener, ListenerStage } from './graph_listener.js';
export {
  type GivenArgument,
  type GivenArguments,
  GraphNode,
  type GraphNodeOptions,
} from './graph_node.js';
export { LivelinessWatch } from './liveliness_watch.js';
export type { MessageOrigin, SampleInfo } from './message_ring.js';
export {
  expandName,
  isTopicName,
  joinName,
  type NameScope,
  type RemapRule,
  remapName,
} from './names.js';
export type { CallbackTiming, FaultEvent, Observer } from './observer.js';
export type { ClockView, Outbox, Sender } from './outbox.js';
export { PeriodWatch, type Planner } from './period_watch.js';
export { Publisher, type PublisherDigest, type PublishOptions } from './publisher.js';
export {
  DEFAULT_QOS,
  type Durability,
  type History,
  incompatiblePolicy,
  type Liveliness,
  type MatchedPolicy,
  type Qos,
  type Reliability,
} from './qos.js';
export type { Delivery, PublicationDelay, Route, Sample } from './route.js';
export type { RouteChain, RouteMaker, RouteStage } from './route_chain.js';
export {
  type OpenRequest,
  type Request,
  type RequestInfo,
  type Respond,
  Service,
  type ServiceCallback,
} from './service.js';
export type { Stages } from './stages.js';
export {
  type SerializedMessage,
  Subscription,
  type SubscriptionCallback,
  type SubscriptionOptions,
} from './subscription.js';
export { Timer } from './timer.js';
export { Vigil } from './vigil.js';
