import type { MessagesMap } from '../declarations/type_maps.js';
import type { MessageConstructor, MessageType } from '../declarations/typed_classes.js';
import type { EntityOptions } from '../entity.js';
import { TypeValidationError } from '../errors/index.js';
import { GuardCondition } from '../guard_condition.js';
import type { TypeClass } from '../message/interface_loader.js';
import { messageClassOf } from '../message/interfaces_in_use.js';
import type { MessageClass } from '../message/message_class.js';
import { checkEntityOptions, checkOptions } from '../options/check_options.js';
import { givenTo } from '../options/given_to.js';
import { PublisherEventCallbacks, SubscriptionEventCallbacks } from '../qos/event_callbacks.js';
import { declareQosParameters } from '../qos/qos_parameters.js';
import { resolveQoS } from '../qos/resolve_qos.js';
import { Clock } from '../time/clock.js';
import type { Int64Argument } from '../time/int64_argument.js';
import { Timer, type TimerCallback, timerPeriod } from '../timer/timer.js';
import type { MessageInfo } from '../topic/message_info.js';
import { ObservableSubscription } from '../topic/observable_subscription.js';
import { Publisher } from '../topic/publisher.js';
import { Subscription, type SubscriptionCallback } from '../topic/subscription.js';
import { validateEntityOptions } from './entity_options.js';
import type { Node } from './node.js';
import {
  aboutEntity,
  requireCallback,
  requireClass,
  requireEvents,
  requireName,
} from './require_callback.js';

/** The class of a publisher; subclasses of Node create other kinds. */
export type PublisherClass<P extends Publisher> = new (
  node: Node,
  typeClass: MessageClass,
  topic: string,
  options: EntityOptions,
  eventCallbacks?: PublisherEventCallbacks | null,
) => P;

/** What a node creates, except for services and their clients. */
export class NodeEntities {
  readonly #node: Node;

  constructor(node: Node) {
    this.#node = node;
  }

  /**
   * Creates a timer, which calls back periodically.
   *
   * @param period - ns as bigint, or ms as number (0.x).
   * @param optionsOrClock - `{autostart: false}` makes a timer that waits for its first reset.
   * @param clock - the clock that the timer follows. Default: the node's.
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
    if (!isClock) checkOptions(optionsOrClock, 'timer', givenTo(this.#node, 'a timer'));
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
   * Creates a publisher of messages on a topic.
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
    const type = requireClass(typeClass, messageClassOf, aboutEntity(this.#node, 'publisher'));
    const own = validateEntityOptions(options, this.#node.name());
    requireName('topic', topic, aboutEntity(this.#node, 'publisher'));
    const about = aboutEntity(this.#node, 'publisher', topic);
    requireEvents(eventCallbacks, PublisherEventCallbacks, about);
    if (options) checkEntityOptions(own, givenTo(this.#node, 'the publisher', topic));
    this.#overrideQos('publisher', topic, own);
    const publisher = new Kind(this.#node, type, topic, own, eventCallbacks);
    this.#node._publishers.push(publisher);
    return publisher;
  }

  /**
   * Creates a subscription, which receives messages from a topic. Options may be left out.
   *
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
    const type = requireClass(typeClass, messageClassOf, aboutEntity(this.#node, 'subscription'));
    const [given, receive] =
      typeof options === 'function' ? [undefined, options] : [options, callback];
    const own = validateEntityOptions(given, this.#node.name());
    requireName('topic', topic, aboutEntity(this.#node, 'subscription'));
    const about = aboutEntity(this.#node, 'subscription', topic);
    requireCallback(receive, about);
    requireEvents(eventCallbacks, SubscriptionEventCallbacks, about);
    if (given) checkEntityOptions(own, givenTo(this.#node, 'the subscription', topic));
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

  /** Creates a guard condition, which calls back when it is triggered. */
  createGuardCondition(callback: () => unknown): GuardCondition {
    requireCallback(callback, aboutEntity(this.#node, 'guard_condition'));
    const guard = new GuardCondition(this.#node, callback);
    this.#node._guards.push(guard);
    return guard;
  }

  #overrideQos(kind: 'publisher' | 'subscription', topic: string, options: EntityOptions): void {
    if (!options.qosOverridingOptions) return;
    const qos = resolveQoS(options.qos);
    options.qos = qos;
    const name = this.#node.resolveTopicName(topic);
    declareQosParameters(kind, this.#node, name, qos, options.qosOverridingOptions);
  }
}
