import {
  type CanonicalFloats,
  canonicalFloats,
  canonicalSerialized,
  type MessageObject,
  type MessageType,
} from '../interfaces/index.js';
import { DelayedAction, type Digest } from '../kernel/index.js';
import { sortByRank } from './domain.js';
import type { EndpointEvents } from './endpoint_events.js';
import { Entity } from './entity.js';
import type { GraphNode } from './graph_node.js';
import { DEFAULT_QOS, type Qos } from './qos.js';
import type { Sample } from './route.js';
import type { SerializedMessage, Subscription } from './subscription.js';

export interface PublishOptions {
  /**
   * The caller gives the message away and does not touch it again: it is delivered by reference
   * if only one subscription receives it, without the copy that decouples publisher and
   * subscription.
   */
  readonly transfer?: boolean;
}

/** What the digest of a topic needs to know about one of its publishers. */
export interface PublisherDigest {
  readonly topic: Digest;
  /** Digest of the publisher's name; it does not change when nodes are added. */
  readonly identity: number;
}

/** A publisher of a topic. */
export class Publisher extends Entity {
  readonly name: string;
  readonly type: MessageType;
  readonly qos: Qos;
  events: EndpointEvents<Subscription> | undefined;
  /** Kept here by the observer that digests publications. */
  digest: PublisherDigest | undefined;
  /** Kept here by the listener that records the graph: whether it reads the messages; undefined: not decided yet. */
  isWitnessed: boolean | undefined;
  /** Matched subscriptions in the order in which one publication reaches them. */
  readonly subscriptions: Subscription[] = [];
  /** The last `depth` publications, for late subscriptions, if durability is transient local. */
  readonly #history: Kept[] = [];
  readonly #keeps: number;
  /** Whether its messages expire. */
  readonly limitsLife: boolean;
  readonly #canonicalFloats: CanonicalFloats | undefined;
  #sequence = 0;

  /** @param topic - absolute and remapped */
  constructor(node: GraphNode, topic: string, type: MessageType, qos: Qos = DEFAULT_QOS) {
    super(node, 'publisher');
    this.name = topic;
    this.type = type;
    this.qos = qos;
    this.limitsLife = qos.lifespan < Number.POSITIVE_INFINITY;
    this.#canonicalFloats = canonicalFloats(type);
    const kept = qos.history === 'keep_all' ? Number.POSITIVE_INFINITY : qos.depth;
    this.#keeps = qos.durability === 'transient_local' ? kept : 0;
    node.own(this);
    node.graph.domain(node.domain).addPublisher(this);
  }

  /** Publications so far. */
  get sequence(): number {
    return this.#sequence;
  }

  /** How many subscriptions match, for a program that asks. */
  countMatched(): number {
    this.node.graph.discovery?.asked?.(this);
    return this.subscriptions.length;
  }

  /** Publishes a message; throws `ORR_MESSAGE_FIELD` if it does not fit the type. */
  publish(value: unknown, options?: PublishOptions): void {
    const { graph } = this.node;
    graph.vigil?.acts(graph.callbacks);
    if (this.events !== undefined) this.events.published?.();
    const message = options?.transfer ? this.#handedOver(value) : this.type.normalize(value);
    if (graph.outbox === undefined) this.#send(message, undefined, true);
    else this.#hold(message, undefined);
  }

  /**
   * Publishes a message in CDR. Every subscription decodes its own copy; a raw one gets the bytes unchanged except
   * for the sign of a NaN, even if they are not a message at all. Bytes that are kept are copied, unless the caller
   * gives them away.
   */
  publishSerialized(given: Uint8Array, options?: PublishOptions): void {
    const { graph } = this.node;
    graph.vigil?.acts(graph.callbacks);
    this.events?.published?.();
    const bytes = canonicalSerialized(this.type, given);
    const owned = options?.transfer === true || bytes !== given;
    if (graph.outbox === undefined) this.#send(undefined, bytes, owned);
    else this.#hold(undefined, owned ? bytes : new Uint8Array(bytes));
  }

  /** A message that is not copied is canonicalised to a single NaN in place. */
  #handedOver(value: unknown): MessageObject {
    const message = value as MessageObject;
    return this.#canonicalFloats?.(message) ?? message;
  }

  // Closures are created in separate methods: a method that contains one allocates on every call.
  #hold(message: MessageObject | undefined, bytes: Uint8Array | undefined): void {
    this.node.graph.outbox?.hold(this, () => this.#send(message, bytes, true));
  }

  /** @param owned - whether nobody else uses or changes the message */
  #send(message: MessageObject | undefined, bytes: Uint8Array | undefined, owned: boolean): void {
    // Code of a crashed node may still be running.
    if (this.destroyed) return;
    const { graph } = this.node;
    const sequence = ++this.#sequence;
    graph.messages++;
    const { cause } = graph;
    const { observer } = graph;
    const digest =
      observer === undefined ? 0 : observer.published(this, message, bytes, sequence, cause);
    const delay = graph.publicationDelay === undefined ? 0 : graph.publicationDelay.delay(this);
    if (delay > 0) this.#deliverAfter(delay, message, bytes, owned, sequence, cause, digest);
    else this.#deliver(message, bytes, owned, sequence, graph.kernel.now, cause, digest);
  }

  #deliverAfter(
    delay: number,
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
    owned: boolean,
    sequence: number,
    cause: number,
    digest: number,
  ): void {
    const { now, delays } = this.node.graph.kernel;
    const kept = owned || bytes === undefined ? bytes : new Uint8Array(bytes);
    const deliver = () => this.#deliver(message, kept, true, sequence, now, cause, digest);
    const late = new DelayedAction(deliver, () => `delayed ${this.label()}`, this);
    delays.push(now + delay, late);
  }

  /** Delivers one publication to every matched subscription. */
  #deliver(
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
    owned: boolean,
    sequence: number,
    sourceTime: number,
    cause: number,
    digest: number,
  ): void {
    const { route } = this.node.graph;
    const { subscriptions } = this;
    const last = subscriptions.length - 1;
    const kept = this.#keeps > 0;
    let shared: MessageObject | undefined;
    for (let i = 0; i <= last; i++) {
      const subscription = subscriptions[i]!;
      const own =
        shared !== undefined && subscription.readsOnly
          ? shared
          : this.#own(message, bytes, subscription.raw, owned && i === last && !kept);
      if (subscription.readsOnly) shared = own;
      if (route === undefined) {
        subscription.accept(own, this, sequence, sourceTime, cause, digest);
      } else {
        const sample = { publisher: this, message: own, sequence, sourceTime, cause, digest };
        route.send(sample, subscription);
      }
    }
    if (kept) {
      const own = bytes && (owned ? bytes : new Uint8Array(bytes));
      this.#history.push({ message, bytes: own, sequence, sourceTime, cause, digest });
      if (this.#history.length > this.#keeps) this.#history.shift();
    }
  }

  /** The message for one receiver: the last one gets what was published itself, all others a copy. */
  #own(
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
    raw: boolean,
    last: boolean,
  ): MessageObject {
    if (raw || bytes !== undefined) return this.#serialized(message, bytes, raw, last);
    return last ? message! : this.type.copy(message!);
  }

  /** Apart from {@link #own}, so that V8 compiles the common case together with its caller. */
  #serialized(
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
    raw: boolean,
    last: boolean,
  ): MessageObject {
    if (!raw) return this.type.decode(bytes!);
    const own = bytes && (last ? bytes : new Uint8Array(bytes));
    return serialized(own ?? this.type.encode(message!));
  }

  match(subscription: Subscription): void {
    this.subscriptions.push(subscription);
    this.events?.matched?.(subscription);
    if (subscription.qos.durability !== 'transient_local') return;
    for (const { message, bytes, sequence, sourceTime, cause, digest } of this.#history) {
      const own = this.#own(message, bytes, subscription.raw, false);
      const sample = { publisher: this, message: own, sequence, sourceTime, cause, digest };
      const { route } = this.node.graph;
      if (route === undefined) subscription.receive(sample);
      else route.send(sample, subscription);
    }
  }

  unmatch(subscription: Subscription): void {
    const index = this.subscriptions.indexOf(subscription);
    if (index < 0) return;
    this.subscriptions.splice(index, 1);
    this.events?.unmatched?.(subscription);
  }

  /** Fixes the order in which one publication reaches the given matched subscriptions. */
  setDeliveryOrder(order: readonly Subscription[]): void {
    sortByRank(this.subscriptions, order);
  }

  protected onDestroy(): void {
    this.node.graph.domain(this.node.domain).removePublisher(this);
    this.node.entities.delete(this);
  }
}

/** A publication kept for late subscriptions: a message, or the bytes of one. */
interface Kept extends Omit<Sample, 'publisher' | 'message'> {
  readonly message: MessageObject | undefined;
  readonly bytes: Uint8Array | undefined;
}

function serialized(bytes: Uint8Array): MessageObject {
  const message: SerializedMessage = { serialized: bytes };
  return message;
}
