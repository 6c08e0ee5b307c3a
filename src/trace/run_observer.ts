import {
  type CallbackTiming,
  type Client,
  type FaultEvent,
  type Graph,
  type GraphNode,
  type Observer,
  type Publisher,
  type PublisherDigest,
  type Service,
  Subscription,
  type Waitable,
} from '../graph/index.js';
import { CdrWriter, type MessageObject, type MessageType } from '../interfaces/index.js';
import { Digest } from '../kernel/index.js';
import {
  type CallbackRecord,
  type CallbackSink,
  entityName,
  type FaultSink,
  type MessageSink,
  type PublicationRecord,
  type PublicationSink,
} from './sinks.js';
import { digestOfState } from './state_digest.js';

export interface RunObserverOptions {
  readonly messages?: MessageSink;
  readonly callbacks?: CallbackSink;
  readonly faults?: FaultSink;
  readonly publications?: PublicationSink;
}

/** Digests of a run: equal iff order, times and contents are equal. */
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
 * Sees everything a run does: digests it, and hands it to the recorder and the trace. Messages
 * are encoded once for all of that.
 */
export class RunObserver implements Observer {
  readonly #graph: Graph;
  readonly #options: RunObserverOptions;
  readonly #writer = new CdrWriter(1 << 16);
  readonly #content = new Digest();
  readonly #topics = new Map<string, Digest>();
  readonly #nodes = new Map<string, Digest>();
  #record: CallbackRecord | undefined;
  /** Callbacks that take virtual time and have not ended, by number. */
  readonly #running = new Map<number, CallbackRecord>();
  #publication: PublicationRecord | undefined;
  /** Messages published so far. */
  messages = 0;

  constructor(graph: Graph, options: RunObserverOptions = {}) {
    this.#graph = graph;
    this.#options = options;
  }

  callbackStarted(entity: Waitable, number: number, cause: number, input: number): void {
    const { now } = this.#graph.kernel;
    const digest = this.#nodeDigest(entity.node);
    digest.timed(Math.imul(entity.index, 0x9e3779b1) ^ input, now);
    let record = this.#record;
    if (record === undefined) {
      record = emptyRecord(entity);
      this.#record = record;
    }
    record.number = number;
    record.entity = entity;
    record.time = now;
    record.cause = cause;
    record.input = input;
    record.outputs = 0;
    record.output = 0;
    record.state = 0;
    if (this.#options.publications !== undefined) noteOrigin(record, entity);
  }

  callbackEnded(): void {
    const record = this.#record;
    if (record === undefined) return;
    const { node } = record.entity;
    if (node.state !== undefined) {
      record.state = digestOfState(node.state());
      this.#nodeDigest(node).word(record.state);
    }
    if (this.#graph.outbox === undefined) this.#options.callbacks?.callback(record);
    // It goes on in virtual time, beside others, and what it sends leaves later.
    else this.#running.set(record.number, { ...record });
  }

  callbackCompleted(timing: CallbackTiming): void {
    const record = this.#running.get(timing.number);
    if (record === undefined) return;
    this.#running.delete(timing.number);
    record.thread = timing.thread;
    record.duration = timing.end - timing.start;
    record.overwritten = timing.overwritten;
    record.waited = timing.start - timing.ready;
    this.#options.callbacks?.callback(record);
  }

  faulted(fault: FaultEvent): void {
    this.#options.faults?.fault(fault);
  }

  published(
    publisher: Publisher,
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
    sequence: number,
  ): number {
    const content = this.#content;
    content.reset();
    if (bytes === undefined) this.#digestMessage(publisher.type, message!);
    else content.bytes(bytes);
    const { topic, identity } = this.#publisherDigest(publisher);
    topic.timed(identity, this.#graph.kernel.now);
    topic.digest(content);
    this.#noteOutput(publisher.node, publisher.index);
    this.messages++;
    if (this.#options.publications !== undefined) this.#notePublication(publisher, sequence);
    this.#options.messages?.message(publisher, bytes ?? this.#writer.written(), sequence);
    return content.lane;
  }

  called(sender: Client | Service, message: MessageObject): number {
    const type = sender.kind === 'client' ? sender.type.request : sender.type.response;
    this.#content.reset();
    this.#digestMessage(type, message);
    this.#noteOutput(sender.node, sender.index);
    return this.#content.lane;
  }

  digest(): RunDigest {
    const order = this.#graph.orderDigest;
    const nodes = sorted(this.#nodes);
    const topics = sorted(this.#topics);
    const total = new Digest();
    for (const text of [order, ...Object.entries(nodes).flat(), ...Object.entries(topics).flat()]) {
      total.string(text);
    }
    return { total: total.hex(), order, nodes, topics };
  }

  /** Leaves the encoded message in the writer, for the recorder. */
  #digestMessage(type: MessageType, message: MessageObject): void {
    const writer = this.#writer;
    writer.reset();
    type.encodeInto(writer, message);
    this.#content.bytes(writer.bytes, 0, writer.position);
  }

  #noteOutput(node: GraphNode, index: number): void {
    const digest = this.#nodeDigest(node);
    digest.digest(this.#content, ~index);
    const { cause } = this.#graph;
    if (cause === 0) return;
    const waiting = this.#running.size === 0 ? undefined : this.#running.get(cause);
    const record = waiting ?? this.#record;
    if (record === undefined) return;
    record.outputs++;
    record.output = Math.imul(record.output ^ this.#content.lane, 0x9e3779b1) + index;
  }

  #notePublication(publisher: Publisher, sequence: number): void {
    const { cause, current } = this.#graph;
    let record = this.#publication;
    if (record === undefined) {
      record = { publisher, sequence, cause, by: undefined, callback: undefined };
      this.#publication = record;
    }
    record.publisher = publisher;
    record.sequence = sequence;
    record.cause = cause;
    record.by = current;
    const present = this.#running.get(cause) ?? this.#record;
    record.callback = cause !== 0 && present?.number === cause ? present : undefined;
    this.#options.publications?.publication(record);
  }

  #nodeDigest(node: GraphNode): Digest {
    node.digest ??= namedDigest(this.#nodes, inDomain(node.fullName, node.domain));
    return node.digest;
  }

  #publisherDigest(publisher: Publisher): PublisherDigest {
    if (publisher.digest === undefined) {
      const { node, kind, name } = publisher;
      const topic = namedDigest(this.#topics, inDomain(name, node.domain));
      const identity = new Digest();
      identity.string(entityName(node, kind, name));
      publisher.digest = { topic, identity: identity.lane };
    }
    return publisher.digest;
  }
}

function emptyRecord(entity: Waitable): CallbackRecord {
  return {
    number: 0,
    entity,
    time: 0,
    cause: 0,
    input: 0,
    outputs: 0,
    output: 0,
    thread: 0,
    duration: 0,
    overwritten: 0,
    waited: 0,
    publisher: undefined,
    sequence: 0,
    travelled: 0,
    state: 0,
  };
}

/** Whose message the callback that begins is given. */
function noteOrigin(record: CallbackRecord, entity: Waitable): void {
  if (!(entity instanceof Subscription)) {
    record.publisher = undefined;
    record.sequence = 0;
    record.travelled = 0;
    return;
  }
  const { publisher, sequence, sourceTime, receivedTime } = entity.beginning;
  record.publisher = publisher;
  record.sequence = sequence;
  record.travelled = receivedTime - sourceTime;
}

/** Names of other domains than 0 are marked: the worlds do not see each other. */
function inDomain(name: string, domain: number): string {
  return domain === 0 ? name : `${name} (domain ${domain})`;
}

/** Nodes of one name share a digest, also when one is destroyed and made again. */
function namedDigest(digests: Map<string, Digest>, name: string): Digest {
  let digest = digests.get(name);
  if (digest === undefined) {
    digest = new Digest();
    digests.set(name, digest);
  }
  return digest;
}

function sorted(digests: ReadonlyMap<string, Digest>): Record<string, string> {
  const pairs = [...digests].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(pairs.map(([name, digest]) => [name, digest.hex()]));
}
