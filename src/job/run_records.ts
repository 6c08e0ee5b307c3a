import { BagRecorder } from '../bag/index.js';
import type { Graph } from '../graph/index.js';
import type { RunObserverOptions } from '../trace/index.js';
import type { RunConfig, RunOutcome } from './run_config.js';
import { RunDirectory, writeRunFile } from './run_directory.js';

/** What a run writes while it goes: a run directory, a single bag, or nothing. */
export class RunRecords {
  readonly #config: RunConfig;
  readonly #directory: RunDirectory | undefined;
  readonly #recorder: BagRecorder | undefined;

  private constructor(config: RunConfig, output: RunDirectory | BagRecorder | undefined) {
    this.#config = config;
    this.#directory = output instanceof RunDirectory ? output : undefined;
    this.#recorder = output instanceof BagRecorder ? output : undefined;
  }

  /** Opens what the configuration asks for; throws `ORR_OUTPUT_…` before anything runs. */
  static async open(config: RunConfig, graph: Graph): Promise<RunRecords> {
    const { directory, recording } = config;
    if (directory !== undefined) {
      return new RunRecords(config, await RunDirectory.create(directory, graph));
    }
    if (recording === undefined) return new RunRecords(config, undefined);
    const { path, ...options } = recording;
    return new RunRecords(config, await BagRecorder.create(path, graph, options));
  }

  /** What takes the messages and callbacks of the run. */
  get sinks(): RunObserverOptions {
    if (this.#directory !== undefined) return this.#directory.sinks;
    return this.#recorder === undefined ? {} : { messages: this.#recorder };
  }

  get messageCount(): number {
    return (this.#directory ?? this.#recorder)?.messageCount ?? 0;
  }

  /** Completes the bags, whatever ended the run. */
  close(): void {
    this.#directory?.close();
    this.#recorder?.close();
  }

  /** Leaves `run.json` in the run directory, if there is one. */
  writeOutcome(outcome: RunOutcome): void {
    const { directory } = this.#config;
    if (directory !== undefined) writeRunFile(`${directory}/run.json`, this.#config, outcome);
  }
}
