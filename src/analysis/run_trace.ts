import { OrreryError } from '../errors/index.js';
import { type TracedCallback, TraceReader } from '../record/index.js';
import {
  CALLBACK_TYPE,
  type DescribedEntity,
  type DescribedPublisher,
  decodeFault,
  decodePublication,
  FAULT_TYPE,
  PUBLICATION_TYPE,
  type PublicationFields,
  publicationsOf,
  type SystemDescription,
} from '../trace/index.js';

/** A callback of a trace with its place in the run. Times are in ns since the start of the run. */
export interface PlacedCallback {
  readonly entity: DescribedEntity;
  readonly fields: TracedCallback;
  /** When its input arrived or its timer was due. */
  readonly ready: number;
  readonly start: number;
  readonly end: number;
}

/** A publication, read from the record of its callback or from a separate one. */
export interface TracedPublication {
  readonly from: DescribedPublisher;
  readonly fields: PublicationFields;
  /** ns since the start of the run. */
  readonly time: number;
  /** Whether it comes from the record of its callback, which follows. */
  readonly inCallback: boolean;
}

/** Handles the records of a trace, in the order in which they were written. */
export interface TraceVisitor {
  callback?(callback: PlacedCallback): void;
  publication?(publication: TracedPublication): void;
  /** e.g. `freeze` of `/planner`. */
  fault?(fault: string, target: string, time: number): void;
}

/** The trace of a run, opened for analysis. Every pass reads the file again; nothing is kept in memory. */
export class RunTrace {
  readonly path: string;
  readonly system: SystemDescription;
  readonly #trace: TraceReader;
  readonly #epoch: bigint;
  readonly #entities: ReadonlyMap<string, DescribedEntity>;
  readonly #publishers: ReadonlyMap<string, DescribedPublisher>;
  readonly #publishersById: ReadonlyMap<number, DescribedPublisher>;

  private constructor(trace: TraceReader, system: SystemDescription, epoch: bigint) {
    this.path = trace.path;
    this.system = system;
    this.#trace = trace;
    this.#epoch = epoch;
    const { entities, publishers } = system;
    const entityKey = (e: DescribedEntity) => [`${e.node} ${e.kind} ${e.name}`, e] as const;
    this.#entities = new Map(entities.map(entityKey));
    this.#publishers = new Map(
      publishers.map((each) => [`${each.node} publisher ${each.topic}`, each]),
    );
    this.#publishersById = new Map(publishers.map((each) => [each.id, each]));
  }

  /**
   * @param run - directory that a run left behind, or its `trace.mcap`
   * @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_ANALYSIS_TRACE_OLD`, `ORR_BAG_…`
   */
  static async open(run: string): Promise<RunTrace> {
    const trace = await TraceReader.open(run);
    try {
      const found = trace.system();
      if (found !== undefined) {
        const { description, logTime } = found;
        return new RunTrace(trace, description, logTime - BigInt(description.end));
      }
    } catch (error) {
      trace.close();
      throw error;
    }
    trace.close();
    throw new OrreryError(
      'ORR_ANALYSIS_TRACE_OLD',
      `The trace ${trace.file} does not say what its system was made of: the run was killed, or an older version recorded it; run it again.`,
      { place: { file: trace.file } },
    );
  }

  /** Iterates over all records that were written from `from` to `to`, in ns since the start. */
  walk(visitor: TraceVisitor, from?: number, to?: number): void {
    const ofCallbacks = visitor.callback !== undefined || visitor.publication !== undefined;
    const wanted = [
      ...(ofCallbacks ? this.#trace.channelsOf(CALLBACK_TYPE) : []),
      ...(visitor.publication === undefined ? [] : this.#trace.channelsOf(PUBLICATION_TYPE)),
      ...(visitor.fault === undefined ? [] : this.#trace.channelsOf(FAULT_TYPE)),
    ];
    const range = {
      topics: wanted,
      start: from === undefined ? undefined : this.#epoch + BigInt(Math.max(0, Math.floor(from))),
      end: to === undefined ? undefined : this.#epoch + BigInt(Math.ceil(to)),
    };
    for (const message of this.#trace.bag.messages(range)) {
      const time = Number(message.logTime - this.#epoch);
      const entity = this.#entities.get(message.topic);
      if (entity === undefined) this.#other(visitor, message.topic, message.data, time);
      else this.#callback(visitor, entity, this.#trace.callbackOf(message), time);
    }
  }

  #callback(
    visitor: TraceVisitor,
    entity: DescribedEntity,
    fields: TracedCallback,
    end: number,
  ): void {
    const start = end - fields.duration;
    if (visitor.publication !== undefined) this.#published(visitor, entity, fields, end);
    visitor.callback?.({ entity, fields, ready: start - fields.waited, start, end });
  }

  /** The publications in a callback's record. */
  #published(visitor: TraceVisitor, by: DescribedEntity, fields: TracedCallback, time: number) {
    for (const published of publicationsOf(fields, by.id)) {
      const from = this.#publishersById.get(published.publisher);
      if (from === undefined) throw this.#trace.unreadable();
      visitor.publication?.({ from, fields: published, time, inCallback: true });
    }
  }

  #other(visitor: TraceVisitor, topic: string, data: Uint8Array, time: number): void {
    const from = this.#publishers.get(topic);
    if (from !== undefined) {
      const fields = decodePublication(data);
      if (fields === undefined) throw this.#trace.unreadable();
      visitor.publication?.({ from, fields, time, inCallback: false });
      return;
    }
    const fault = decodeFault(data);
    if (fault !== undefined) visitor.fault?.(fault.fault, fault.target, time);
  }

  close(): void {
    this.#trace.close();
  }
}
