import { type BagWriter, createBag, InstantStamp } from '../bag/index.js';
import type { FaultEvent, Graph, Waitable } from '../graph/index.js';
import { Digest } from '../kernel/index.js';
import {
  CALLBACK_DEFINITION,
  CALLBACK_TYPE,
  CallbackEncoder,
  type CallbackRecord,
  type CallbackSink,
  CHECKPOINTS_DEFINITION,
  CHECKPOINTS_TOPIC,
  CHECKPOINTS_TYPE,
  CheckpointChain,
  encodeFault,
  encodeSystem,
  entityName,
  FAULT_DEFINITION,
  FAULT_TOPIC,
  FAULT_TYPE,
  type FaultSink,
  PUBLICATION_DEFINITION,
  PUBLICATION_TYPE,
  PublicationEncoder,
  type PublicationRecord,
  type PublicationSink,
  SYSTEM_DEFINITION,
  SYSTEM_TOPIC,
  SYSTEM_TYPE,
} from '../trace/index.js';
import { SystemInventory } from './system_inventory.js';

/**
 * Writes one record per callback and per publication into a bag, with one channel per entity, the
 * injected faults, and what the system was made of.
 */
export class CallbackRecording implements CallbackSink, FaultSink, PublicationSink {
  readonly #graph: Graph;
  readonly #inventory: SystemInventory;
  readonly #bag: BagWriter;
  readonly #stamp: InstantStamp;
  readonly #encoder = new CallbackEncoder();
  readonly #publicationEncoder = new PublicationEncoder();
  readonly #chain = new CheckpointChain();
  /** By channel: digest of the entity's name. */
  readonly #identities: number[] = [];
  readonly #channels = new Map<string, number>();
  readonly #byEntity = new WeakMap<Waitable, number>();
  readonly #byPublisher = new Map<number, number>();
  #faultChannel: number | undefined;

  private constructor(bag: BagWriter, graph: Graph) {
    this.#bag = bag;
    this.#graph = graph;
    this.#inventory = new SystemInventory(graph);
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
      this.#inventory.ran(entity);
    }
    const stamp = this.#stamp.value;
    const { publisher } = record;
    const from = publisher === undefined ? 0 : this.#inventory.idOf(publisher);
    this.#bag.write(channel, stamp, stamp, record.number >>> 0, this.#encoder.encode(record, from));
    this.#chain.add(record, this.#identities[channel]!, stamp);
  }

  publication(record: PublicationRecord): void {
    const { publisher, by, callback, sequence } = record;
    const id = this.#inventory.idOf(publisher);
    let channel = this.#byPublisher.get(id);
    if (channel === undefined) {
      const { node, kind, name } = publisher;
      channel = this.#bag.addTopic({
        name: entityName(node, kind, name),
        type: PUBLICATION_TYPE,
        schema: PUBLICATION_DEFINITION,
      });
      this.#byPublisher.set(id, channel);
    }
    const stamp = this.#stamp.value;
    const bytes = this.#publicationEncoder.encode(
      record,
      this.#graph.kernel.now,
      by === undefined ? 0 : this.#inventory.idOf(by),
      callback?.publisher === undefined ? 0 : this.#inventory.idOf(callback.publisher),
    );
    this.#bag.write(channel, stamp, stamp, sequence >>> 0, bytes);
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
      const identity = new Digest();
      identity.string(topic);
      this.#identities[channel] = identity.lane;
    }
    return channel;
  }

  flush(): void {
    this.#bag.flush();
  }

  close(): void {
    try {
      this.#writeSystem();
      const channel = this.#bag.addTopic({
        name: CHECKPOINTS_TOPIC,
        type: CHECKPOINTS_TYPE,
        schema: CHECKPOINTS_DEFINITION,
      });
      const stamp = this.#stamp.value;
      this.#bag.write(channel, stamp, stamp, 1, this.#chain.encode());
    } finally {
      this.#bag.close();
    }
  }

  #writeSystem(): void {
    const channel = this.#bag.addTopic({
      name: SYSTEM_TOPIC,
      type: SYSTEM_TYPE,
      schema: SYSTEM_DEFINITION,
    });
    const stamp = this.#stamp.value;
    this.#bag.write(channel, stamp, stamp, 1, encodeSystem(this.#inventory.describe()));
  }

  discard(): void {
    this.#bag.discard();
  }
}
