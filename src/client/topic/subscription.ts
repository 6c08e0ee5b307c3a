import {
  ContentFilter,
  type ContentFilterOptions,
  Subscription as GraphSubscription,
  type PeriodWatch,
  type SampleInfo,
  type SerializedMessage,
} from '../../graph/index.js';

import { DistroUtils } from '../distro_utils.js';
import { Entity, type EntityOptions } from '../entity.js';
import type { MessageClass } from '../message/message_class.js';
import { handOver } from '../message/send_leniently.js';
import type { SerializationMode } from '../message/serialization_mode.js';
import type { NodeBase } from '../node/node_base.js';
import type { SubscriptionEventCallbacks } from '../qos/event_callbacks.js';
import type { EventHandler } from '../qos/event_handler.js';
import { graphQos } from '../qos/graph_qos.js';
import { endpointGid } from './endpoint_gid.js';
import { MessageInfo } from './message_info.js';
import { watchSubscription } from './watch_subscription.js';

/** Called with a message: a plain object, or a Buffer if the subscription is raw. */
export type SubscriptionCallback = (message: never, info: MessageInfo) => unknown;

export type AnyCallback = (message: unknown, info?: MessageInfo) => unknown;

/** Receives messages of one type from one topic. Get one from `node.createSubscription`. */
export class Subscription extends Entity<MessageClass> {
  readonly _topic: string;
  readonly _callback: AnyCallback;
  readonly _node: NodeBase;
  readonly #endpoint: GraphSubscription;
  readonly #wantsMessageInfo: boolean;
  readonly #deadline: PeriodWatch | undefined;
  #contentFilter: ContentFilter | undefined;
  #events: EventHandler[] | undefined;

  constructor(
    node: NodeBase,
    typeClass: MessageClass,
    topic: string,
    options: EntityOptions,
    callback: SubscriptionCallback,
    eventCallbacks?: SubscriptionEventCallbacks | null,
  ) {
    const wantsInfo = callback.length >= 2;
    const filter = usable(options.contentFilter);
    const receive = receiver(node, options, callback as AnyCallback, wantsInfo);
    const endpoint = new GraphSubscription(
      node.handle,
      node.resolveTopicName(topic),
      typeClass.messageType,
      receive,
      { qos: graphQos(options.qos), wantsInfo, raw: options.isRaw ?? false },
    );
    super(endpoint, typeClass, options);
    endpoint.onNothing = () => (callback as AnyCallback)(null);
    this.#endpoint = endpoint;
    this._topic = topic;
    this._callback = callback as AnyCallback;
    this._node = node;
    this.#wantsMessageInfo = wantsInfo;
    if (eventCallbacks) {
      this.#deadline = watchSubscription(node, endpoint, eventCallbacks);
      this.#events = eventCallbacks.eventHandlers;
    }
    this.#applyFilter(filter);
  }

  /** The subscription in the graph. */
  get endpoint(): GraphSubscription {
    return this.#endpoint;
  }

  /** Absolute name of the topic. */
  get topic(): string {
    return this.#endpoint.name;
  }

  /** Whether the callback gets serialized messages. */
  get isRaw(): boolean {
    return this._options.isRaw ?? false;
  }

  get serializationMode(): SerializationMode {
    return this._options.serializationMode ?? 'default';
  }

  /** Whether the callback declares a second parameter and so gets a {@link MessageInfo}. */
  get wantsMessageInfo(): boolean {
    return this.#wantsMessageInfo;
  }

  /** Whether a content filter is in effect; before Lyrical this is false although filters work. */
  isContentFilterSupported(): boolean {
    return DistroUtils.getDistroId() >= DistroUtils.DistroId.LYRICAL;
  }

  hasContentFilter(): boolean {
    return this.#contentFilter !== undefined;
  }

  /**
   * From now on, receives only messages that fulfil the condition; without an expression, all.
   *
   * @throws {Error} if the expression cannot be read or a parameter is missing.
   */
  setContentFilter(contentFilter?: ContentFilterOptions): boolean {
    this.#applyFilter(usable(contentFilter));
    return true;
  }

  /** The condition; undefined if there is none. */
  getContentFilter(): ContentFilterOptions | undefined {
    const filter = this.#contentFilter;
    return filter && { expression: filter.expression, parameters: [...filter.parameters] };
  }

  /** Receives all messages from now on. */
  clearContentFilter(): boolean {
    this.#applyFilter(undefined);
    return true;
  }

  /** How many publishers match. */
  get publisherCount(): number {
    return this.#endpoint.countMatched();
  }

  /** Name of the logger of its node. */
  get loggerName(): string {
    return this._node.getLogger().name;
  }

  /** The source of its event callbacks; undefined if there are none. */
  get events(): EventHandler[] | undefined {
    return this.#events;
  }

  override _destroy(): void {
    this.#deadline?.stop();
    for (const event of this.#events ?? []) event._destroy();
    this.#events = this.#events && [];
    super._destroy();
  }

  /**
   * Sets the filter that the graph calls when a message arrives; an accepted message meets a
   * deadline.
   */
  #applyFilter(filter: ContentFilter | undefined): void {
    this.#contentFilter = filter;
    const deadline = this.#deadline;
    const accepts = filter?.acceptance(this.#endpoint);
    this.#endpoint.filter =
      deadline === undefined
        ? accepts
        : (message) => {
            const accepted = accepts?.(message) ?? true;
            if (accepted) deadline.happened();
            return accepted;
          };
  }
}

function usable(options: ContentFilterOptions | undefined): ContentFilter | undefined {
  if (!options?.expression) return undefined;
  return new ContentFilter({
    expression: options.expression,
    parameters: (options.parameters ?? []).map(String),
  });
}

/** The function that the graph calls: converts the message to the callback's form. */
function receiver(
  node: NodeBase,
  options: EntityOptions,
  callback: AnyCallback,
  wantsInfo: boolean,
): (message: unknown, info?: SampleInfo) => unknown {
  const convert = options.isRaw
    ? (message: unknown) => asBuffer((message as SerializedMessage).serialized)
    : handOver({
        enableTypedArray: options.enableTypedArray ?? true,
        serializationMode: options.serializationMode ?? 'default',
      });
  if (convert === undefined && !wantsInfo) return callback as (message: unknown) => unknown;
  let received = 0n;
  return (message, info) => {
    const own = convert === undefined ? message : convert(message);
    if (info === undefined) return callback(own);
    return callback(own, messageInfo(node, info, ++received));
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function messageInfo(node: NodeBase, info: SampleInfo, received: bigint): MessageInfo {
  const { epoch } = node.world.graph;
  return new MessageInfo({
    source_timestamp: epoch + BigInt(Math.round(info.sourceTime)),
    received_timestamp: epoch + BigInt(Math.round(info.receivedTime)),
    publication_sequence_number: BigInt(info.sequence),
    reception_sequence_number: received,
    publisher_gid: Buffer.from(info.publisher === undefined ? [] : endpointGid(info.publisher)),
  });
}
