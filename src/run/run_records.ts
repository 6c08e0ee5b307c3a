import { BagRecorder } from '../bag/index.js';
import type { Graph, Publisher } from '../graph/index.js';
import type { RunOutcome } from '../record/index.js';
import {
  describeErrors,
  exitCodeOf,
  noteConfig,
  RunDirectory,
  runFileText,
  withInput,
  writeRunFile,
} from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import type { MessageSink, RunObserverOptions, SystemDescription } from '../trace/index.js';
import { isTampered } from './in_watched_realm.js';
import type { RunBags } from './run_bags.js';
import type { RunWatch } from './run_watch.js';

/** What a run writes while it runs: a run directory or a single bag, and the bags of recorders. */
export class RunRecords {
  readonly #config: RunConfig;
  readonly #output: RunDirectory | BagRecorder | undefined;
  readonly #bags: RunBags;
  readonly #recorders: readonly MessageSink[];
  /** Captured before programs can change their own files. */
  #repeat: ReturnType<typeof noteConfig> | undefined;

  /** Of a run whose trace could not be completed. */
  #system: SystemDescription | undefined;

  private constructor(
    config: RunConfig,
    output: RunDirectory | BagRecorder | undefined,
    bags: RunBags,
    recorders: readonly MessageSink[],
    repeat: ReturnType<typeof noteConfig> | undefined,
  ) {
    this.#config = config;
    this.#output = output;
    this.#bags = bags;
    this.#recorders = recorders;
    this.#repeat = repeat;
  }

  /** Opens what the configuration requests; throws `ORR_OUTPUT_…` before anything runs. */
  static async open(
    config: RunConfig,
    graph: Graph,
    bags: RunBags,
    { startPacking }: Pick<RunWatch, 'startPacking'>,
  ): Promise<RunRecords> {
    const recorders = await bags.openRecordings(graph);
    const repeat = config.output.directory === undefined ? undefined : noteConfig(config);
    try {
      const output = await openOutput(config, graph, repeat, startPacking);
      return new RunRecords(config, output, bags, recorders, repeat);
    } catch (error) {
      bags.discardRecordings();
      throw error;
    }
  }

  /** The observers that record the messages and callbacks of the run. */
  get sinks(): RunObserverOptions {
    const output = this.#output;
    const sinks = output instanceof RunDirectory ? output.sinks : { messages: output };
    return { ...sinks, messages: together([sinks.messages, ...this.#recorders]) };
  }

  get messageCount(): number {
    return (this.#output?.messageCount ?? 0) + this.#bags.recorded;
  }

  /** Keeps what programs have read as standard input, so that the run can be repeated with it. */
  declareInput(bytes: Uint8Array): void {
    if (this.#repeat !== undefined) this.#repeat = withInput(this.#repeat, bytes);
  }

  /** Completes the bags, however the run ended. */
  close(): void {
    try {
      this.#output?.close();
    } catch (error) {
      if (this.#output instanceof RunDirectory) this.#system = this.#output.system();
      throw error;
    } finally {
      this.#bags.closeRecordings();
    }
  }

  /** Brings the files of the run up to date; the run continues. Only for a run directory. */
  checkpoint(outcome: () => RunOutcome): void {
    if (!(this.#output instanceof RunDirectory)) return;
    this.#writeOutcome(outcome(), this.#output.checkpoint());
  }

  /**
   * Leaves `run.json` in the run directory, if there is one.
   *
   * @returns how the run ended: unchanged, or failed because `run.json` could not be written
   */
  finish(outcome: RunOutcome): RunOutcome {
    try {
      this.#writeOutcome(outcome, this.#system);
      return outcome;
    } catch (error) {
      const { errors: known } = outcome;
      const errors = isTampered(known) ? known : [...known, ...describeErrors(error)];
      return { ...outcome, end: 'failed', exitCode: exitCodeOf('failed', 0, undefined), errors };
    }
  }

  #writeOutcome(outcome: RunOutcome, system?: SystemDescription): void {
    const { directory } = this.#config.output;
    if (directory === undefined) return;
    const notes = { repeat: this.#repeat, system };
    writeRunFile(`${directory}/run.json`, this.#config, outcome, notes);
  }
}

function openOutput(
  config: RunConfig,
  graph: Graph,
  repeat: ReturnType<typeof noteConfig> | undefined,
  startPacking: RunWatch['startPacking'],
): Promise<RunDirectory | BagRecorder | undefined> {
  const { directory, recording } = config.output;
  if (directory !== undefined) {
    const text = runFileText(config, begun(graph.epoch), { repeat });
    return RunDirectory.create(directory, graph, text, startPacking);
  }
  if (recording === undefined) return Promise.resolve(undefined);
  const { path, ...options } = recording;
  return BagRecorder.create(path, graph, options);
}

/** A run that has not done anything yet. */
function begun(epoch: bigint): RunOutcome {
  return {
    ...{ end: 'running', exitCode: 0, errors: [], warnings: [], leaks: [], modules: [] },
    digest: { total: '', order: '', nodes: {}, topics: {} },
    ...{ start: epoch, stop: epoch, callbacks: 0, instants: 0, messages: 0, recorded: 0 },
    ...{ graph: undefined, results: {}, peakMemory: 0, wallSeconds: 0 },
  };
}

/** One sink that passes every message to all of them. */
export function together(all: readonly (MessageSink | undefined)[]): MessageSink | undefined {
  return all.reduce((first, second) => {
    if (first === undefined || second === undefined) return first ?? second;
    return new SinkPair(first, second);
  });
}

class SinkPair implements MessageSink {
  constructor(
    readonly first: MessageSink,
    readonly second: MessageSink,
  ) {}

  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void {
    this.first.message(publisher, bytes, sequence);
    this.second.message(publisher, bytes, sequence);
  }
}
