import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BagRecorder } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import type { Graph } from '../graph/index.js';
import { CallbackRecording } from './callback_recording.js';
import { givenParameters } from './given_parameters.js';
import { noteConfig } from './recorded_config.js';
import type { RunConfig, RunOutcome } from './run_config.js';

// Kept from load time: user code may later see guarded ones.
const files = { existsSync, mkdirSync, renameSync, writeFileSync };

/** A directory `runs/<name>`, numbered if that is taken. */
export function freeRunDirectory(name: string, parent = 'runs'): string {
  let directory = join(parent, name);
  for (let number = 2; files.existsSync(directory); number++) {
    directory = join(parent, `${name}-${number}`);
  }
  return directory;
}

/**
 * What a run leaves behind: `recording.mcap`, `trace.mcap` and `run.json`. Both bags are valid up
 * to the last chunk whenever the process dies.
 */
export class RunDirectory {
  readonly path: string;
  readonly #messages: BagRecorder;
  readonly #callbacks: CallbackRecording;

  private constructor(path: string, messages: BagRecorder, callbacks: CallbackRecording) {
    this.path = path;
    this.#messages = messages;
    this.#callbacks = callbacks;
  }

  /** Creates the directory and its bags; throws `ORR_OUTPUT_UNWRITABLE` before anything runs. */
  static async create(path: string, graph: Graph): Promise<RunDirectory> {
    if (files.existsSync(join(path, 'run.json'))) {
      throw new OrreryError(
        'ORR_OUTPUT_EXISTS',
        `${path} holds an earlier run; name another directory or remove it.`,
        { place: { file: path } },
      );
    }
    try {
      files.mkdirSync(path, { recursive: true });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new OrreryError(
        'ORR_OUTPUT_UNWRITABLE',
        `The run directory ${path} cannot be made (${reason}); name a directory you may write to.`,
        { place: { file: path }, cause },
      );
    }
    const messages = await BagRecorder.create(join(path, 'recording.mcap'), graph);
    try {
      const callbacks = await CallbackRecording.create(join(path, 'trace.mcap'), graph);
      return new RunDirectory(path, messages, callbacks);
    } catch (error) {
      messages.discard();
      throw error;
    }
  }

  /** What takes the messages and callbacks of the run. */
  get sinks() {
    const callbacks = this.#callbacks;
    return { messages: this.#messages, callbacks, faults: callbacks, publications: callbacks };
  }

  /** Messages recorded so far. */
  get messageCount(): number {
    return this.#messages.messageCount;
  }

  /** Completes the bags, whatever ended the run. */
  close(): void {
    try {
      this.#messages.close();
    } finally {
      this.#callbacks.close();
    }
  }
}

function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Map ? Object.fromEntries(value) : value;
}

/**
 * Writes `run.json`: what was run, and how it went.
 *
 * @param repeat - how to repeat it, noted before it began
 */
export function writeRunFile(
  path: string,
  config: RunConfig,
  outcome: RunOutcome,
  repeat = noteConfig(config),
): void {
  const {
    programs,
    bags,
    seed,
    distro,
    duration,
    rosArgs,
    launch,
    stop,
    command,
    strict = false,
  } = config;
  const virtualSeconds = Number(outcome.stop - outcome.start) / 1e9;
  const content = {
    format: 'orrery-run/1',
    name: config.name,
    command,
    end: outcome.end,
    endDetail: outcome.endDetail,
    exitCode: outcome.exitCode,
    errors: outcome.errors,
    warnings: outcome.warnings,
    leaks: outcome.leaks,
    results: outcome.results,
    digest: outcome.digest,
    configuration: {
      ...{ programs, launch, bags, seed, distro, durationNs: duration ?? null, rosArgs, stop },
      delays: config.delays,
      models: config.models,
      executors: config.executors,
      strict,
    },
    time: { start: outcome.start, stop: outcome.stop, virtualSeconds },
    counts: {
      callbacks: outcome.callbacks,
      instants: outcome.instants,
      messages: outcome.messages,
    },
    speed: {
      wallSeconds: outcome.wallSeconds,
      peakMemoryBytes: outcome.peakMemory,
      timesRealTime: virtualSeconds / outcome.wallSeconds,
      callbacksPerSecond: outcome.callbacks / outcome.wallSeconds,
    },
    graph: outcome.graph,
    given: givenParameters(config),
    repeat,
    versions: { node: process.version, v8: process.versions.v8, architecture: process.arch },
  };
  const text = JSON.stringify(content, plainValue, 2);
  const temporary = join(dirname(path), '.run.json.partial');
  files.writeFileSync(temporary, `${text}\n`);
  files.renameSync(temporary, path);
}
