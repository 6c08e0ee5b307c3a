// Imported because the global `Buffer` is a getter, which every publication would call.
import { Buffer } from 'node:buffer';
import {
  type GraphNode,
  Publisher as GraphPublisher,
  LivelinessWatch,
  type PeriodWatch,
} from '../../graph/index.js';
import type { Publishable } from '../declarations/type_maps.js';
import { Entity, type EntityOptions } from '../entity.js';
import type { MessageClass } from '../message/message_class.js';
import { convertRefused, fieldsOf } from '../message/send_leniently.js';
import { assertValidMessage, type MessageValidationOptions } from '../message/validate_message.js';
import type { NodeBase } from '../node/node_base.js';
import { checkFields } from '../options/check_fields.js';
import { checkOptions } from '../options/check_options.js';
import { givenTo } from '../options/given_to.js';
import type { PublisherEventCallbacks } from '../qos/event_callbacks.js';
import type { EventHandler } from '../qos/event_handler.js';
import { graphQos } from '../qos/graph_qos.js';
import type { World } from '../world/world.js';
import { watchPublisher } from './watch_publisher.js';

export interface PublishOptions {
  /** Whether the message is validated; default: as the publisher was created. */
  readonly validate?: boolean;
  /**
   * Transfers the message without a copy (Orrery only): the caller must not touch it again, and it
   * must have every field in the form in which subscriptions get messages. A single subscription
   * then receives this very object, as with a `unique_ptr` in rclcpp.
   */
  readonly transfer?: boolean;
}

// Shared, so that publishing allocates no options.
const NO_OPTIONS: PublishOptions = {};
const TRANSFER = { transfer: true };

/** Publishes messages of one type, `M`, on one topic. Get one from `node.createPublisher`. */
export class Publisher<M = unknown> extends Entity<MessageClass> {
  protected readonly _endpoint: GraphPublisher;
  readonly _node: NodeBase;
  /** Whether its fields have been looked at: those of the first message are. */
  #isChecked = false;
  _validateMessages: boolean;
  _validationOptions: MessageValidationOptions;
  /** The world of the node; looked up once, because the node's class is the user's. */
  readonly #world: World;
  readonly #liveliness: LivelinessWatch | undefined;
  readonly #deadline: PeriodWatch | undefined;
  #events: EventHandler[] | undefined;

  constructor(
    node: NodeBase,
    typeClass: MessageClass,
    topic: string,
    options: EntityOptions,
    eventCallbacks?: PublisherEventCallbacks | null,
  ) {
    const name = node.resolveTopicName(topic);
    const graphNode: GraphNode = node.handle;
    const endpoint = new GraphPublisher(
      graphNode,
      name,
      typeClass.messageType,
      graphQos(options.qos),
    );
    super(endpoint, typeClass, options);
    this._endpoint = endpoint;
    this._node = node;
    this.#world = node.world;
    this._validateMessages = options.validateMessages || false;
    this._validationOptions = options.validationOptions || { strict: true, checkTypes: true };
    this.#liveliness = LivelinessWatch.watch(node.world, endpoint);
    if (eventCallbacks) {
      this.#deadline = watchPublisher(node, endpoint, eventCallbacks);
      this.#events = eventCallbacks.eventHandlers;
    }
  }

  /** The publisher in the graph. */
  get endpoint(): GraphPublisher {
    return this._endpoint;
  }

  /** Absolute name of the topic. */
  get topic(): string {
    return this._endpoint.name;
  }

  /**
   * Publishes a message: an instance of the class, a plain object (missing fields are defaults), a
   * bare primitive for the field `data`, or a Buffer with the serialized message.
   *
   * @throws {MessageValidationError} if it is to be validated and does not fit.
   * @throws {RangeError} if an array has the wrong length or an integer is out of range.
   * @throws {TypeError} if a value is of the wrong type.
   */
  publish(message: Publishable<M>, options: PublishOptions = NO_OPTIONS): void {
    if (options !== NO_OPTIONS) this.#checkOptions(options);
    try {
      this.#publish(message, options);
    } catch (error) {
      this.#world.failed();
      throw error;
    }
  }

  /** Costs nothing while the options are right. */
  #checkOptions(options: PublishOptions): void {
    for (const name in options) {
      if (name === 'transfer' || name === 'validate') continue;
      checkOptions(options, 'publish', givenTo(this._node, 'the publication on', this.topic));
      return;
    }
  }

  #publish(message: unknown, options: PublishOptions): void {
    if (this._destroyed) throw new Error('publisher is invalid: it was destroyed');
    this.#world.touch();
    this.#liveliness?.assert();
    this.#deadline?.happened();
    if (message instanceof Buffer) this._endpoint.publishSerialized(message);
    else if (options.transfer === true) this._endpoint.publish(message, TRANSFER);
    else this.#publishCopy(message, options.validate ?? this._validateMessages);
  }

  /** What happens seldom is in functions of its own, so that V8 compiles the rest together. */
  #publishCopy(message: unknown, validate: boolean): void {
    if (validate || !this.#isChecked) this.#check(message, validate);
    const value = fieldsOf(message);
    try {
      this._endpoint.publish(value);
    } catch (error) {
      this._endpoint.publish(convertRefused(value, this._typeClass, error));
    }
  }

  #check(message: unknown, validate: boolean): void {
    if (validate && !(message instanceof this._typeClass)) {
      assertValidMessage(message, this._typeClass, this._validationOptions);
    }
    if (this.#isChecked) return;
    this.#isChecked = true;
    checkFields(
      message,
      this._typeClass.messageType,
      givenTo(this._node, 'the publisher', this.topic),
    );
  }

  /** Whether messages are validated before they are published. */
  get willValidateMessage(): boolean {
    return this._validateMessages;
  }

  set willValidateMessage(value: boolean) {
    this._validateMessages = value;
  }

  /** Changes how messages are validated; options that are not given stay unchanged. */
  setValidation(options: MessageValidationOptions): void {
    const to = givenTo(this._node, 'the validation of the publisher', this.topic);
    checkOptions(options, 'validation', to);
    if (options) this._validationOptions = { ...this._validationOptions, ...options };
  }

  /** How many subscriptions match. */
  get subscriptionCount(): number {
    return this._endpoint.countMatched();
  }

  /**
   * Whether all reliable subscriptions have acknowledged everything. Delivery in the simulation is
   * acknowledged at once.
   *
   * @param _timeout - how long to wait, in ns.
   */
  waitForAllAcked(_timeout: bigint | number): boolean {
    return true;
  }

  /** Asserts that the publisher is alive, for manual-by-topic liveliness. */
  assertLiveliness(): void {
    this._node.world.touch();
    this.#liveliness?.assert();
  }

  /** The source of its event callbacks; undefined if there are none. */
  get events(): EventHandler[] | undefined {
    return this.#events;
  }

  override _destroy(): void {
    this.#liveliness?.stop();
    this.#deadline?.stop();
    for (const event of this.#events ?? []) event._destroy();
    this.#events = this.#events && [];
    super._destroy();
  }

  /** Name of the logger of its node. */
  get loggerName(): string {
    return this._node.getLogger().name;
  }
}
