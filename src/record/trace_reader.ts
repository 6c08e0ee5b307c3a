import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BagReader, openBag } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import {
  CALLBACKS_TOPIC,
  type CallbackFields,
  CHECKPOINTS_TOPIC,
  type Checkpoints,
  type DecodedBlock,
  decodeBlock,
  decodeCheckpoints,
  decodeEntity,
  decodeFault,
  decodeSystem,
  ENTITIES_TOPIC,
  FAULT_TYPE,
  type PublicationFields,
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

/** A fault that was injected. */
export interface TracedFault {
  readonly fault: string;
  readonly target: string;
  readonly stamp: bigint;
}

/** A callback, or a publication that no callback's record mentions, with the time at which it was recorded. */
export type TraceRecord =
  | { readonly kind: 'callback'; readonly callback: TracedCallback; readonly stamp: bigint }
  | {
      readonly kind: 'publication';
      readonly publication: PublicationFields;
      readonly stamp: bigint;
    };

/** The trace of a run, opened for reading. Every iteration reads the file anew. */
export class TraceReader {
  /** Its name as given: a directory or a file. */
  readonly path: string;
  readonly file: string;
  readonly bag: BagReader;
  #places: ReadonlyMap<string, string> | undefined;
  #names: readonly string[] | undefined;

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
    if (!this.#has(CHECKPOINTS_TOPIC)) return undefined;
    for (const { data } of this.bag.messages({ topics: [CHECKPOINTS_TOPIC] })) {
      return decodeCheckpoints(data);
    }
    return undefined;
  }

  /** Names of the entities that had callbacks, in the order of their first ones. */
  get entities(): readonly string[] {
    this.#names ??= this.#readNames();
    return this.#names.slice(1);
  }

  /** By number. */
  #readNames(): string[] {
    const names: string[] = [''];
    if (!this.#has(ENTITIES_TOPIC)) return names;
    for (const { data } of this.bag.messages({ topics: [ENTITIES_TOPIC] })) {
      const entity = decodeEntity(data);
      if (entity?.number !== names.length) throw this.#unreadable();
      names.push(entity.name);
    }
    return names;
  }

  /** How often callbacks of each entity ended. */
  callbackCounts(): ReadonlyMap<string, number> {
    const counts: number[] = this.entities.map(() => 0);
    for (const block of this.#blocks()) {
      for (let i = 0; i < block.count; i++) counts[block.entity(i) - 1]!++;
    }
    return new Map(this.entities.map((name, i) => [name, counts[i]!]));
  }

  #has(topic: string): boolean {
    return this.bag.topics.some(({ name }) => name === topic);
  }

  /** The messages that may hold records from `start` to `end`. */
  *#blocks(start?: bigint, end?: bigint): Generator<DecodedBlock, void, void> {
    if (!this.#has(CALLBACKS_TOPIC)) return;
    // The log time of a message is that of its last record.
    for (const { data, publishTime } of this.bag.messages({ topics: [CALLBACKS_TOPIC], start })) {
      if (end !== undefined && publishTime > end) return;
      const block = decodeBlock(data);
      if (block === undefined) throw this.#unreadable();
      yield block;
    }
  }

  /**
   * The callbacks in the order in which they ended.
   *
   * @param start - only those that ended then or later
   * @param place - how many to pass over, counted from the first of the run
   * @throws OrreryError `ORR_ANALYSIS_TRACE_OLD`
   */
  *callbacks(start?: bigint, place = 0): Generator<TracedCallback, void, void> {
    for (const block of this.#blocks(start)) {
      for (let i = Math.max(0, place - block.before); i < block.count; i++) {
        if (start === undefined || block.end(i) >= start) yield this.#callbackOf(block, i);
      }
    }
  }

  #callbackOf(block: DecodedBlock, i: number): TracedCallback {
    this.#names ??= this.#readNames();
    const entity = this.#names[block.entity(i)];
    if (entity === undefined) throw this.#unreadable();
    const fields = block.callback(i) as TracedCallback & { entity: string; time: bigint };
    fields.entity = entity;
    fields.time = fields.duration === 0 ? block.end(i) : block.end(i) - BigInt(fields.duration);
    return fields;
  }

  /**
   * Everything that was recorded from `start` to `end`, in order.
   *
   * @throws OrreryError `ORR_ANALYSIS_TRACE_OLD`
   */
  *records(start?: bigint, end?: bigint): Generator<TraceRecord, void, void> {
    const isWanted = (stamp: bigint) =>
      (start === undefined || stamp >= start) && (end === undefined || stamp <= end);
    for (const block of this.#blocks(start, end)) {
      let later = 0;
      for (let i = 0; i <= block.count; i++) {
        for (; later < block.laterCount && block.laterRow(later) <= i; later++) {
          const stamp = block.laterTime(later);
          if (!isWanted(stamp)) continue;
          yield { kind: 'publication', publication: block.later(later), stamp };
        }
        if (i === block.count) break;
        const stamp = block.end(i);
        if (isWanted(stamp))
          yield { kind: 'callback', callback: this.#callbackOf(block, i), stamp };
      }
    }
  }

  /** The faults that the models injected, in order. */
  *faults(start?: bigint, end?: bigint): Generator<TracedFault, void, void> {
    const topics = this.channelsOf(FAULT_TYPE);
    if (topics.length === 0) return;
    for (const { data, logTime: stamp } of this.bag.messages({ topics, start, end })) {
      const fault = decodeFault(data);
      if (fault !== undefined) yield { ...fault, stamp };
    }
  }

  /** The error for a record that this version does not understand. */
  #unreadable(): OrreryError {
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
