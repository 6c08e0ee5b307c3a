import {
  BagPlayer,
  BagRecorder,
  openPlayback,
  type Playback,
  playerComponent,
  type RecorderComponent,
  RecorderNode,
  recorderComponent,
} from '../bag/index.js';
import type { Graph } from '../graph/index.js';
import type { Simulation } from '../simulation/index.js';
import type { MessageSink } from '../trace/index.js';
import { builtinParameters } from './builtin_parameters.js';
import type { LaunchStep } from './launch_step.js';
import { createOwnNode } from './lifecycle_client.js';
import { rosArgumentsOf } from './program_arguments.js';
import type { Program, RunConfig } from './run_config.js';

interface Recording extends RecorderComponent {
  recorder: BagRecorder | undefined;
}

/**
 * The bag players and recorders among the programs of a run, as components of rslcpp and of
 * `rosbag2_transport`. What they read is opened, and their parameters are checked, before anything
 * runs, also for those that a launch file starts later.
 */
export class BagComponents {
  readonly #playbacks = new Map<Program, Playback>();
  readonly #recordings = new Map<Program, Recording>();
  readonly #players: BagPlayer[] = [];
  #running = false;

  /** @throws OrreryError what opening a bag throws; `ORR_BAG_PLAYBACK`, `ORR_BAG_RECORDING`, `ORR_BAG_QOS` */
  static async open(config: RunConfig): Promise<BagComponents> {
    const components = new BagComponents();
    for (const program of [...config.programs, ...startedBy(config.launch ?? [])]) {
      await components.#prepare(program, config);
    }
    return components;
  }

  async #prepare(program: Program, config: RunConfig): Promise<void> {
    const { builtin, component: plugin = '' } = program;
    const words = rosArgumentsOf(program, config);
    if (builtin === 'bag_player') {
      const name = plugin === 'rosbag2_transport::Player' ? 'rosbag2_player' : 'BagPlayer';
      const { path, options } = playerComponent(plugin, builtinParameters(words, name).values);
      this.#playbacks.set(program, await openPlayback(path, options));
    } else if (builtin === 'bag_recorder') {
      const name = plugin === 'rosbag2_transport::Recorder' ? 'rosbag2_recorder' : 'BagRecorder';
      const component = recorderComponent(plugin, builtinParameters(words, name).values);
      this.#recordings.set(program, { ...component, recorder: undefined });
    }
  }

  /** What is played by components, in the order of the programs. */
  get playbacks(): readonly Playback[] {
    return [...this.#playbacks.values()];
  }

  get players(): readonly BagPlayer[] {
    return this.#players;
  }

  /** Messages that the recorders among them have recorded so far. */
  get recorded(): number {
    let count = 0;
    for (const { recorder } of this.#recordings.values()) count += recorder?.messageCount ?? 0;
    return count;
  }

  /**
   * Makes the recordings; what they record begins when their program starts.
   *
   * @throws OrreryError `ORR_OUTPUT_…`; then nothing is left of them
   */
  async openRecordings(graph: Graph): Promise<readonly MessageSink[]> {
    const recorders: BagRecorder[] = [];
    try {
      for (const recording of this.#recordings.values()) {
        const { path, options } = recording;
        const recorder = await BagRecorder.create(path, graph, { ...options, paused: true });
        recording.recorder = recorder;
        recorders.push(recorder);
      }
    } catch (error) {
      this.discard();
      throw error;
    }
    return recorders;
  }

  /** Makes the node of a player or recorder; false for any other program. */
  async start(program: Program, args: readonly string[], simulation: Simulation): Promise<boolean> {
    const playback = this.#playbacks.get(program);
    if (playback !== undefined) {
      const node = await createOwnNode(playback.options.name!, args);
      const player = new BagPlayer(simulation.graph, simulation.types, playback, node.handle);
      this.#players.push(player);
      if (this.#running) player.start();
      return true;
    }
    const recording = this.#recordings.get(program);
    if (recording?.recorder === undefined) return false;
    const { name, path, options, recorder } = recording;
    const node = await createOwnNode(name, args);
    new RecorderNode(node.handle, simulation.types, recorder, path);
    recorder.paused = options.paused ?? false;
    return true;
  }

  /** The clock has its initial time: the players begin, those that start later at once. */
  begin(): void {
    this.#running = true;
    for (const player of this.#players) player.start();
  }

  /** Completes the recordings. */
  close(): void {
    for (const { recorder } of this.#recordings.values()) recorder?.close();
  }

  /** Removes the recordings. */
  discard(): void {
    for (const { recorder } of this.#recordings.values()) recorder?.discard();
  }
}

/** The programs that these steps start, now or later. */
function startedBy(steps: readonly LaunchStep[]): Program[] {
  return steps.flatMap((step) => {
    if (step.kind === 'start') return [...step.programs];
    return step.kind === 'timer' || step.kind === 'event' ? startedBy(step.steps) : [];
  });
}
