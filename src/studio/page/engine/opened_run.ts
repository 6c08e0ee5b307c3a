import { BagMessageTypes, type BagReader, openBag } from '../../../bag/index.js';
import { diagnose } from '../../../doctor/index.js';
import {
  type RunFile,
  readRecordedGraph,
  readRunFile,
  TraceReader,
} from '../../../record/index.js';
import { CALLBACKS_TOPIC, CHECKPOINT_EVERY, type DescribedEntity } from '../../../trace/index.js';
import type { EntityInfo, RunInfo, TopicInfo } from '../../model/engine_protocol.js';
import { RunColumns } from '../../model/run_columns.js';
import { existsSync } from '../platform/fs.js';
import { runEventsOf } from './run_events.js';

/** A run whose files are mounted, opened as far as they can be read. */
export class OpenedRun {
  readonly path: string;
  readonly name: string;
  readonly problems: string[] = [];
  readonly file: RunFile | undefined;
  trace: TraceReader | undefined;
  recording: BagReader | undefined;
  types: BagMessageTypes | undefined;
  epoch = 0n;

  private constructor(path: string, name: string) {
    this.path = path;
    this.name = name;
    this.file = existsSync(`${path}/run.json`)
      ? this.attempt('run.json', () => readRunFile(path))
      : undefined;
  }

  static async open(path: string, name: string): Promise<OpenedRun> {
    const run = new OpenedRun(path, name);
    for (const part of ['trace', 'recording'] as const) {
      if (!existsSync(`${path}/${part}.mcap`)) continue;
      try {
        if (part === 'trace') run.trace = await TraceReader.open(path);
        else run.recording = await openBag(`${path}/recording.mcap`);
        const bag = part === 'trace' ? run.trace!.bag : run.recording!;
        for (const { message } of bag.warnings) run.problems.push(`${part}.mcap: ${message}`);
      } catch (error) {
        run.problems.push(`${part}.mcap cannot be read. ${reasonOf(error, path)}`);
      }
    }
    if (run.trace === undefined && run.recording === undefined && run.problems.length === 0) {
      run.problems.push(
        'This holds neither a trace nor a recording: give the directory that a run left behind, or an MCAP file.',
      );
    }
    if (run.recording !== undefined) run.types = new BagMessageTypes(run.recording);
    run.epoch = run.#epochOf();
    return run;
  }

  /** Does something that may fail if files are damaged, and notes why it failed. */
  attempt<T>(what: string, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.problems.push(`${what}: ${reasonOf(error, this.path)}`);
      return undefined;
    }
  }

  timeOf(stamp: bigint): number {
    return Number(stamp - this.epoch);
  }

  stampOf(time: number): bigint {
    return this.epoch + BigInt(Math.round(time));
  }

  /** Reads what the page shows first. */
  describe(progress: (part: number) => void): RunInfo {
    const system = this.attempt('trace.mcap', () => this.trace?.system()?.description);
    const { columns, entities } = this.#readCallbacks(system?.entities ?? [], progress);
    const end = this.#end(columns);
    const graph = this.file && this.attempt('run.json', () => readRecordedGraph(this.path));
    return {
      name: this.name,
      path: this.path,
      epoch: this.epoch,
      end,
      digest: this.file?.digest?.total ?? '',
      ended: this.file?.end ?? '',
      hasTrace: this.trace !== undefined,
      callbacks: columns.count,
      columns: columns.arrays,
      entities,
      topics: this.#topics(end),
      events: this.attempt('events', () => runEventsOf(this)) ?? [],
      graph: graph?.graph,
      findings: graph === undefined ? [] : diagnose(graph.graph, graph.given),
      leaks: (this.file?.leaks ?? []).map((leak) => ({ text: JSON.stringify(leak) })),
      problems: this.problems,
    };
  }

  #epochOf(): bigint {
    const start = this.file?.time?.start;
    if (start !== undefined) return BigInt(start);
    const found = this.attempt('trace.mcap', () => this.trace?.system());
    if (found !== undefined) return found.logTime - BigInt(found.description.end);
    return this.recording?.metadata.start ?? this.trace?.bag.metadata.start ?? 0n;
  }

  #end({ arrays, count }: RunColumns): number {
    const stop = this.file?.time?.stop;
    const last = count === 0 ? 0 : arrays.start[count - 1]! + arrays.duration[count - 1]!;
    const recorded = this.recording === undefined ? 0 : this.timeOf(this.recording.metadata.end);
    return Math.max(1, last, recorded, stop === undefined ? 0 : this.timeOf(BigInt(stop)));
  }

  #readCallbacks(
    described: readonly DescribedEntity[],
    progress: (part: number) => void,
  ): { columns: RunColumns; entities: EntityInfo[] } {
    const messages = this.trace?.bag.topics.find(({ name }) => name === CALLBACKS_TOPIC);
    // A full message has as many callbacks as lie between two checkpoints.
    const total = CHECKPOINT_EVERY * (messages?.messageCount ?? 0);
    const columns = new RunColumns(total);
    const entities: EntityInfo[] = [];
    const places = new Map<string, number>();
    const known = new Map(
      described.map((each) => [`${each.node} ${each.kind} ${each.name}`, each]),
    );
    let done = 0;
    this.attempt('trace.mcap', () => {
      for (const callback of this.trace?.callbacks() ?? []) {
        let entity = places.get(callback.entity);
        if (entity === undefined) {
          entity = entities.push(entityOf(callback.entity, known.get(callback.entity))) - 1;
          places.set(callback.entity, entity);
        }
        columns.add({ ...callback, entity, start: this.timeOf(callback.time) });
        if (++done % 100_000 === 0) progress(done / total);
      }
    });
    if (columns.refused > 0) {
      this.problems.push(`trace.mcap: ${columns.refused} records have impossible numbers.`);
    }
    return { columns, entities };
  }

  #topics(end: number): TopicInfo[] {
    const { recording } = this;
    if (recording === undefined) return [];
    return recording.topics.map(({ name, type, messageCount }) => ({
      name,
      type,
      count: messageCount,
      rate: messageCount / (end / 1e9),
    }));
  }
}

function entityOf(channel: string, known: DescribedEntity | undefined): EntityInfo {
  const [node = '', kind = '', ...rest] = channel.split(' ');
  return {
    node: known?.node ?? node,
    kind: known?.kind ?? kind,
    name: known?.name ?? rest.join(' '),
    executor: known?.executor ?? (known === undefined ? 'unknown executor' : 'no executor'),
    depth: known?.depth ?? null,
    deadline: known?.deadline ?? null,
  };
}

/** The reason without the folder in which the page keeps files, which the user does not know. */
function reasonOf(error: unknown, path: string): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(`${path}/`, '');
}
