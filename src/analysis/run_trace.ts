import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BagReader, openBag } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import {
  CALLBACK_TYPE,
  type CallbackFields,
  type DescribedEntity,
  type DescribedPublisher,
  decodeCallback,
  decodeFault,
  decodePublication,
  decodeSystem,
  FAULT_TYPE,
  PUBLICATION_TYPE,
  type PublicationFields,
  publicationsOf,
  SYSTEM_TYPE,
  type SystemDescription,
} from '../trace/index.js';

/** A callback as it is read. Times are ns since the start of the run. */
export interface TracedCallback {
  readonly entity: DescribedEntity;
  readonly fields: CallbackFields;
  /** When its input arrived or its timer was due. */
  readonly ready: number;
  readonly start: number;
  readonly end: number;
}

/** A publication as it is read, from the record of its callback or from one of its own. */
export interface TracedPublication {
  readonly from: DescribedPublisher;
  readonly fields: PublicationFields;
  /** ns since the start of the run. */
  readonly time: number;
}

/** What is done with a trace, record by record, in the order in which they were written. */
export interface TraceVisitor {
  callback?(callback: TracedCallback): void;
  publication?(publication: TracedPublication): void;
  /** e.g. `freeze` of `/planner`. */
  fault?(fault: string, target: string): void;
}

/** The trace of a run, opened for analysis. Every walk reads the file anew; nothing is kept. */
export class RunTrace {
  readonly path: string;
  readonly system: SystemDescription;
  readonly #bag: BagReader;
  readonly #epoch: bigint;
  readonly #entities: ReadonlyMap<string, DescribedEntity>;
  readonly #publishers: ReadonlyMap<string, DescribedPublisher>;
  readonly #publishersById: ReadonlyMap<number, DescribedPublisher>;

  private constructor(path: string, bag: BagReader, system: SystemDescription, epoch: bigint) {
    this.path = path;
    this.system = system;
    this.#bag = bag;
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
    const isDirectory = existsSync(run) && statSync(run).isDirectory();
    const path = isDirectory ? join(run, 'trace.mcap') : run;
    if (!existsSync(path)) {
      throw new OrreryError(
        'ORR_ANALYSIS_TRACE_MISSING',
        `${run} holds no trace.mcap; name a directory that orrery run left behind (without --no-record).`,
        { place: { file: path } },
      );
    }
    const bag = await openBag(path);
    try {
      for (const { data, logTime } of bag.messages({ topics: namesOf(bag, SYSTEM_TYPE) })) {
        const system = decodeSystem(data);
        if (system === undefined) break;
        return new RunTrace(run, bag, system, logTime - BigInt(system.end));
      }
    } catch (error) {
      bag.close();
      throw error;
    }
    bag.close();
    throw new OrreryError(
      'ORR_ANALYSIS_TRACE_OLD',
      `The trace ${path} does not say what its system was made of: the run was killed, or an older version recorded it; run it again.`,
      { place: { file: path } },
    );
  }

  /** Walks through all records that were written from `from` to `to`, ns since the start. */
  walk(visitor: TraceVisitor, from?: number, to?: number): void {
    const ofCallbacks = visitor.callback !== undefined || visitor.publication !== undefined;
    const wanted = [
      ...(ofCallbacks ? namesOf(this.#bag, CALLBACK_TYPE) : []),
      ...(visitor.publication === undefined ? [] : namesOf(this.#bag, PUBLICATION_TYPE)),
      ...(visitor.fault === undefined ? [] : namesOf(this.#bag, FAULT_TYPE)),
    ];
    const range = {
      topics: wanted,
      start: from === undefined ? undefined : this.#epoch + BigInt(Math.max(0, Math.floor(from))),
      end: to === undefined ? undefined : this.#epoch + BigInt(Math.ceil(to)),
    };
    for (const { topic, data, logTime } of this.#bag.messages(range)) {
      const time = Number(logTime - this.#epoch);
      const entity = this.#entities.get(topic);
      if (entity !== undefined) this.#callback(visitor, entity, data, time);
      else this.#other(visitor, topic, data, time);
    }
  }

  #callback(visitor: TraceVisitor, entity: DescribedEntity, data: Uint8Array, end: number): void {
    const fields = decodeCallback(data);
    if (fields === undefined) throw this.#unreadable();
    const start = end - fields.duration;
    if (visitor.publication !== undefined) this.#published(visitor, entity, fields, end);
    visitor.callback?.({ entity, fields, ready: start - fields.waited, start, end });
  }

  /** What a callback's record says of its publications. */
  #published(visitor: TraceVisitor, by: DescribedEntity, fields: CallbackFields, time: number) {
    for (const published of publicationsOf(fields, by.id)) {
      const from = this.#publishersById.get(published.publisher);
      if (from === undefined) throw this.#unreadable();
      visitor.publication?.({ from, fields: published, time });
    }
  }

  #other(visitor: TraceVisitor, topic: string, data: Uint8Array, time: number): void {
    const from = this.#publishers.get(topic);
    if (from !== undefined) {
      const fields = decodePublication(data);
      if (fields === undefined) throw this.#unreadable();
      visitor.publication?.({ from, fields, time });
      return;
    }
    const fault = decodeFault(data);
    if (fault !== undefined) visitor.fault?.(fault.fault, fault.target);
  }

  #unreadable(): OrreryError {
    return new OrreryError(
      'ORR_ANALYSIS_TRACE_OLD',
      `The trace of ${this.path} holds records that are no trace records of this version; run it again.`,
      { place: { file: this.path } },
    );
  }

  close(): void {
    this.#bag.close();
  }
}

function namesOf(bag: BagReader, wanted: string): string[] {
  return bag.topics.filter(({ type }) => type === wanted).map(({ name }) => name);
}
