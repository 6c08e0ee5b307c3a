import { OrreryError } from '../errors/index.js';
import { type TracedCallback, TraceReader, type TraceRecord } from '../record/index.js';
import {
  type DescribedEntity,
  type DescribedPublisher,
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
  readonly #publishers: ReadonlyMap<number, DescribedPublisher>;

  private constructor(trace: TraceReader, system: SystemDescription, epoch: bigint) {
    this.path = trace.path;
    this.system = system;
    this.#trace = trace;
    this.#epoch = epoch;
    const { entities, publishers } = system;
    const entityKey = (e: DescribedEntity) => [`${e.node} ${e.kind} ${e.name}`, e] as const;
    this.#entities = new Map(entities.map(entityKey));
    this.#publishers = new Map(publishers.map((each) => [each.id, each]));
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

  /** Visits all records from `from` to `to`, in ns since the start. */
  walk(visitor: TraceVisitor, from?: number, to?: number): void {
    const start = from === undefined ? undefined : this.#at(Math.max(0, Math.floor(from)));
    const end = to === undefined ? undefined : this.#at(Math.ceil(to));
    const isOfFaults = visitor.fault !== undefined;
    const faults = isOfFaults ? this.#trace.faults(start, end) : undefined;
    let fault = faults?.next().value;
    const passFaults = (stamp?: bigint) => {
      for (; fault && (stamp === undefined || fault.stamp <= stamp); fault = faults?.next().value) {
        visitor.fault?.(fault.fault, fault.target, Number(fault.stamp - this.#epoch));
      }
    };
    if (visitor.callback !== undefined || visitor.publication !== undefined) {
      for (const record of this.#trace.records(start, end)) {
        if (isOfFaults) passFaults(record.stamp);
        this.#visit(visitor, record);
      }
    }
    passFaults();
  }

  #at(time: number): bigint {
    return this.#epoch + BigInt(time);
  }

  /** Passes over what came after the last checkpoint of a run that was killed: its system is described up to there. */
  #visit(visitor: TraceVisitor, record: TraceRecord): void {
    const time = Number(record.stamp - this.#epoch);
    if (record.kind === 'publication') {
      const { publication } = record;
      const from = this.#publishers.get(publication.publisher);
      if (from !== undefined)
        visitor.publication?.({ from, fields: publication, time, inCallback: false });
      return;
    }
    const entity = this.#entities.get(record.callback.entity);
    if (entity !== undefined) this.#callback(visitor, entity, record.callback, time);
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
      const from = this.#publishers.get(published.publisher);
      if (from !== undefined)
        visitor.publication?.({ from, fields: published, time, inCallback: true });
    }
  }

  close(): void {
    this.#trace.close();
  }
}
