import { InstantStamp, type SecondPacker } from '../bag/index.js';
import type { FaultEvent, Graph, Waitable } from '../graph/index.js';
import {
  type CallbackRecord,
  type CallbackSink,
  entityName,
  type FaultSink,
  type PublicationRecord,
  type PublicationSink,
  type SystemDescription,
} from '../trace/index.js';
import { SystemInventory } from './system_inventory.js';
import { TraceWriter } from './trace_writer.js';

/** Traces a run: gives numbers to what its records refer to, and stamps to the records. */
export class CallbackRecording implements CallbackSink, FaultSink, PublicationSink {
  readonly #graph: Graph;
  readonly #inventory: SystemInventory;
  readonly #trace: TraceWriter;
  readonly #stamp: InstantStamp;
  /** The number that an entity has in the trace, by its number in the inventory. */
  readonly #numbers: number[] = [];
  /** Numbers of the publishers of what a callback published. */
  readonly #ids: number[] = [];

  private constructor(trace: TraceWriter, graph: Graph) {
    this.#trace = trace;
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
    return new CallbackRecording(await TraceWriter.create(path, packer), graph);
  }

  callback(record: CallbackRecord): void {
    const inventory = this.#inventory;
    const id = inventory.ran(record.entity);
    const entity = this.#numbers[id] ?? this.#meet(record.entity, id);
    const { publisher, published, publishers } = record;
    const from = publisher === undefined ? 0 : inventory.idOfPublisher(publisher);
    const ids = this.#ids;
    for (let i = 0; i < published; i++) ids[i] = inventory.idOfPublisher(publishers[i]!);
    this.#trace.callback(record, entity, this.#stamp.now(), from, ids);
  }

  publication(record: PublicationRecord): void {
    const { publisher, by, callback } = record;
    const inventory = this.#inventory;
    const input = callback?.publisher;
    this.#trace.publication(
      record,
      this.#graph.kernel.now,
      this.#stamp.now(),
      inventory.idOfPublisher(publisher),
      by === undefined ? 0 : inventory.idOf(by),
      input === undefined ? 0 : inventory.idOfPublisher(input),
    );
  }

  fault(fault: FaultEvent): void {
    this.#trace.fault(fault, this.#stamp.now());
  }

  #meet({ node, kind }: Waitable, id: number): number {
    const name = entityName(node, kind, this.#inventory.nameOf(id));
    const number = this.#trace.meet(name, this.#stamp.now());
    this.#numbers[id] = number;
    return number;
  }

  /** Completes the file on disk with everything recorded so far. */
  checkpoint(): void {
    // Before the first record, the time is not known: the clock may still jump.
    this.#trace.checkpoint(this.#stamp);
  }

  /** The description of the system that ends a trace. */
  system(): SystemDescription {
    return this.#inventory.describe();
  }

  close(): void {
    this.#trace.close(this.#stamp.now(), this.system());
  }

  discard(): void {
    this.#trace.discard();
  }
}
