import { type BagWriter, createBag, type SecondPacker, Stamp } from '../bag/index.js';
import type { FaultEvent } from '../graph/index.js';
import {
  CALLBACKS_DEFINITION,
  CALLBACKS_TOPIC,
  CALLBACKS_TYPE,
  CallbackBlock,
  type CallbackRecord,
  CHECKPOINTS_DEFINITION,
  CHECKPOINTS_TOPIC,
  CHECKPOINTS_TYPE,
  ENTITIES_TOPIC,
  ENTITY_DEFINITION,
  ENTITY_TYPE,
  encodeCheckpoints,
  encodeEntity,
  encodeFault,
  encodeSystem,
  FAULT_DEFINITION,
  FAULT_TOPIC,
  FAULT_TYPE,
  type PublicationRecord,
  SYSTEM_DEFINITION,
  SYSTEM_TOPIC,
  SYSTEM_TYPE,
  type SystemDescription,
} from '../trace/index.js';

/** A full message of callbacks ends a chunk: about 200 KB, which are packed within the processor's caches. */
const CHUNK_BYTES = 1 << 17;

/**
 * Writes a trace: the callbacks of a run, several thousand in one message, the names of their entities, the injected
 * faults, and at the end the description of the system. Stamps must not decrease.
 */
export class TraceWriter {
  readonly #bag: BagWriter;
  readonly #block = new CallbackBlock();
  readonly #entities: number;
  readonly #blocks: number;
  #faults: number | undefined;
  #isEmpty = true;
  /** When the first record of the block was added. */
  readonly #first = new Stamp();
  /** When each checkpoint was passed, and the digest there. */
  readonly #times: bigint[] = [];
  readonly #digests: bigint[] = [];

  private constructor(bag: BagWriter) {
    this.#bag = bag;
    const topic = (name: string, type: string, schema: string) =>
      bag.addTopic({ name, type, schema });
    this.#entities = topic(ENTITIES_TOPIC, ENTITY_TYPE, ENTITY_DEFINITION);
    this.#blocks = topic(CALLBACKS_TOPIC, CALLBACKS_TYPE, CALLBACKS_DEFINITION);
  }

  /**
   * Starts a trace.
   *
   * @param packer - see {@link createBag}
   * @throws OrreryError `ORR_OUTPUT_UNWRITABLE`, `ORR_OUTPUT_EXISTS`
   */
  static async create(path: string, packer?: SecondPacker): Promise<TraceWriter> {
    return new TraceWriter(
      await createBag(path, { chunkBytes: CHUNK_BYTES, inPlace: true }, packer),
    );
  }

  /** Names an entity before its first callback; returns its number. */
  meet(name: string, stamp: Stamp): number {
    const number = this.#block.compared.meet(name);
    this.#bag.writeStamped(this.#entities, stamp, stamp, number, encodeEntity(number, name));
    return number;
  }

  /** Adds a callback; the parameters are those of {@link CallbackBlock.add}. */
  callback(
    record: CallbackRecord,
    entity: number,
    end: Stamp,
    publisher: number,
    publishers: readonly number[],
  ): void {
    if (this.#isEmpty) this.#begin(end);
    const isLast = this.#block.add(record, entity, end, publisher, publishers);
    if (isLast || this.#block.isFull) this.#endBlock(end, isLast);
  }

  /** Adds a publication; the parameters are those of {@link CallbackBlock.publish}. */
  publication(
    record: PublicationRecord,
    now: number,
    time: Stamp,
    publisher: number,
    callback: number,
    inputPublisher: number,
  ): void {
    if (this.#isEmpty) this.#begin(time);
    this.#block.publish(record, now, time, publisher, callback, inputPublisher);
    if (this.#block.isFull) this.#endBlock(time, false);
  }

  #begin({ low, high }: Stamp): void {
    this.#isEmpty = false;
    this.#first.low = low;
    this.#first.high = high;
  }

  /** @param isCheckpoint - whether its last callback is the last one before a checkpoint */
  #endBlock(end: Stamp, isCheckpoint: boolean): void {
    this.#writeBlock(end);
    if (isCheckpoint) {
      this.#times.push(end.time);
      this.#digests.push(this.#block.compared.pass());
    }
    this.#block.clear();
    this.#isEmpty = true;
  }

  #writeBlock(end: Stamp): void {
    this.#bag.writeTables(this.#blocks, end, this.#first, 0, this.#block);
  }

  fault(fault: FaultEvent, stamp: Stamp): void {
    this.#faults ??= this.#bag.addTopic({
      name: FAULT_TOPIC,
      type: FAULT_TYPE,
      schema: FAULT_DEFINITION,
    });
    this.#bag.writeStamped(this.#faults, stamp, stamp, 0, encodeFault(fault));
  }

  /**
   * Completes the file on disk with everything added so far; more may be added.
   *
   * @param clock - is asked for the time only if anything was added
   */
  checkpoint(clock: { now(): Stamp }): void {
    this.#bag.checkpoint(() => {
      if (!this.#isEmpty) this.#writeBlock(clock.now());
    });
  }

  /** Completes the trace. */
  close(stamp: Stamp, system: SystemDescription): void {
    try {
      if (!this.#isEmpty) this.#endBlock(stamp, false);
      this.#last(SYSTEM_TOPIC, SYSTEM_TYPE, SYSTEM_DEFINITION, stamp, encodeSystem(system));
      const checkpoints = encodeCheckpoints(this.#times, this.#digests);
      this.#last(CHECKPOINTS_TOPIC, CHECKPOINTS_TYPE, CHECKPOINTS_DEFINITION, stamp, checkpoints);
    } finally {
      this.#bag.close();
    }
  }

  /** Writes the only message of a topic. */
  #last(name: string, type: string, schema: string, stamp: Stamp, message: Uint8Array): void {
    this.#bag.writeStamped(this.#bag.addTopic({ name, type, schema }), stamp, stamp, 1, message);
  }

  /** Abandons the trace and removes what was written. */
  discard(): void {
    this.#bag.discard();
  }
}
