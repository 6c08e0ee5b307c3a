import type { ActionClient } from '../action/client.js';
import type { ActionServer } from '../action/server.js';
import type { Context } from '../context.js';
import { DistroUtils } from '../distro_utils.js';
import type { Entity, EntityOptions } from '../entity.js';
import { RangeValidationError, TypeValidationError } from '../errors/index.js';
import { GuardCondition } from '../guard_condition.js';
import { LoggingService } from '../logging/logging_service.js';
import type { TypeClass } from '../message/interface_loader.js';
import { messageClassOf, serviceClassOf } from '../message/interfaces_in_use.js';
import type { MessageClass } from '../message/message_class.js';
import type { ServiceClass } from '../message/service_class.js';
import { ParameterClient } from '../parameter/parameter_client.js';
import { ParameterEventHandler } from '../parameter/parameter_event_handler.js';
import { ParameterService } from '../parameter/parameter_service.js';
import { ParameterWatcher } from '../parameter/parameter_watcher.js';
import { declareQosParameters } from '../qos/qos_parameters.js';
import { type QoSArgument, resolveQoS } from '../qos/resolve_qos.js';
import { Client } from '../service/client.js';
import { Service, type ServiceCallback } from '../service/service.js';
import { TypeDescriptionService } from '../service/type_description_service.js';
import { Clock } from '../time/clock.js';
import type { Int64Argument } from '../time/int64_argument.js';
import { TimeSource } from '../time/time_source.js';
import { Rate, RateTimerServer } from '../timer/rate.js';
import { Timer, type TimerCallback, timerPeriod } from '../timer/timer.js';
import { ObservableSubscription } from '../topic/observable_subscription.js';
import { Publisher } from '../topic/publisher.js';
import { Subscription, type SubscriptionCallback } from '../topic/subscription.js';
import { defaultEntityOptions, validateEntityOptions } from './entity_options.js';
import type { NodeOptionsArgument } from './node_base.js';
import { NodeParameters } from './node_parameters.js';

const MAX_RATE_HZ = 1000;

/** Makes a publisher; how subclasses of Node make other kinds. */
type PublisherClass<P extends Publisher> = new (
  node: Node,
  typeClass: MessageClass,
  topic: string,
  options: EntityOptions,
) => P;

/** Takes part in the graph: owns publishers, subscriptions, services, clients, timers, … */
export class Node extends NodeParameters {
  _publishers: Publisher[] = [];
  _subscriptions: Subscription[] = [];
  _clients: Client[] = [];
  _services: Service[] = [];
  _timers: Timer[] = [];
  _guards: GuardCondition[] = [];
  readonly _actionClients: ActionClient[] = [];
  readonly _actionServers: ActionServer[] = [];
  readonly _parameterClients: ParameterClient[] = [];
  readonly _parameterWatchers: ParameterWatcher[] = [];
  readonly _parameterEventHandlers: ParameterEventHandler[] = [];
  readonly _timeSource: TimeSource;
  #rates: RateTimerServer | null = null;
  #destroyed = false;

  /** See `NodeBase` for the arguments. Throws if a name is invalid or the context not initialised. */
  constructor(
    nodeName: string,
    namespace?: string,
    context?: Context,
    options?: NodeOptionsArgument,
    args?: string[],
    useGlobalArguments?: boolean,
  ) {
    super(nodeName, namespace, context, options, args, useGlobalArguments);
    this._timeSource = new TimeSource(this);
    this._timeSource.attachClock(this._clock);
    const { startParameterServices, enableLoggerService, startTypeDescriptionService } =
      this.options;
    if (startParameterServices) new ParameterService(this).start();
    if (enableLoggerService) new LoggingService(this).start();
    if (startTypeDescriptionService && DistroUtils.getDistroId() >= DistroUtils.DistroId.JAZZY) {
      new TypeDescriptionService(this).start();
    }
  }

  /** The options of an entity that is given none. */
  static getDefaultOptions(): EntityOptions {
    return defaultEntityOptions();
  }

  /**
   * Calls back periodically.
   *
   * @param period - ns as bigint, or ms as number (0.x).
   * @param optionsOrClock - `{autostart: false}` makes a timer that waits for its first reset.
   * @param clock - the clock it goes by. Default: the node's.
   * @throws {TypeValidationError} if an argument is of the wrong type.
   */
  createTimer(
    period: Int64Argument,
    callback: TimerCallback,
    optionsOrClock: { autostart?: boolean } | Clock | null = null,
    clock: Clock | null = null,
  ): Timer {
    const nodeName = this.name();
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
      this,
      ownClock ?? this._clock,
      nanoseconds,
      callback,
      autostart ?? true,
    );
    this._timers.push(timer);
    return timer;
  }

  /**
   * Makes something that paces a loop.
   *
   * @param hz - times per second, at most 1000.
   */
  async createRate(hz = 1): Promise<Rate> {
    const nodeName = this.name();
    if (typeof hz !== 'number') throw new TypeValidationError('hz', hz, 'number', { nodeName });
    if (hz <= 0 || hz > MAX_RATE_HZ) {
      const rule = `0.0 < hz <= ${MAX_RATE_HZ}`;
      throw new RangeValidationError('hz', hz, rule, { nodeName });
    }
    this.#rates ??= new RateTimerServer(this);
    const milliseconds = Math.round(1000 / hz);
    return new Rate(hz, this.#rates.createTimer(BigInt(milliseconds) * 1_000_000n));
  }

  /**
   * Offers to publish messages on a topic.
   *
   * @param typeClass - e.g. `std_msgs/msg/String`, or the class.
   * @throws {TypeValidationError} if an argument is of the wrong type.
   * @throws {Error} if the topic's name is invalid.
   */
  createPublisher(
    typeClass: TypeClass<MessageClass>,
    topic: string,
    options?: EntityOptions,
  ): Publisher {
    return this.addPublisher(Publisher, typeClass, topic, options);
  }

  /** {@link createPublisher} for a kind of publisher. */
  protected addPublisher<P extends Publisher>(
    Kind: PublisherClass<P>,
    typeClass: TypeClass<MessageClass>,
    topic: string,
    options: EntityOptions | undefined,
  ): P {
    const type = this.#class(typeClass, 'publisher', messageClassOf);
    const own = validateEntityOptions(options, this.name());
    this.#requireName('topic', topic, 'publisher');
    this.#overrideQos('publisher', topic, own);
    const publisher = new Kind(this, type, topic, own);
    this._publishers.push(publisher);
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
  createSubscription(
    typeClass: TypeClass<MessageClass>,
    topic: string,
    options: EntityOptions | undefined | SubscriptionCallback,
    callback?: SubscriptionCallback,
  ): Subscription {
    const type = this.#class(typeClass, 'subscription', messageClassOf);
    const [given, receive] =
      typeof options === 'function' ? [undefined, options] : [options, callback];
    const own = validateEntityOptions(given, this.name());
    this.#requireName('topic', topic, 'subscription');
    this.#requireCallback(receive, 'subscription', topic);
    this.#overrideQos('subscription', topic, own);
    const subscription = new Subscription(this, type, topic, own, receive);
    this._subscriptions.push(subscription);
    return subscription;
  }

  /** Receives messages from a topic as an observable. */
  createObservableSubscription(
    typeClass: TypeClass<MessageClass>,
    topic: string,
    options?: EntityOptions,
  ): ObservableSubscription {
    const emit = (message: unknown) => observable._emit(message);
    const observable: ObservableSubscription = new ObservableSubscription(
      this.createSubscription(typeClass, topic, options, emit),
    );
    return observable;
  }

  /**
   * Makes a client of a service.
   *
   * @throws {TypeValidationError} if an argument is of the wrong type.
   * @throws {Error} if the service's name is invalid.
   */
  createClient(
    typeClass: TypeClass<ServiceClass>,
    serviceName: string,
    options?: EntityOptions,
  ): Client {
    const type = this.#class(typeClass, 'client', serviceClassOf);
    const own = validateEntityOptions(options, this.name());
    this.#requireName('serviceName', serviceName, 'client');
    const client = new Client(this, type, serviceName, own);
    this._clients.push(client);
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
  createService(
    typeClass: TypeClass<ServiceClass>,
    serviceName: string,
    options: EntityOptions | undefined | ServiceCallback,
    callback?: ServiceCallback,
  ): Service {
    const type = this.#class(typeClass, 'service', serviceClassOf);
    const [given, answer] =
      typeof options === 'function' ? [undefined, options] : [options, callback];
    const own = validateEntityOptions(given, this.name());
    this.#requireName('serviceName', serviceName, 'service');
    this.#requireCallback(answer, 'service', serviceName);
    const service = new Service(this, type, serviceName, own, answer);
    this._services.push(service);
    return service;
  }

  /**
   * Reads and sets parameters of another node.
   *
   * @throws {TypeError} unless the name is a non-empty string.
   */
  createParameterClient(remoteNodeName: string, options?: { timeout?: number }): ParameterClient {
    if (typeof remoteNodeName !== 'string' || remoteNodeName.trim() === '') {
      throw new TypeError('Remote node name must be a non-empty string');
    }
    const client = new ParameterClient(this, remoteNodeName, options);
    this._parameterClients.push(client);
    return client;
  }

  /** Follows some parameters of another node. */
  createParameterWatcher(
    remoteNodeName: string,
    parameterNames: string[],
    options?: { timeout?: number },
  ): ParameterWatcher {
    const watcher = new ParameterWatcher(this, remoteNodeName, parameterNames, options);
    this._parameterWatchers.push(watcher);
    return watcher;
  }

  /** Follows what happens to parameters of all nodes. */
  createParameterEventHandler(options?: { qos?: QoSArgument }): ParameterEventHandler {
    const handler = new ParameterEventHandler(this, options);
    this._parameterEventHandlers.push(handler);
    return handler;
  }

  /** Makes something that calls back when it is triggered. */
  createGuardCondition(callback: () => unknown): GuardCondition {
    this.#requireCallback(callback, 'guard_condition', undefined);
    const guard = new GuardCondition(this, callback);
    this._guards.push(guard);
    return guard;
  }

  destroyPublisher(publisher: Publisher): void {
    this.#destroy('publisher', publisher, Publisher, this._publishers);
  }

  destroySubscription(subscription: Subscription): void {
    this.#destroy('subscription', subscription, Subscription, this._subscriptions);
  }

  destroyClient(client: Client): void {
    this.#destroy('client', client, Client, this._clients);
  }

  destroyService(service: Service): void {
    this.#destroy('service', service, Service, this._services);
  }

  destroyTimer(timer: Timer): void {
    this.#destroy('timer', timer, Timer, this._timers);
  }

  destroyGuardCondition(guard: GuardCondition): void {
    this.#destroy('guard', guard, GuardCondition, this._guards);
  }

  /** Throws `TypeError` unless it is a ParameterClient; the next two likewise. */
  destroyParameterClient(client: ParameterClient): void {
    destroyOne(client, ParameterClient, this._parameterClients);
  }

  destroyParameterWatcher(watcher: ParameterWatcher): void {
    destroyOne(watcher, ParameterWatcher, this._parameterWatchers);
  }

  destroyParameterEventHandler(handler: ParameterEventHandler): void {
    destroyOne(handler, ParameterEventHandler, this._parameterEventHandlers);
  }

  /** Ends the node and everything it has. Harmless when repeated. */
  override destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    const composed = [
      ...this._actionClients,
      ...this._actionServers,
      ...this._parameterWatchers,
      ...this._parameterClients,
      ...this._parameterEventHandlers,
    ];
    for (const one of composed) one.destroy();
    for (const entity of this.ownedEntities()) entity._destroy();
    this.leave();
    this._publishers = [];
    this._subscriptions = [];
    this._clients = [];
    this._services = [];
    this._timers = [];
    this._guards = [];
    this.#rates?.shutdown();
    this.#rates = null;
  }

  /** Called by an action client. */
  _addActionClient(client: ActionClient): void {
    this._actionClients.push(client);
  }

  /** Called by an action client. */
  _removeActionClient(client: ActionClient): void {
    remove(this._actionClients, client);
  }

  /** Called by an action server. */
  _addActionServer(server: ActionServer): void {
    this._actionServers.push(server);
  }

  /** Called by an action server. */
  _removeActionServer(server: ActionServer): void {
    remove(this._actionServers, server);
  }

  /** Everything that ends with the node, in the order in which it ends. */
  protected ownedEntities(): { _destroy(): void }[] {
    return [
      ...this._timers,
      ...this._publishers,
      ...this._subscriptions,
      ...this._clients,
      ...this._services,
      ...this._guards,
    ];
  }

  #class<C>(typeClass: TypeClass, entityType: string, find: (name: never) => C): C {
    const found: unknown =
      typeof typeClass === 'string' || typeof typeClass === 'object'
        ? find(typeClass as never)
        : typeClass;
    if (typeof found === 'function') return found as C;
    const about = { nodeName: this.name(), entityType };
    throw new TypeValidationError('typeClass', found, 'function', about);
  }

  #requireName(argument: string, name: unknown, entityType: string): void {
    if (typeof name === 'string') return;
    const about = { nodeName: this.name(), entityType };
    throw new TypeValidationError(argument, name, 'string', about);
  }

  #requireCallback(
    callback: unknown,
    entityType: string,
    entityName: string | undefined,
  ): asserts callback is () => unknown {
    if (typeof callback === 'function') return;
    const about = { nodeName: this.name(), entityType };
    throw new TypeValidationError('callback', callback, 'function', {
      ...about,
      ...(entityName === undefined ? {} : { entityName }),
    });
  }

  #overrideQos(kind: 'publisher' | 'subscription', topic: string, options: EntityOptions): void {
    if (!options.qosOverridingOptions) return;
    const qos = resolveQoS(options.qos);
    options.qos = qos;
    const name = this.resolveTopicName(topic);
    declareQosParameters(kind, this, name, qos, options.qosOverridingOptions);
  }

  #destroy<E extends Entity | Timer>(
    argument: string,
    entity: E,
    Kind: abstract new (...args: never[]) => E,
    list: E[],
  ): void {
    if (!(entity instanceof Kind)) {
      const expected = `${Kind.name} instance`;
      throw new TypeValidationError(argument, entity, expected, { nodeName: this.name() });
    }
    remove(list, entity);
    entity._destroy();
  }
}

function destroyOne<E extends { destroy(): void }>(
  one: E,
  Kind: abstract new (...args: never[]) => E,
  list: E[],
): void {
  if (!(one instanceof Kind)) throw new TypeError('Invalid argument');
  remove(list, one);
  one.destroy();
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
