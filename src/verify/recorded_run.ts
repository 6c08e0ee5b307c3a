import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BagMessageTypes, type BagReader, openBag } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import type { LeakRecord } from '../guard/index.js';
import type { RunError, RunInput } from '../job/index.js';
import {
  CALLBACK_TYPE,
  type CallbackFields,
  CHECKPOINT_EVERY,
  CHECKPOINTS_TOPIC,
  type Checkpoints,
  decodeCallback,
  decodeCheckpoints,
  type RunDigest,
} from '../trace/index.js';

/** Records that are looked through for a callback by its number. */
const LONGEST_SEARCH = 1_000_000;

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
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly repeat: { readonly inputs: readonly RunInput[] };
  readonly time: { readonly start: string; readonly stop: string };
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

  /** The callbacks in the order in which they ended, from this place on, which counts from 1. */
  *callbacksFrom(place: number): Generator<TracedCallback, void, void> {
    const { start, skip } = this.#seek(place);
    let left = skip;
    for (const { topic, data, logTime } of this.#trace.messages({
      topics: this.#entities,
      start,
    })) {
      if (left-- > 0) continue;
      const fields = decodeCallback(data);
      if (fields === undefined) throw unreadable(this.path, 'trace.mcap');
      // The stamp is that of the end.
      yield { ...fields, entity: topic, time: logTime - BigInt(fields.duration) };
    }
  }

  /** The callback of that number, if there is one. */
  callback(number: number): TracedCallback | undefined {
    if (number < 1) return undefined;
    // Callbacks that take virtual time end out of order, but hardly more than this out of place.
    let left = LONGEST_SEARCH;
    for (const callback of this.callbacksFrom(Math.max(1, number - CHECKPOINT_EVERY))) {
      if (callback.number === number) return callback;
      if (--left === 0) return undefined;
    }
    return undefined;
  }

  close(): void {
    this.#trace.close();
    this.recording.close();
  }

  /** From which stamp to read, and how many records to skip there, to come to this place. */
  #seek(place: number): { readonly start: bigint | undefined; readonly skip: number } {
    const fromStart = { start: undefined, skip: place - 1 };
    if (this.checkpoints === undefined) return fromStart;
    const { every, times, within } = this.checkpoints;
    const checkpoint = Math.min(Math.floor((place - 1) / every), times.length);
    if (checkpoint === 0) return fromStart;
    const after = place - 1 - checkpoint * every;
    return { start: times[checkpoint - 1], skip: within[checkpoint - 1]! + after };
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
