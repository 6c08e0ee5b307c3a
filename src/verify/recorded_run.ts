import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BagMessageTypes, type BagReader, openBag } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import type { LeakRecord } from '../guard/index.js';
import type { RunError } from '../job/index.js';
import {
  CALLBACK_TYPE,
  type CallbackFields,
  CHECKPOINTS_TOPIC,
  type Checkpoints,
  decodeCallback,
  decodeCheckpoints,
  type RunDigest,
} from '../trace/index.js';

/** One callback of a trace. */
export interface TracedCallback extends CallbackFields {
  /** Node, kind and name of the entity, e.g. `/robot/filter subscription /scan`. */
  readonly entity: string;
  /** Virtual time at its start, ns since the epoch. */
  readonly time: bigint;
}

/** What `run.json` says, as far as it is compared. */
export interface RunFile {
  readonly name: string;
  readonly end: string;
  readonly errors: readonly RunError[];
  readonly leaks: readonly LeakRecord[];
  readonly digest: RunDigest;
  readonly configuration: { readonly programs: readonly { readonly file: string }[] };
  readonly counts: { readonly callbacks: number; readonly messages: number };
  readonly versions: { readonly node: string; readonly v8: string; readonly architecture: string };
}

/** A run that left its directory behind, opened for reading. */
export class RecordedRun {
  readonly path: string;
  readonly file: RunFile;
  readonly recording: BagReader;
  readonly types: BagMessageTypes;
  readonly checkpoints: Checkpoints | undefined;
  readonly #trace: BagReader;
  readonly #entities: string[];

  private constructor(path: string, file: RunFile, trace: BagReader, recording: BagReader) {
    this.path = path;
    this.file = file;
    this.recording = recording;
    this.types = new BagMessageTypes(recording);
    this.#trace = trace;
    this.#entities = trace.topics.filter(({ type }) => type === CALLBACK_TYPE).map((t) => t.name);
    this.checkpoints = readCheckpoints(trace);
  }

  /** @throws OrreryError `ORR_RUN_DIRECTORY`, `ORR_BAG_…` */
  static async open(path: string): Promise<RecordedRun> {
    const file = readRunFile(path);
    const trace = await openBag(join(path, 'trace.mcap'));
    try {
      const recording = await openBag(join(path, 'recording.mcap'));
      return new RecordedRun(path, file, trace, recording);
    } catch (error) {
      trace.close();
      throw error;
    }
  }

  /** The callbacks from this number on, in order. Numbers count from 1. */
  *callbacksFrom(number: number): Generator<TracedCallback, void, void> {
    const start = this.#timeBefore(number);
    for (const message of this.#trace.messages({ topics: this.#entities, start })) {
      const fields = decodeCallback(message.data);
      if (fields === undefined) throw unreadable(this.path, 'trace.mcap');
      if (fields.number < number) continue;
      yield { ...fields, entity: message.topic, time: message.logTime };
    }
  }

  /** The callback of that number, if there is one. */
  callback(number: number): TracedCallback | undefined {
    if (number < 1) return undefined;
    for (const callback of this.callbacksFrom(number)) {
      return callback.number === number ? callback : undefined;
    }
    return undefined;
  }

  close(): void {
    this.#trace.close();
    this.recording.close();
  }

  /** A time that the callback of this number is not before; undefined: from the start. */
  #timeBefore(number: number): bigint | undefined {
    if (this.checkpoints === undefined) return undefined;
    const { every, times } = this.checkpoints;
    return times[Math.min(Math.floor(number / every), times.length) - 1];
  }
}

/** @throws OrreryError `ORR_RUN_DIRECTORY` */
export function readRunFile(path: string): RunFile {
  try {
    const file = JSON.parse(readFileSync(join(path, 'run.json'), 'utf8')) as RunFile & {
      format?: string;
    };
    if (file.format?.startsWith('orrery-run/')) return file;
  } catch (cause) {
    throw unreadable(path, 'run.json', cause);
  }
  throw unreadable(path, 'run.json');
}

function unreadable(path: string, file: string, cause?: unknown): OrreryError {
  return new OrreryError(
    'ORR_RUN_DIRECTORY',
    `${path} holds no readable ${file} of a run; name a directory that orrery run left behind.`,
    { place: { file: join(path, file) }, cause },
  );
}

function readCheckpoints(trace: BagReader): Checkpoints | undefined {
  if (!trace.topics.some(({ name }) => name === CHECKPOINTS_TOPIC)) return undefined;
  for (const { data } of trace.messages({ topics: [CHECKPOINTS_TOPIC] })) {
    return decodeCheckpoints(data);
  }
  return undefined;
}
