import type { MessagesMap, ServicesMap } from '../declarations/type_maps.js';
import type {
  MessageConstructor,
  MessageType,
  ServiceConstructor,
  ServiceParts,
} from '../declarations/typed_classes.js';
import type { EntityOptions } from '../entity.js';
import { TypeValidationError } from '../errors/index.js';
import { GuardCondition } from '../guard_condition.js';
import type { TypeClass } from '../message/interface_loader.js';
import { messageClassOf, serviceClassOf } from '../message/interfaces_in_use.js';
import type { MessageClass } from '../message/message_class.js';
import type { ServiceClass } from '../message/service_class.js';
import { PublisherEventCallbacks, SubscriptionEventCallbacks } from '../qos/event_callbacks.js';
import { declareQosParameters } from '../qos/qos_parameters.js';
import { resolveQoS } from '../qos/resolve_qos.js';
import { Client } from '../service/client.js';
import type { Response } from '../service/response.js';
import { Service, type ServiceCallback } from '../service/service.js';
import { Clock } from '../time/clock.js';
import type { Int64Argument } from '../time/int64_argument.js';
import { Timer, type TimerCallback, timerPeriod } from '../timer/timer.js';
import type { MessageInfo } from '../topic/message_info.js';
import { ObservableSubscription } from '../topic/observable_subscription.js';
import { Publisher } from '../topic/publisher.js';
import { Subscription, type SubscriptionCallback } from '../topic/subscription.js';
import { validateEntityOptions } from './entity_options.js';
import type { Node } from './node.js';
import { requireCallback, requireClass, requireEvents, requireName } from './require_callback.js';

/** Makes a publisher; how subclasses of Node make other kinds. */
type PublisherClass<P extends Publisher> = new (
  node: Node,
  typeClass: MessageClass,
  topic: string,
  options: EntityOptions,
  eventCallbacks?: PublisherEventCallbacks | null,
) => P;

type RequestPart<S> = S extends { Request: infer R } ? R : never;

/** The entities of a node: what it creates. */
export class NodeEntities {
  readonly #node: Node;

  constructor(node: Node) {
    this.#node = node;
  }

  /**
   * Calls back periodically.
   *
   * @param period - ns as bigint, or ms as number (0.x).
   * @param optionsOrClock - `{autostart: false}` makes a timer that waits for its first reset.
   * @param clock - the clock it follows. Default: the node's.
   * @throws {TypeValidationError} if an argument is of the wrong type.
   */
  createTimer(
    period: Int64Argument,
    callback: TimerCallback,
    optionsOrClock: { autostart?: boolean } | Clock | null = null,
    clock: Clock | null = null,
  ): Timer {
    const nodeName = this.#node.name();
    const isClock = optionsOrClock instanceof Clock;
    if (optionsOrClock && (typeof optionsOrClock !== 'object' || Array.isArray(optionsOrClock))) {
      throw new TypeValidationError('options', optionsOrClock, 'object or Clock', { nodeName });
    }
    const ownClock = isClock ? optionsOrClock : clock;
    if (ownClock && !(ownClock instanceof Clock)) {
      throw new TypeValidationError('clock', ownClock, 'Clock', { nodeName });
    }
    const nanoseconds = timerPeriod(period, nodeName);
    if (typeof callback !== 'function') {
      throw new TypeValidationError('callback', callback, 'function', { nodeName });
    }
    const autostart = isClock ? undefined : optionsOrClock?.autostart;
    if (autostart !== undefined && typeof autostart !== 'boolean') {
      throw new TypeValidationError('options.autostart', autostart, 'boolean', { nodeName });
    }
    const timer = new Timer(
      this.#node,
      ownClock ?? this.#node._clock,
      nanoseconds,
      callback,
      autostart ?? true,
    );
    this.#node._timers.push(timer);
    return timer;
  }

  /**
   * Offers to publish messages on a topic.
   *
   * @param typeClass - e.g. `std_msgs/msg/String`, or the class.
   * @throws {TypeValidationError} if an argument is of the wrong type.
   * @throws {Error} if the topic's name is invalid.
   */
  createPublisher<T extends keyof MessagesMap>(
    typeClass: T,
    topic: string,
    options?: EntityOptions,
    eventCallbacks?: PublisherEventCallbacks | null,
  ): Publisher<MessagesMap[T]>;
  createPublisher<C extends TypeClass<MessageClass>>(
    typeClass: C,
    topic: string,
    options?: EntityOptions,
    eventCallbacks?: PublisherEventCallbacks | null,
  ): Publisher<MessageType<C>>;
  createPublisher(
    typeClass: TypeClass<MessageClass>,
    topic: string,
    options?: EntityOptions,
    eventCallbacks?: PublisherEventCallbacks | null,
  ): Publisher {
    return this.#node._addPublisher(Publisher, typeClass, topic, options, eventCallbacks);
  }

  /** {@link createPublisher} for a kind of publisher. */
  _addPublisher<P extends Publisher>(
    Kind: PublisherClass<P>,
    typeClass: TypeClass<MessageClass>,
    topic: string,
    options: EntityOptions | undefined,
    eventCallbacks?: PublisherEventCallbacks | null,
  ): P {
    const type = requireClass(typeClass, messageClassOf, this.#about('publisher'));
    const own = validateEntityOptions(options, this.#node.name());
    requireName('topic', topic, this.#about('publisher'));
    const about = this.#about('publisher', topic);
    requireEvents(eventCallbacks, PublisherEventCallbacks, about);
    this.#overrideQos('publisher', topic, own);
    const publisher = new Kind(this.#node, type, topic, own, eventCallbacks);
    this.#node._publishers.push(publisher);
    return publisher;
  }

  /**
   * Receives messages from a topic.
   *
   * @param options - may be left out.
   * @param callback - gets the message and, if it declares a second parameter, a `MessageInfo`.
   * @throws {TypeValidationError} if an argument is of the wrong type.
   * @throws {Error} if the topic's name is invalid.
   */
  createSubscription<T extends keyof MessagesMap>(
    typeClass: T,
    topic: string,
    callback: (message: MessagesMap[T], info: MessageInfo) => unknown,
  ): Subscription;
  createSubscription<T extends keyof MessagesMap>(
    typeClass: T,
    topic: string,
    options: (EntityOptions & { isRaw?: false; serializationMode?: 'default' }) | undefined,
    callback: (message: MessagesMap[T], info: MessageInfo) => unknown,
    eventCallbacks?: SubscriptionEventCallbacks | null,
  ): Subscription;
  createSubscription<M>(
    typeClass: MessageConstructor<M>,
    topic: string,
    callback: (message: M, info: MessageInfo) => unknown,
  ): Subscription;
  createSubscription<M>(
    typeClass: MessageConstructor<M>,
    topic: string,
    options: (EntityOptions & { isRaw?: false; serializationMode?: 'default' }) | undefined,
    callback: (message: M, info: MessageInfo) => unknown,
    eventCallbacks?: SubscriptionEventCallbacks | null,
  ): Subscription;
  createSubscription(
    typeClass: TypeClass<MessageClass>,
    topic: string,
    options: EntityOptions | undefined | SubscriptionCallback,
    callback?: SubscriptionCallback | null,
    eventCallbacks?: SubscriptionEventCallbacks | null,
  ): Subscription;
  createSubscription(
    typeClass: TypeClass<MessageClass>,
    topic: string,
    options: EntityOptions | undefined | SubscriptionCallback,
    callback?: SubscriptionCallback | null,
    eventCallbacks?: SubscriptionEventCallbacks | null,
  ): Subscription {
    const type = requireClass(typeClass, messageClassOf, this.#about('subscription'));
    const [given, receive] =
      typeof options === 'function' ? [undefined, options] : [options, callback];
    const own = validateEntityOptions(given, this.#node.name());
    requireName('topic', topic, this.#about('subscription'));
    const about = this.#about('subscription', topic);
    requireCallback(receive, about);
    requireEvents(eventCallbacks, SubscriptionEventCallbacks, about);
    this.#overrideQos('subscription', topic, own);
    const subscription = new Subscription(this.#node, type, topic, own, receive, eventCallbacks);
    this.#node._subscriptions.push(subscription);
    return subscription;
  }

  /** Receives messages from a topic as an observable. */
  createObservableSubscription<T extends keyof MessagesMap>(
    typeClass: T,
    topic: string,
    options?: EntityOptions,
    eventCallbacks?: SubscriptionEventCallbacks | null,
  ): ObservableSubscription<MessagesMap[T]>;
  createObservableSubscription<C extends TypeClass<MessageClass>>(
    typeClass: C,
    topic: string,
    options?: EntityOptions,
    eventCallbacks?: SubscriptionEventCallbacks | null,
  ): ObservableSubscription<MessageType<C>>;
  createObservableSubscription(
    typeClass: TypeClass<MessageClass>,
    topic: string,
    options?: EntityOptions,
    eventCallbacks?: SubscriptionEventCallbacks | null,
  ): ObservableSubscription {
    const emit = (message: unknown) => observable._emit(message);
    const observable: ObservableSubscription = new ObservableSubscription(
      this.#node.createSubscription(typeClass, topic, options, emit, eventCallbacks),
    );
    return observable;
  }

  /**
   * Makes a client of a service.
   *
   * @throws {TypeValidationError} if an argument is of the wrong type.
   * @throws {Error} if the service's name is invalid.
   */
  createClient<T extends keyof ServicesMap>(
    typeClass: T,
    serviceName: string,
    options?: EntityOptions,
  ): Client<ServicesMap[T]>;
  createClient<C extends TypeClass<ServiceClass>>(
    typeClass: C,
    serviceName: string,
    options?: EntityOptions,
  ): Client<ServiceParts<C>>;
  createClient(
    typeClass: TypeClass<ServiceClass>,
    serviceName: string,
    options?: EntityOptions,
  ): Client {
    const type = requireClass(typeClass, serviceClassOf, this.#about('client'));
    const own = validateEntityOptions(options, this.#node.name());
    requireName('serviceName', serviceName, this.#about('client'));
    const client = new Client(this.#node, type, serviceName, own);
    this.#node._clients.push(client);
    return client;
  }

  /**
   * Offers a service.
   *
   * @param options - may be left out.
   * @param callback - gets the request and a `Response`.
   * @throws {TypeValidationError} if an argument is of the wrong type.
   * @throws {Error} if the service's name is invalid.
   */
  createService<T extends keyof ServicesMap>(
    typeClass: T,
    serviceName: string,
    callback: (request: RequestPart<ServicesMap[T]>, response: Response) => unknown,
  ): Service;
  createService<T extends keyof ServicesMap>(
    typeClass: T,
    serviceName: string,
    options: EntityOptions | undefined,
    callback: (request: RequestPart<ServicesMap[T]>, response: Response) => unknown,
  ): Service;
  createService<S>(
    typeClass: ServiceConstructor<S>,
    serviceName: string,
    callback: (request: RequestPart<S>, response: Response) => unknown,
  ): Service;
  createService<S>(
    typeClass: ServiceConstructor<S>,
    serviceName: string,
    options: EntityOptions | undefined,
    callback: (request: RequestPart<S>, response: Response) => unknown,
  ): Service;
  createService(
    typeClass: TypeClass<ServiceClass>,
    serviceName: string,
    options: EntityOptions | undefined | ServiceCallback,
    callback?: ServiceCallback,
  ): Service;
  createService(
    typeClass: TypeClass<ServiceClass>,
    serviceName: string,
    options: EntityOptions | undefined | ServiceCallback,
    callback?: ServiceCallback,
  ): Service {
    const type = requireClass(typeClass, serviceClassOf, this.#about('service'));
    const [given, answer] =
      typeof options === 'function' ? [undefined, options] : [options, callback];
    const own = validateEntityOptions(given, this.#node.name());
    requireName('serviceName', serviceName, this.#about('service'));
    const about = this.#about('service', serviceName);
    requireCallback(answer, about);
    const service = new Service(this.#node, type, serviceName, own, answer);
    this.#node._services.push(service);
    return service;
  }

  /** Makes something that calls back when it is triggered. */
  createGuardCondition(callback: () => unknown): GuardCondition {
    requireCallback(callback, this.#about('guard_condition'));
    const guard = new GuardCondition(this.#node, callback);
    this.#node._guards.push(guard);
    return guard;
  }

  #about(entityType: string, entityName?: string) {
    const about = { nodeName: this.#node.name(), entityType };
    return entityName === undefined ? about : { ...about, entityName };
  }

  #overrideQos(kind: 'publisher' | 'subscription', topic: string, options: EntityOptions): void {
    if (!options.qosOverridingOptions) return;
    const qos = resolveQoS(options.qos);
    options.qos = qos;
    const name = this.#node.resolveTopicName(topic);
    declareQosParameters(kind, this.#node, name, qos, options.qosOverridingOptions);
  }
}
