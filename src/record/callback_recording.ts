import { type BagWriter, createBag, InstantStamp, type SecondPacker } from '../bag/index.js';
import type { FaultEvent, Graph, Waitable } from '../graph/index.js';
import { Digest } from '../kernel/index.js';
import {
  CALLBACK_DEFINITION,
  CALLBACK_TYPE,
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
  FoldedCallback,
  PUBLICATION_DEFINITION,
  PUBLICATION_TYPE,
  PublicationEncoder,
  type PublicationRecord,
  type PublicationSink,
  SYSTEM_DEFINITION,
  SYSTEM_TOPIC,
  SYSTEM_TYPE,
  type SystemDescription,
} from '../trace/index.js';
import { SystemInventory } from './system_inventory.js';

/** Smaller than the chunks of a recording, so that one is packed within the processor's caches. */
const CHUNK_BYTES = 1 << 18;

/**
 * Writes one record per callback into a bag, with one channel per entity, and one record per publication that no
 * callback's record mentions; also the injected faults and the description of the system.
 */
export class CallbackRecording implements CallbackSink, FaultSink, PublicationSink {
  readonly #graph: Graph;
  readonly #inventory: SystemInventory;
  readonly #bag: BagWriter;
  readonly #stamp: InstantStamp;
  readonly #folded = new FoldedCallback();
  readonly #publicationEncoder = new PublicationEncoder();
  readonly #chain = new CheckpointChain();
  /** By number of the entity: its channel and the digest of its name. */
  readonly #channels: number[] = [];
  readonly #identities: number[] = [];
  /** By number of the publisher. */
  readonly #publicationChannels: number[] = [];
  /** Numbers of the publishers of what a callback published. */
  readonly #ids: number[] = [];
  #faultChannel: number | undefined;

  private constructor(bag: BagWriter, graph: Graph) {
    this.#bag = bag;
    this.#graph = graph;
    this.#inventory = new SystemInventory(graph);
    this.#stamp = new InstantStamp(graph);
  }

  /** Starts a trace; throws `ORR_OUTPUT_UNWRITABLE`. */
  static async create(
    path: string,
    graph: Graph,
    packer?: SecondPacker,
  ): Promise<CallbackRecording> {
    const options = { chunkBytes: CHUNK_BYTES, inPlace: true };
    return new CallbackRecording(await createBag(path, options, packer), graph);
  }

  callback(record: CallbackRecord): void {
    const id = this.#inventory.ran(record.entity);
    const channel = this.#channels[id] ?? this.#addChannel(record.entity, id);
    const stamp = this.#stamp.value;
    const { publisher, published, publishers } = record;
    const from = publisher === undefined ? 0 : this.#inventory.idOfPublisher(publisher);
    const ids = this.#ids;
    for (let i = 0; i < published; i++) {
      ids[i] = this.#inventory.idOfPublisher(publishers[i]!);
    }
    this.#folded.take(record, from, ids);
    this.#bag.fold(channel, stamp, record.number >>> 0, this.#folded);
    this.#chain.add(record, this.#identities[id]!, stamp);
  }

  publication(record: PublicationRecord): void {
    const { publisher, by, callback, sequence } = record;
    const id = this.#inventory.idOfPublisher(publisher);
    let channel = this.#publicationChannels[id];
    if (channel === undefined) {
      const { node, kind, name } = publisher;
      channel = this.#bag.addTopic({
        name: entityName(node, kind, name),
        type: PUBLICATION_TYPE,
        schema: PUBLICATION_DEFINITION,
      });
      this.#publicationChannels[id] = channel;
    }
    const stamp = this.#stamp.value;
    const bytes = this.#publicationEncoder.encode(
      record,
      this.#graph.kernel.now,
      by === undefined ? 0 : this.#inventory.idOf(by),
      callback?.publisher === undefined ? 0 : this.#inventory.idOfPublisher(callback.publisher),
    );
    this.#bag.writeStamped(channel, stamp, stamp, sequence >>> 0, bytes);
  }

  fault(fault: FaultEvent): void {
    this.#faultChannel ??= this.#bag.addTopic({
      name: FAULT_TOPIC,
      type: FAULT_TYPE,
      schema: FAULT_DEFINITION,
    });
    const stamp = this.#stamp.value;
    this.#bag.writeStamped(this.#faultChannel, stamp, stamp, 0, encodeFault(fault));
  }

  #addChannel({ node, kind }: Waitable, id: number): number {
    const topic = entityName(node, kind, this.#inventory.nameOf(id));
    const channel = this.#bag.addTopic({
      name: topic,
      type: CALLBACK_TYPE,
      schema: CALLBACK_DEFINITION,
    });
    const identity = new Digest();
    identity.string(topic);
    this.#channels[id] = channel;
    this.#identities[id] = identity.lane;
    return channel;
  }

  /** Completes the file on disk with everything recorded so far. */
  checkpoint(): void {
    this.#bag.checkpoint();
  }

  /** The description of the system that ends a trace. */
  system(): SystemDescription {
    return this.#inventory.describe();
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
      this.#bag.writeStamped(channel, stamp, stamp, 1, this.#chain.encode());
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
    this.#bag.writeStamped(channel, stamp, stamp, 1, encodeSystem(this.system()));
  }

  discard(): void {
    this.#bag.discard();
  }
}
