import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BagMessage, type BagReader, openBag } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import {
  CALLBACK_TYPE,
  type CallbackFields,
  CHECKPOINTS_TOPIC,
  type Checkpoints,
  decodeCallback,
  decodeCheckpoints,
  decodeFault,
  decodeSystem,
  FAULT_TYPE,
  SYSTEM_TYPE,
  type SystemDescription,
} from '../trace/index.js';
import { readRunFile } from './run_file.js';

/** One callback of a trace. */
export interface TracedCallback extends CallbackFields {
  /** Node, kind and name of the entity, e.g. `/robot/filter subscription /scan`. */
  readonly entity: string;
  /** Virtual time at its start, ns since the epoch. */
  readonly time: bigint;
}

/** The trace of a run, opened for reading. Every iteration reads the file anew. */
export class TraceReader {
  /** Its name as given: a directory or a file. */
  readonly path: string;
  readonly file: string;
  readonly bag: BagReader;
  #places: ReadonlyMap<string, string> | undefined;

  private constructor(path: string, file: string, bag: BagReader) {
    this.path = path;
    this.file = file;
    this.bag = bag;
  }

  /**
   * @param run - directory that a run left behind, or its `trace.mcap`
   * @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_BAG_…`
   */
  static async open(run: string): Promise<TraceReader> {
    const isDirectory = existsSync(run) && statSync(run).isDirectory();
    const file = isDirectory ? join(run, 'trace.mcap') : run;
    if (existsSync(file)) return new TraceReader(run, file, await openBag(file));
    throw new OrreryError(
      'ORR_ANALYSIS_TRACE_MISSING',
      `${run} holds no trace.mcap; name a directory that orrery run left behind (without --no-record).`,
      { place: { file } },
    );
  }

  /** Names of the channels with records of this type. */
  channelsOf(type: string): string[] {
    return this.bag.topics.filter((topic) => topic.type === type).map(({ name }) => name);
  }

  /**
   * The description of the system at the end of the run; if the run was killed, the one in its `run.json`; undefined
   * if there is none.
   */
  system(): { readonly description: SystemDescription; readonly logTime: bigint } | undefined {
    const topics = this.channelsOf(SYSTEM_TYPE);
    if (topics.length === 0) return this.#systemSoFar();
    for (const { data, logTime } of this.bag.messages({ topics })) {
      const description = decodeSystem(data);
      return description && { description, logTime };
    }
    return undefined;
  }

  /** Where an entity's callbacks are defined; undefined if its client library does not report it. */
  placeOf({ entity }: TracedCallback): string | undefined {
    this.#places ??= new Map(
      (this.system()?.description.entities ?? []).flatMap(({ node, kind, name, place }) =>
        place === undefined ? [] : [[`${node} ${kind} ${name}`, place]],
      ),
    );
    return this.#places.get(entity);
  }

  #systemSoFar(): ReturnType<TraceReader['system']> {
    try {
      const { system, time } = readRunFile(dirname(this.file));
      if (system === undefined) return undefined;
      const description: SystemDescription = JSON.parse(system);
      return { description, logTime: BigInt(time.start) + BigInt(description.end) };
    } catch {
      return undefined;
    }
  }

  /** Digests of the run so far, at regular places; undefined where there are none. */
  checkpoints(): Checkpoints | undefined {
    if (!this.bag.topics.some(({ name }) => name === CHECKPOINTS_TOPIC)) return undefined;
    for (const { data } of this.bag.messages({ topics: [CHECKPOINTS_TOPIC] })) {
      return decodeCheckpoints(data);
    }
    return undefined;
  }

  /**
   * The callbacks in the order in which they ended, from a stamp on.
   *
   * @param skip - how many of them to skip without reading
   * @throws OrreryError `ORR_ANALYSIS_TRACE_OLD`
   */
  *callbacks(start?: bigint, skip = 0): Generator<TracedCallback, void, void> {
    const topics = this.channelsOf(CALLBACK_TYPE);
    if (topics.length === 0) return;
    let left = skip;
    for (const record of this.bag.messages({ topics, start })) {
      if (left-- <= 0) yield this.callbackOf(record);
    }
  }

  /** Reads the record of a callback. @throws OrreryError `ORR_ANALYSIS_TRACE_OLD` */
  callbackOf({ topic, data, logTime }: BagMessage): TracedCallback {
    const fields = decodeCallback(data);
    if (fields === undefined) throw this.unreadable();
    // The stamp is that of the end.
    return { ...fields, entity: topic, time: logTime - BigInt(fields.duration) };
  }

  /** The faults that the models injected, in order. */
  *faults(): Generator<NonNullable<ReturnType<typeof decodeFault>>, void, void> {
    const topics = this.channelsOf(FAULT_TYPE);
    if (topics.length === 0) return;
    for (const { data } of this.bag.messages({ topics })) {
      const fault = decodeFault(data);
      if (fault !== undefined) yield fault;
    }
  }

  /** The error for a record that this version does not understand. */
  unreadable(): OrreryError {
    return new OrreryError(
      'ORR_ANALYSIS_TRACE_OLD',
      `The trace of ${this.path} holds records that are not trace records of this version; run it again.`,
      { place: { file: this.path } },
    );
  }

  close(): void {
    this.bag.close();
  }
}
