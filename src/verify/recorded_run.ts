import { join } from 'node:path';
import { BagMessageTypes, type BagReader, openBag } from '../bag/index.js';
import {
  type RunFile,
  readRunFile,
  type TracedCallback,
  TraceReader,
  unreadableRun,
} from '../record/index.js';
import { CHECKPOINT_EVERY, type Checkpoints } from '../trace/index.js';

/** The most records that are searched for a callback with a given number. */
const LONGEST_SEARCH = 1_000_000;

/** Whether run.json has everything that a comparison needs; the file may be damaged. */
function isWhole({ counts, digest }: Partial<RunFile>): boolean {
  const numbers = [counts?.callbacks, counts?.messages];
  const objects = [digest?.nodes, digest?.topics];
  return (
    numbers.every((each) => typeof each === 'number') &&
    objects.every((each) => typeof each === 'object' && each !== null) &&
    typeof digest?.total === 'string'
  );
}

/** The files that a run left behind, opened for reading. */
export class RecordedRun {
  readonly path: string;
  readonly file: RunFile;
  readonly recording: BagReader;
  readonly types: BagMessageTypes;
  readonly checkpoints: Checkpoints | undefined;
  readonly #trace: TraceReader;

  private constructor(path: string, file: RunFile, trace: TraceReader, recording: BagReader) {
    this.path = path;
    this.file = file;
    this.recording = recording;
    this.types = new BagMessageTypes(recording);
    this.#trace = trace;
    this.checkpoints = trace.checkpoints();
  }

  /** @throws OrreryError `ORR_RUN_DIRECTORY`, `ORR_ANALYSIS_TRACE_…`, `ORR_BAG_…` */
  static async open(path: string): Promise<RecordedRun> {
    const file = readRunFile(path);
    if (!isWhole(file)) throw unreadableRun(path, 'run.json');
    const trace = await TraceReader.open(path);
    try {
      const recording = await openBag(join(path, 'recording.mcap'));
      return new RecordedRun(path, file, trace, recording);
    } catch (error) {
      trace.close();
      throw error;
    }
  }

  /** The callbacks in the order in which they ended, from this position on; positions count from 1. */
  callbacksFrom(place: number): Generator<TracedCallback, void, void> {
    const before = place - 1;
    return this.#trace.callbacks(this.#timeBefore(before), before);
  }

  /** The callback with this number, if there is one. */
  callback(number: number): TracedCallback | undefined {
    if (number < 1) return undefined;
    // Callbacks that take virtual time end out of order, but are rarely further displaced than this.
    let left = LONGEST_SEARCH;
    for (const callback of this.callbacksFrom(Math.max(1, number - CHECKPOINT_EVERY))) {
      if (callback.number === number) return callback;
      if (--left === 0) return undefined;
    }
    return undefined;
  }

  /** Where the callback's code is; undefined if its client library does not say. */
  placeOf(callback: TracedCallback): string | undefined {
    return this.#trace.placeOf(callback);
  }

  close(): void {
    this.#trace.close();
    this.recording.close();
  }

  /** A stamp before which at most so many callbacks ended. */
  #timeBefore(callbacks: number): bigint | undefined {
    if (this.checkpoints === undefined) return undefined;
    const { every, times } = this.checkpoints;
    return times[Math.min(Math.floor(callbacks / every), times.length) - 1];
  }
}
