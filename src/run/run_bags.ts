import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  BagPlayer,
  BagRecorder,
  isTape,
  openPlayback,
  type Playback,
  playerComponent,
  type RecorderComponent,
  RecorderNode,
  recorderComponent,
} from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import type { Graph } from '../graph/index.js';
import type { Simulation } from '../simulation/index.js';
import type { LaunchStep, Program, RunConfig } from '../system/index.js';
import { rosArgumentsOf } from '../system/index.js';
import type { MessageSink } from '../trace/index.js';
import { builtinParameters } from './builtin_parameters.js';
import { createOwnNode } from './lifecycle_client.js';
import type { RunSource } from './run_source.js';

interface Recording extends RecorderComponent {
  recorder: BagRecorder | undefined;
}

/**
 * The bags that a run plays, and the players and recorders among its programs: components of rslcpp and of
 * `rosbag2_transport`. Their bags are opened and their parameters checked before anything runs, even for those that
 * a launch file starts later.
 */
export class RunBags implements RunSource {
  readonly #played: Playback[] = [];
  readonly #playedBy = new Map<Program, Playback>();
  readonly #recordedBy = new Map<Program, Recording>();
  readonly #players: BagPlayer[] = [];
  readonly #folder: string | undefined;
  #made = 0;
  #running = false;

  private constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /**
   * @throws OrreryError the errors of opening a bag; `ORR_BAG_PLAYBACK`, `ORR_BAG_RECORDING`,
   *   `ORR_BAG_QOS`, `ORR_NOTHING_TO_PLAY`
   */
  static async open(config: RunConfig): Promise<RunBags> {
    const bags = new RunBags(config.output.recordingsTo);
    for (const { path, ...options } of config.system.bags) {
      // A tape is not played: it replaces a network.
      if (!(await isTape(path))) bags.#played.push(await openPlayback(path, options));
    }
    for (const program of [...config.system.programs, ...startedBy(config.system.launch ?? [])]) {
      await bags.#prepare(program, rosArgumentsOf(program, config));
    }
    if (config.stop.played && bags.finished === undefined && config.system.bags.length === 0) {
      throw new OrreryError(
        'ORR_NOTHING_TO_PLAY',
        'The run is to end when all bags have been played, but it plays none, so it would not end; name one with --bag, or give --until.',
      );
    }
    return bags;
  }

  async #prepare(program: Program, rosArgs: readonly string[]): Promise<void> {
    const { builtin, component: plugin = '' } = program;
    if (builtin === 'bag_player') {
      const name = plugin === 'rosbag2_transport::Player' ? 'rosbag2_player' : 'BagPlayer';
      const { path, options } = playerComponent(plugin, builtinParameters(rosArgs, name).values);
      this.#playedBy.set(program, await openPlayback(path, options));
    } else if (builtin === 'bag_recorder') {
      const name = plugin === 'rosbag2_transport::Recorder' ? 'rosbag2_recorder' : 'BagRecorder';
      const component = recorderComponent(plugin, builtinParameters(rosArgs, name).values);
      this.#recordedBy.set(program, { ...component, recorder: undefined });
    }
  }

  get #playbacks(): readonly Playback[] {
    return [...this.#played, ...this.#playedBy.values()];
  }

  /** What the clock must read at the start to reach the earliest stamp of all bags. */
  get initialTime(): bigint | undefined {
    let start: bigint | undefined;
    for (const { initialTime } of this.#playbacks) {
      if (initialTime !== undefined && (start === undefined || initialTime < start)) {
        start = initialTime;
      }
    }
    return start;
  }

  get warnings(): readonly string[] {
    return this.#playbacks.flatMap(({ warnings }) => warnings);
  }

  /** Whether everything has been played; undefined if there is nothing to play. */
  get finished(): boolean | undefined {
    const count = this.#played.length + this.#playedBy.size;
    if (count === 0) return undefined;
    return this.#players.length >= count && this.#players.every(({ finished }) => finished);
  }

  /** Messages that the recorders among the programs have recorded so far. */
  get recorded(): number {
    let count = 0;
    for (const { recorder } of this.#recordedBy.values()) count += recorder?.messageCount ?? 0;
    return count;
  }

  /**
   * Creates the recordings; recording begins when the program of each starts.
   *
   * @throws OrreryError `ORR_OUTPUT_…`; then no recording is left behind
   */
  async openRecordings(graph: Graph): Promise<readonly MessageSink[]> {
    const recorders: BagRecorder[] = [];
    try {
      for (const recording of this.#recordedBy.values()) {
        const { options } = recording;
        const path = this.#placeOf(recording.path);
        const recorder = await BagRecorder.create(path, graph, { ...options, paused: true });
        recording.recorder = recorder;
        recorders.push(recorder);
      }
    } catch (error) {
      this.discardRecordings();
      throw error;
    }
    return recorders;
  }

  #placeOf(path: string): string {
    const folder = this.#folder;
    if (folder === undefined) return path;
    mkdirSync(folder, { recursive: true });
    return join(folder, `${++this.#made}-${basename(path)}`);
  }

  /** Creates the node of a player or recorder; returns false for any other program. */
  async start(program: Program, args: readonly string[], simulation: Simulation): Promise<boolean> {
    const { graph, types } = simulation;
    const playback = this.#playedBy.get(program);
    if (playback !== undefined) {
      const node = await createOwnNode(playback.options.name!, args);
      const player = new BagPlayer(graph, types, playback, node.handle);
      this.#players.push(player);
      if (this.#running) player.start();
      return true;
    }
    const recording = this.#recordedBy.get(program);
    if (recording?.recorder === undefined) return false;
    const { name, path, options, recorder } = recording;
    const node = await createOwnNode(name, args);
    new RecorderNode(node.handle, types, recorder, path);
    recorder.paused = options.paused ?? false;
    return true;
  }

  /**
   * The clock has its initial time: players begin now, and those created later begin at once. They publish to the
   * subscriptions that exist at that moment.
   */
  begin(simulation: Simulation): void {
    this.#running = true;
    const programs = [...this.#players];
    for (const playback of this.#played) {
      const player = new BagPlayer(simulation.graph, simulation.types, playback);
      this.#players.push(player);
      simulation.attach(player.node);
      player.start();
    }
    for (const player of programs) player.start();
  }

  /** Closes the bags being played. */
  close(): void {
    for (const player of this.#players) player.close();
  }

  /** Completes the recordings. */
  closeRecordings(): void {
    for (const { recorder } of this.#recordedBy.values()) recorder?.close();
  }

  /** Removes the recordings. */
  discardRecordings(): void {
    for (const { recorder } of this.#recordedBy.values()) recorder?.discard();
  }
}

/** The programs that these steps start, now or later. */
function startedBy(steps: readonly LaunchStep[]): Program[] {
  return steps.flatMap((step) => {
    if (step.kind === 'start') return [...step.programs];
    return step.kind === 'timer' || step.kind === 'event' ? startedBy(step.steps) : [];
  });
}
