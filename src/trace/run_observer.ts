import type {
  CallbackTiming,
  Client,
  FaultEvent,
  Graph,
  GraphNode,
  Observer,
  Publisher,
  PublisherDigest,
  Service,
  Waitable,
} from '../graph/index.js';
import {
  bytesWithoutPlaces,
  CdrWriter,
  type MessageObject,
  type MessageType,
} from '../interfaces/index.js';
import { Digest, type Kernel, NumberedItems } from '../kernel/index.js';
import { digestOfState } from './digest_of_state.js';
import { emptyRecord, noteOrigin } from './empty_record.js';
import { NamedDigests } from './named_digests.js';
import {
  type CallbackRecord,
  type CallbackSink,
  entityName,
  type FaultSink,
  type MessageSink,
  type PublicationRecord,
  type PublicationSink,
} from './sinks.js';

// Captured at load time: a guard may change `Math`.
const { imul } = Math;

export interface RunObserverOptions {
  readonly messages?: MessageSink | undefined;
  readonly callbacks?: CallbackSink | undefined;
  readonly faults?: FaultSink | undefined;
  /** Gets the publications that no callback's record mentions; only together with `callbacks`. */
  readonly publications?: PublicationSink | undefined;
}

/** Digests of a run: equal if and only if order, times and contents are equal. */
export interface RunDigest {
  readonly total: string;
  /** Order and times of all callbacks. */
  readonly order: string;
  /** Order, times, inputs and outputs of each node's callbacks, by full name. */
  readonly nodes: Readonly<Record<string, string>>;
  /** Publishers, times and contents of each topic's messages. */
  readonly topics: Readonly<Record<string, string>>;
}

/**
 * Sees everything that a run does: digests it, and passes it to the recorder and the trace.
 * Messages are encoded once for all of these.
 */
export class RunObserver implements Observer {
  readonly #graph: Graph;
  readonly #kernel: Kernel;
  readonly #messages: MessageSink | undefined;
  readonly #callbacks: CallbackSink | undefined;
  readonly #faults: FaultSink | undefined;
  readonly #publications: PublicationSink | undefined;
  readonly #writer = new CdrWriter(1 << 12, true);
  readonly #content = new Digest();
  readonly #topics = new NamedDigests();
  readonly #nodes = new NamedDigests();
  /** The record of the callback that runs or ran last; only for the trace. */
  #record: CallbackRecord | undefined;
  /** Whether the callback of `#record` has not returned yet. */
  #open = false;
  /** Callbacks that take virtual time and have not ended, by number. */
  readonly #running = new NumberedItems<CallbackRecord>();
  #publication: PublicationRecord | undefined;

  constructor(graph: Graph, options: RunObserverOptions = {}) {
    this.#graph = graph;
    this.#kernel = graph.kernel;
    this.#messages = options.messages;
    this.#callbacks = options.callbacks;
    this.#faults = options.faults;
    this.#publications = options.publications;
  }

  callbackStarted(entity: Waitable, number: number, cause: number, input: number): void {
    const { low, high } = this.#kernel;
    const digest = entity.node.digest ?? this.#nodeDigest(entity.node);
    digest.three(imul(entity.index, 0x9e3779b1) ^ input, low, high);
    if (this.#callbacks !== undefined) this.#begin(entity, number, cause, input);
  }

  #begin(entity: Waitable, number: number, cause: number, input: number): void {
    let record = this.#record;
    if (record === undefined) {
      record = emptyRecord(entity);
      this.#record = record;
    }
    this.#close();
    this.#open = true;
    record.number = number;
    record.entity = entity;
    record.time = this.#kernel.now;
    record.cause = cause;
    record.input = input;
    record.outputs = 0;
    record.output = 0;
    record.state = 0;
    record.published = 0;
    noteOrigin(record, entity);
  }

  callbackEnded({ node }: Waitable): void {
    if (node.state !== undefined || this.#record !== undefined) this.#end(node);
  }

  #end(node: GraphNode): void {
    const state = node.state === undefined ? 0 : this.#digestState(node);
    const record = this.#record;
    if (record === undefined) return;
    this.#open = false;
    record.state = state;
    if (this.#graph.outbox === undefined) this.#callbacks?.callback(record);
    // The callback goes on in virtual time beside others, and what it sends leaves later.
    else
      this.#running.set(record.number, { ...record, published: 0, publishers: [], sequences: [] });
  }

  #digestState(node: GraphNode): number {
    const state = digestOfState(node.state?.());
    this.#nodeDigest(node).word(state);
    return state;
  }

  callbackSettled(): void {}

  callbackCompleted(timing: CallbackTiming): void {
    const record = this.#running.get(timing.number);
    if (record === undefined) return;
    this.#running.delete(timing.number);
    record.thread = timing.thread;
    record.duration = timing.end - timing.start;
    record.overwritten = timing.overwritten;
    // If the clock jumps at the start, timers are overdue in its time; nothing waited before the run began.
    record.waited = timing.start - Math.max(timing.ready, 0);
    this.#callbacks?.callback(record);
  }

  /** Ends the observation: reports a last callback that threw, which has not been reported yet. */
  finish(): void {
    this.#close();
  }

  /** Reports the last callback if it never ended, because it threw. */
  #close(): void {
    if (!this.#open || this.#record === undefined) return;
    this.#open = false;
    this.#callbacks?.callback(this.#record);
  }

  faulted(fault: FaultEvent): void {
    this.#faults?.fault(fault);
  }

  published(
    publisher: Publisher,
    message: MessageObject | undefined,
    serialized: Uint8Array | undefined,
    sequence: number,
  ): number {
    let bytes: Uint8Array | undefined;
    if (serialized === undefined) this.#digestMessage(publisher.type, message!);
    else bytes = this.#digestSerialized(publisher.type, serialized);
    const { node, index } = publisher;
    const { topic, identity } = publisher.digest ?? this.#publisherDigest(publisher);
    const { low, high } = this.#kernel;
    const content = this.#content;
    content.mixInto(topic, identity, low, high, node.digest ?? this.#nodeDigest(node), ~index);
    if (this.#callbacks !== undefined) this.#notePublication(publisher, sequence);
    if (this.#messages !== undefined) {
      this.#messages.message(publisher, bytes ?? this.#writer.written(), sequence);
    }
    return content.lane;
  }

  /** Digests a serialized message; returns its bytes as they are recorded. */
  #digestSerialized(type: MessageType, serialized: Uint8Array): Uint8Array {
    const bytes = bytesWithoutPlaces(type, serialized);
    this.#content.reset();
    this.#content.bytes(bytes);
    return bytes;
  }

  called(sender: Client | Service, message: MessageObject): number {
    const type = sender.kind === 'client' ? sender.type.request : sender.type.response;
    this.#digestMessage(type, message);
    this.#digestOutput(sender.node, sender.index);
    if (this.#callbacks !== undefined) this.#noteOutput(sender.index);
    return this.#content.lane;
  }

  digest(): RunDigest {
    const order = this.#graph.orderDigest;
    const nodes = this.#nodes.values();
    const topics = this.#topics.values();
    const total = new Digest();
    for (const text of [order, ...Object.entries(nodes).flat(), ...Object.entries(topics).flat()]) {
      total.string(text);
    }
    return { total: total.hex(), order, nodes, topics };
  }

  /** Digests one message, and leaves its encoding in the writer for the recorder. */
  #digestMessage(type: MessageType, message: MessageObject): void {
    const writer = this.#writer;
    writer.reset();
    type.encodeInto(writer, message);
    const { words, position } = writer;
    if (words !== undefined) {
      this.#content.words(words, position);
      return;
    }
    this.#content.reset();
    this.#content.bytes(writer.bytes, 0, position);
  }

  #digestOutput(node: GraphNode, index: number): void {
    const digest = node.digest ?? this.#nodeDigest(node);
    digest.digest(this.#content, ~index);
  }

  /** Counts a message, request or response among what the running callback sent. */
  #noteOutput(index: number): void {
    const { cause } = this.#graph;
    if (cause === 0) return;
    const waiting = this.#running.size === 0 ? undefined : this.#running.get(cause);
    const record = waiting ?? this.#record;
    if (record === undefined) return;
    record.outputs++;
    record.output = (imul(record.output ^ this.#content.lane, 0x9e3779b1) + index) | 0;
  }

  /** Adds a publication to the record of the running callback, unless that is complete or there is none. */
  #notePublication(publisher: Publisher, sequence: number): void {
    this.#noteOutput(publisher.index);
    const { cause } = this.#graph;
    const record = this.#record;
    if (record === undefined || !this.#open || record.number !== cause) {
      this.#tellPublication(publisher, sequence, cause);
      return;
    }
    const place = record.published++;
    record.publishers[place] = publisher;
    record.sequences[place] = sequence;
  }

  #tellPublication(publisher: Publisher, sequence: number, cause: number): void {
    let record = this.#publication;
    if (record === undefined) {
      record = { publisher, sequence, cause, by: undefined, callback: undefined };
      this.#publication = record;
    }
    record.publisher = publisher;
    record.sequence = sequence;
    record.cause = cause;
    record.by = this.#graph.current;
    const present = this.#running.get(cause) ?? this.#record;
    record.callback = cause !== 0 && present?.number === cause ? present : undefined;
    this.#publications?.publication(record);
  }

  #nodeDigest(node: GraphNode): Digest {
    node.digest ??= this.#nodes.of(node.fullName, node.domain);
    return node.digest;
  }

  #publisherDigest(publisher: Publisher): PublisherDigest {
    if (publisher.digest === undefined) {
      const { node, kind, name } = publisher;
      const topic = this.#topics.of(name, node.domain);
      const identity = new Digest();
      identity.string(entityName(node, kind, name));
      publisher.digest = { topic, identity: identity.lane };
    }
    return publisher.digest;
  }
}
