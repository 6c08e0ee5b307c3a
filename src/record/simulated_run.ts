import { join } from 'node:path';
import { type BagReader, openBag } from '../bag/index.js';
import { didYouMean, OrreryError } from '../errors/index.js';
import type { RunEnd, RunOutcome } from './run_outcome.js';
import { TopicRecord } from './topic_record.js';
import { TraceReader } from './trace_reader.js';

/** What one node did in a run. */
export interface NodeRecord {
  /** Full name. */
  readonly name: string;
  /** Digest of its callbacks, inputs and outputs. */
  readonly digest: string;
  /** How often each of its callbacks ran, by entity, e.g. `subscription /scan`. */
  readonly callbacks: Readonly<Record<string, number>>;
}

/** A finished run, with everything that it recorded. */
export class SimulatedRun {
  readonly outcome: RunOutcome;
  /** Where the run's recording, trace and `run.json` are. */
  readonly directory: string;
  /** The command that repeats the run. */
  readonly command: string;
  readonly #recording: BagReader;
  readonly #trace: TraceReader;
  #counts: ReadonlyMap<string, number> | undefined;
  readonly #topics = new Map<string, TopicRecord>();

  constructor(
    outcome: RunOutcome,
    place: { readonly directory: string; readonly command: string },
    bags: { readonly recording: BagReader; readonly trace: TraceReader },
  ) {
    this.outcome = outcome;
    this.directory = place.directory;
    this.command = place.command;
    this.#recording = bags.recording;
    this.#trace = bags.trace;
  }

  /** Total digest: equal for equal runs, on every machine. */
  get digest(): string {
    return this.outcome.digest.total;
  }

  get end(): RunEnd {
    return this.outcome.end;
  }

  get exitCode(): number {
    return this.outcome.exitCode;
  }

  /** Where the run is and how to repeat it; the last lines of the message of a failed check. */
  get where(): string {
    return `run:    ${this.directory}\nrepeat: ${this.command}`;
  }

  /** Full names of all topics on which something was published. */
  get topicNames(): string[] {
    return this.#recording.topics.map(({ name }) => name).sort();
  }

  /**
   * What was published on a topic; without messages when nothing was.
   *
   * @param options - `optional`: whether the topic may be one that nobody published on or
   *   subscribed to. Default: false, because a misspelt name must not pass for a topic without messages.
   * @throws OrreryError `ORR_RUN_TOPIC` when no node of the run had the topic
   */
  topic(name: string, options: { readonly optional?: boolean } = {}): TopicRecord {
    let record = this.#topics.get(name);
    if (record === undefined) {
      if (options.optional !== true) this.#checkTopic(name);
      record = new TopicRecord(name, this.#recording, this.outcome.start, this.where);
      this.#topics.set(name, record);
    }
    return record;
  }

  /**
   * Returns what a node did.
   *
   * @param name - full name, e.g. `/robot1/controller`
   * @throws OrreryError `ORR_RUN_NODE` when no such node ran
   */
  node(name: string): NodeRecord {
    const digest = this.outcome.digest.nodes[name];
    if (digest === undefined) {
      const known = Object.keys(this.outcome.digest.nodes);
      throw new OrreryError(
        'ORR_RUN_NODE',
        `No node ${name} did anything in the run${didYouMean(name, known) || `; there were ${known.join(', ')}.`}`,
        { place: { node: name } },
      );
    }
    const prefix = `${name} `;
    this.#counts ??= this.#trace.callbackCounts();
    const callbacks = [...this.#counts]
      .filter(([entity]) => entity.startsWith(prefix))
      .map(([entity, count]) => [entity.slice(prefix.length), count] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return { name, digest, callbacks: Object.fromEntries(callbacks) };
  }

  #checkTopic(name: string): void {
    const { graph } = this.outcome;
    const known = [...this.topicNames, ...(graph?.topics.map((topic) => topic.name) ?? [])];
    if (graph === undefined || known.includes(name)) return;
    const hint = didYouMean(name, known) || '; correct its name.';
    throw new OrreryError(
      'ORR_RUN_TOPIC',
      `The run had no topic ${name}${hint} If it may be missing, ask for it with { optional: true }.`,
      { place: { topic: name } },
    );
  }

  /** Releases the files. The directory stays. */
  close(): void {
    this.#recording.close();
    this.#trace.close();
  }
}

/** Opens the directory of a run. */
export async function openSimulatedRun(
  outcome: RunOutcome,
  directory: string,
  command: string,
): Promise<SimulatedRun> {
  const recording = await openBag(join(directory, 'recording.mcap'));
  const trace = await TraceReader.open(directory);
  return new SimulatedRun(outcome, { directory, command }, { recording, trace });
}
