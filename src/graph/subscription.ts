import type { MessageObject, MessageType } from '../interfaces/index.js';
import type { EndpointEvents } from './endpoint_events.js';
import { Waitable } from './entity.js';
import type { GraphNode } from './graph_node.js';
import { type MessageOrigin, MessageRing, type SampleInfo } from './message_ring.js';
import type { Publisher } from './publisher.js';
import { DEFAULT_QOS, isExpired, type Qos } from './qos.js';
import type { Sample } from './route.js';

export interface SubscriptionOptions {
  readonly qos?: Qos;
  /** Whether the callback takes the second argument, the message's metadata. */
  readonly wantsInfo?: boolean;
  /** Messages arrive as {@link SerializedMessage}, without being decoded. */
  readonly raw?: boolean;
  /** Whether the callback never changes the bytes of a raw message, so that such subscriptions can share them. */
  readonly readsOnly?: boolean;
}

/** What a raw subscription receives: the published bytes, or the message in CDR. */
export type SerializedMessage = { readonly serialized: Uint8Array };

export type SubscriptionCallback = (message: MessageObject, info?: SampleInfo) => unknown;

/** A subscription to a topic. */
export class Subscription extends Waitable {
  readonly name: string;
  readonly type: MessageType;
  readonly qos: Qos;
  /** Whether it receives serialized messages. */
  readonly raw: boolean;
  /** Whether it may share its bytes with other subscriptions of this kind. */
  readonly readsOnly: boolean;
  events: EndpointEvents<Publisher> | undefined;
  /** Called by an rclc executor that invokes the callback although there is no message. */
  onNothing: (() => unknown) | undefined;
  /** Messages for which it returns false are not received. */
  filter: ((message: MessageObject) => boolean) | undefined;
  /** Matched publishers, in the order of matching. */
  readonly publishers: Publisher[] = [];
  protected readonly backlogLimit: number;
  readonly #ring: MessageRing;
  readonly #callback: SubscriptionCallback;
  readonly #wantsInfo: boolean;
  /** Number of the last publication that arrived from each publisher, if messages can be lost on the way. */
  #arrived: Map<Publisher, number> | undefined;
  /** Whether a message with a lifespan has arrived. */
  #mayExpire = false;
  /** The origin of a message that was taken before its callback is called. */
  #sampled: SampleInfo | undefined;

  /** @param topic - absolute and remapped */
  constructor(
    node: GraphNode,
    topic: string,
    type: MessageType,
    callback: SubscriptionCallback,
    options: SubscriptionOptions = {},
  ) {
    super(node, 'subscription');
    this.name = topic;
    this.type = type;
    this.qos = options.qos ?? DEFAULT_QOS;
    this.#callback = callback;
    this.#wantsInfo = options.wantsInfo ?? false;
    this.raw = options.raw ?? false;
    this.readsOnly = this.raw && (options.readsOnly ?? false);
    this.backlogLimit =
      this.qos.history === 'keep_all' ? Number.POSITIVE_INFINITY : Math.max(1, this.qos.depth);
    this.#ring = new MessageRing(this.backlogLimit);
    node.own(this);
    node.graph.domain(node.domain).addSubscription(this);
  }

  /** Messages that were overwritten before they were handled. */
  get overwritten(): number {
    return this.#ring.overwritten;
  }

  /** Messages received and not yet handled. */
  get queued(): number {
    return this.#ring.size;
  }

  /** Fills in the origin of the message whose callback is beginning; valid only at that moment. */
  originOfBeginning(origin: MessageOrigin): void {
    const sampled = this.#sampled;
    if (sampled === undefined) {
      this.#ring.originOfDropped(origin);
      return;
    }
    origin.publisher = sampled.publisher;
    origin.sequence = sampled.sequence;
    origin.travelled = sampled.receivedTime - sampled.sourceTime;
  }

  /** A message arrives now; it belongs to this subscription. */
  receive(sample: Sample): void {
    const { message, publisher, sequence, sourceTime, cause, digest } = sample;
    this.accept(message, publisher, sequence, sourceTime, cause, digest);
  }

  /** Like {@link receive}, without an object for the arguments. */
  accept(
    message: MessageObject,
    publisher: Publisher,
    sequence: number,
    sourceTime: number,
    cause: number,
    digest: number,
  ): void {
    if (this.destroyed) return;
    const { graph } = this.node;
    const { now } = graph.kernel;
    if (graph.route !== undefined) this.#noticeGap(publisher, sequence);
    if (publisher.limitsLife && this.#isExpired(publisher, sourceTime, now)) return;
    if (this.filter !== undefined && !this.filter(message)) return;
    if (this.events !== undefined) this.events.received?.();
    const ring = this.#ring;
    if (ring.size === this.backlogLimit) this.#makeRoom();
    ring.push(message, publisher, sequence, sourceTime, now, cause, digest);
    this.announce();
  }

  #isExpired({ qos }: Publisher, sourceTime: number, now: number): boolean {
    this.#mayExpire = true;
    return isExpired(qos, sourceTime, now);
  }

  /** The queue is full: drops what has expired, or else the oldest message. */
  #makeRoom(): void {
    this.#forgetExpired();
    const ring = this.#ring;
    if (ring.size < this.backlogLimit) return;
    ring.overwrite();
    this.events?.messageLost?.(1);
  }

  /** Finds messages that did not arrive by gaps in the numbers of publications. */
  #noticeGap(publisher: Publisher, sequence: number): void {
    if (this.events?.messageLost === undefined) return;
    this.#arrived ??= new Map();
    const last = this.#arrived.get(publisher) ?? sequence - 1;
    if (sequence <= last) return;
    this.#arrived.set(publisher, sequence);
    if (sequence > last + 1) this.events.messageLost(sequence - last - 1);
  }

  /** Drops all messages that are waiting. */
  forget(): void {
    while (this.#ring.size > 0) this.#ring.drop();
  }

  /** Drops the oldest messages whose lifespan has ended, even though they were not handled. */
  #forgetExpired(): void {
    if (!this.#mayExpire) return;
    const ring = this.#ring;
    const { now } = this.node.graph.kernel;
    while (ring.size > 0 && ring.isExpired(now)) ring.drop();
  }

  override get pending(): number {
    return this.#ring.size;
  }

  run(): boolean {
    const ring = this.#ring;
    if (this.#mayExpire) this.#forgetExpired();
    if (this.destroyed || ring.size === 0) return false;
    const info = this.#wantsInfo ? ring.info() : undefined;
    const message = ring.take();
    this.#handle(message, ring.cause(), ring.digest(), info);
    return true;
  }

  /** Runs the callback without a message; only an rclc executor does this. */
  runWithout(): boolean {
    if (this.destroyed || this.onNothing === undefined) return false;
    const { graph } = this.node;
    graph.begin(this, 0, 0);
    graph.end(this, this.onNothing());
    return true;
  }

  override take(): (() => boolean) | undefined {
    const ring = this.#ring;
    this.#forgetExpired();
    if (ring.size === 0) return undefined;
    const sampled = ring.info();
    const message = ring.take();
    const cause = ring.cause();
    const input = ring.digest();
    return () => {
      if (this.destroyed) return false;
      this.#sampled = sampled;
      this.#handle(message, cause, input, this.#wantsInfo ? sampled : undefined);
      return true;
    };
  }

  #handle(
    message: MessageObject,
    cause: number,
    input: number,
    info: SampleInfo | undefined,
  ): void {
    const { graph } = this.node;
    graph.begin(this, cause, input);
    this.#sampled = undefined;
    const callback = this.#callback;
    graph.end(this, info === undefined ? callback(message) : callback(message, info));
  }

  /** How many publishers match, for a program that asks. */
  countMatched(): number {
    this.node.graph.discovery?.asked?.(this);
    return this.publishers.length;
  }

  match(publisher: Publisher): void {
    this.publishers.push(publisher);
    this.events?.matched?.(publisher);
  }

  unmatch(publisher: Publisher): void {
    const index = this.publishers.indexOf(publisher);
    if (index < 0) return;
    this.publishers.splice(index, 1);
    this.#arrived?.delete(publisher);
    this.events?.unmatched?.(publisher);
  }

  override label(): string {
    return `${this.name} → ${this.node.fullName}`;
  }

  protected onDestroy(): void {
    this.node.graph.domain(this.node.domain).removeSubscription(this);
    this.node.entities.delete(this);
  }
}
