import { type BagWriter, createBag, toRecordedQos } from '../bag/index.js';
import type { FaultEvent, Graph, Publisher, Waitable } from '../graph/index.js';
import {
  CALLBACK_DEFINITION,
  CALLBACK_TYPE,
  CallbackEncoder,
  type CallbackRecord,
  type CallbackSink,
  encodeFault,
  entityName,
  FAULT_DEFINITION,
  FAULT_TOPIC,
  FAULT_TYPE,
  type FaultSink,
  type MessageSink,
} from '../trace/index.js';

/** Time stamps are made once per instant. */
class InstantStamp {
  readonly #graph: Graph;
  #now = -1;
  #stamp = 0n;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  get value(): bigint {
    const { now } = this.#graph.kernel;
    if (now !== this.#now) {
      this.#now = now;
      // Not the time that the running callback's node believes it is.
      this.#stamp = this.#graph.epoch + BigInt(now);
    }
    return this.#stamp;
  }
}

/** Writes what is published into a bag, one channel per topic and type. */
export class MessageRecording implements MessageSink {
  readonly #bag: BagWriter;
  readonly #stamp: InstantStamp;
  readonly #channels = new Map<string, number>();
  readonly #byPublisher = new WeakMap<Publisher, number>();

  private constructor(bag: BagWriter, graph: Graph) {
    this.#bag = bag;
    this.#stamp = new InstantStamp(graph);
  }

  /** Starts a recording; throws `ORR_OUTPUT_UNWRITABLE`. */
  static async create(path: string, graph: Graph): Promise<MessageRecording> {
    return new MessageRecording(await createBag(path), graph);
  }

  get messageCount(): number {
    return this.#bag.messageCount;
  }

  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void {
    let channel = this.#byPublisher.get(publisher);
    if (channel === undefined) {
      channel = this.#channel(publisher);
      this.#byPublisher.set(publisher, channel);
    }
    const stamp = this.#stamp.value;
    this.#bag.write(channel, stamp, stamp, sequence >>> 0, bytes);
  }

  #channel({ name, type, qos }: Publisher): number {
    const key = `${name} ${type.name}`;
    let channel = this.#channels.get(key);
    if (channel === undefined) {
      channel = this.#bag.addTopic({
        name,
        type: type.name,
        typeHash: type.hash,
        schema: type.schemaText,
        offeredQosProfiles: [toRecordedQos(qos)],
      });
      this.#channels.set(key, channel);
    }
    return channel;
  }

  flush(): void {
    this.#bag.flush();
  }

  close(): void {
    this.#bag.close();
  }

  discard(): void {
    this.#bag.discard();
  }
}

/** Writes one record per callback into a bag, one channel per entity, and the injected faults. */
export class CallbackRecording implements CallbackSink, FaultSink {
  readonly #bag: BagWriter;
  readonly #stamp: InstantStamp;
  readonly #encoder = new CallbackEncoder();
  readonly #channels = new Map<string, number>();
  readonly #byEntity = new WeakMap<Waitable, number>();
  #faultChannel: number | undefined;

  private constructor(bag: BagWriter, graph: Graph) {
    this.#bag = bag;
    this.#stamp = new InstantStamp(graph);
  }

  /** Starts a trace; throws `ORR_OUTPUT_UNWRITABLE`. */
  static async create(path: string, graph: Graph): Promise<CallbackRecording> {
    return new CallbackRecording(await createBag(path), graph);
  }

  callback(record: CallbackRecord): void {
    const { entity } = record;
    let channel = this.#byEntity.get(entity);
    if (channel === undefined) {
      channel = this.#channel(entity);
      this.#byEntity.set(entity, channel);
    }
    const stamp = this.#stamp.value;
    this.#bag.write(channel, stamp, stamp, record.number >>> 0, this.#encoder.encode(record));
  }

  fault(fault: FaultEvent): void {
    this.#faultChannel ??= this.#bag.addTopic({
      name: FAULT_TOPIC,
      type: FAULT_TYPE,
      schema: FAULT_DEFINITION,
    });
    const stamp = this.#stamp.value;
    this.#bag.write(this.#faultChannel, stamp, stamp, 0, encodeFault(fault));
  }

  #channel({ node, kind, name }: Waitable): number {
    const topic = entityName(node, kind, name);
    let channel = this.#channels.get(topic);
    if (channel === undefined) {
      channel = this.#bag.addTopic({
        name: topic,
        type: CALLBACK_TYPE,
        schema: CALLBACK_DEFINITION,
      });
      this.#channels.set(topic, channel);
    }
    return channel;
  }

  flush(): void {
    this.#bag.flush();
  }

  close(): void {
    this.#bag.close();
  }

  discard(): void {
    this.#bag.discard();
  }
}
