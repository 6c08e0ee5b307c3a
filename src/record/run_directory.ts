import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { BagRecorder, makeFolder, SecondPacker, type SecondPackerOptions } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import type { Graph } from '../graph/index.js';
import type { SystemDescription } from '../trace/index.js';
import { CallbackRecording } from './callback_recording.js';
import { unwritableDirectory } from './reserve_run_directory.js';

// Captured at load time: user code may later see guarded ones.
const files = { linkSync, rmSync, writeFileSync };

/**
 * What a run leaves behind: `recording.mcap`, `trace.mcap` and `run.json`. Both bags are complete
 * files up to the last {@link checkpoint}, even if the process dies.
 */
export class RunDirectory {
  readonly path: string;
  readonly #messages: BagRecorder;
  readonly #callbacks: CallbackRecording;
  readonly #packer: SecondPacker;

  private constructor(
    path: string,
    packer: SecondPacker,
    messages: BagRecorder,
    callbacks: CallbackRecording,
  ) {
    this.path = path;
    this.#packer = packer;
    this.#messages = messages;
    this.#callbacks = callbacks;
  }

  /**
   * Creates the directory and its bags; throws `ORR_OUTPUT_UNWRITABLE` before anything runs.
   *
   * @param runFile - the first content of `run.json`
   * @param startPacking - starts a second thread, which packs what is recorded
   */
  static async create(
    path: string,
    graph: Graph,
    runFile: string,
    startPacking?: SecondPackerOptions['start'],
  ): Promise<RunDirectory> {
    try {
      makeFolder(path);
    } catch (cause) {
      throw unwritableDirectory(path, cause);
    }
    claim(path, runFile);
    const packer = new SecondPacker({ start: startPacking });
    const file = join(path, 'recording.mcap');
    const messages = await BagRecorder.create(file, graph, { inPlace: true }, packer);
    try {
      const callbacks = await CallbackRecording.create(join(path, 'trace.mcap'), graph, packer);
      return new RunDirectory(path, packer, messages, callbacks);
    } catch (error) {
      messages.discard();
      throw error;
    }
  }

  /** The observers that record the messages and callbacks of the run. */
  get sinks() {
    const callbacks = this.#callbacks;
    return { messages: this.#messages, callbacks, faults: callbacks, publications: callbacks };
  }

  /** Messages recorded so far. */
  get messageCount(): number {
    return this.#messages.messageCount;
  }

  /**
   * Brings the bags up to date as complete files; the run continues.
   *
   * @returns the description of the system with which the trace will end
   */
  checkpoint(): SystemDescription {
    this.#messages.checkpoint();
    this.#callbacks.checkpoint();
    return this.system();
  }

  /** The description of the system, for a trace that could not be completed. */
  system(): SystemDescription {
    return this.#callbacks.system();
  }

  /** Completes the bags, however the run ended. */
  close(): void {
    let failure: unknown;
    for (const bag of [this.#messages, this.#callbacks]) {
      try {
        bag.close();
      } catch (error) {
        // The first failure is the cause.
        failure ??= error;
      }
    }
    this.#packer.close();
    if (failure !== undefined) throw failure;
  }
}

/** Creates `run.json`, which claims the directory. The file is complete from the beginning. */
function claim(path: string, content: string): void {
  const file = join(path, 'run.json');
  try {
    createWhole(file, content);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritableDirectory(path, cause);
    throw new OrreryError(
      'ORR_OUTPUT_EXISTS',
      `${path} holds an earlier run; name another directory or remove it.`,
      { place: { file: path } },
    );
  }
}

/** Creates a file with its content; fails if the name is taken. */
function createWhole(file: string, content: string): void {
  const own = `.${basename(file)}.${process.pid}-${threadId}.partial`;
  const temporary = join(dirname(file), own);
  try {
    files.writeFileSync(temporary, content);
    linkOrWrite(temporary, file, content);
  } finally {
    files.rmSync(temporary, { force: true });
  }
}

function linkOrWrite(temporary: string, file: string, content: string): void {
  try {
    files.linkSync(temporary, file);
  } catch (error) {
    // Some file systems have no links.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    files.writeFileSync(file, content, { flag: 'wx' });
  }
}
