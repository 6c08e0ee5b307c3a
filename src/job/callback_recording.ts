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
  entityName,
  FAULT_DEFINITION,
  FAULT_TOPIC,
  FAULT_TYPE,
  type FaultSink,
} from '../trace/index.js';

/** Writes one record per callback into a bag, one channel per entity, and the injected faults. */
export class CallbackRecording implements CallbackSink, FaultSink {
  readonly #bag: BagWriter;
  readonly #stamp: InstantStamp;
  readonly #encoder = new CallbackEncoder();
  readonly #chain = new CheckpointChain();
  /** By channel: digest of the entity's name. */
  readonly #identities: number[] = [];
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
    this.#chain.add(record, this.#identities[channel]!, stamp);
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

  discard(): void {
    this.#bag.discard();
  }
}
