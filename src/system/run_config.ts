import type { PlaybackOptions, RecorderOptions } from '../bag/index.js';
import type { LiveSettings } from '../live/index.js';
import type { ExecutorChoice, SystemModels } from '../models/index.js';
import type { Exploration } from '../schedule/index.js';
import type { LaunchStep } from './launch_step.js';
import type { Program } from './program.js';
import type { DeclaredInput } from './standard_input.js';

/** A bag to play, and how. */
export interface PlayedBag extends PlaybackOptions {
  /** Absolute path. */
  readonly path: string;
}

/** A bag to record into: a `.mcap` file or a rosbag2 directory. */
export interface RecordedBag extends RecorderOptions {
  /** Absolute path. */
  readonly path: string;
}

/** A distribution of ROS 2. */
export type Distro = 'humble' | 'iron' | 'jazzy' | 'kilted' | 'lyrical' | 'rolling';

/** Everything that decides what a run does. Plain data: it crosses threads and processes. */
export interface RunConfig {
  readonly name: string;
  /** The seed of everything random. */
  readonly seed: string;
  /** The command that repeats the run, for reports. */
  readonly command?: readonly string[] | undefined;
  readonly system: SystemParts;
  readonly clock: ClockSettings;
  readonly stop: StopConditions;
  readonly models: ModelSettings;
  readonly output: OutputSettings;
  readonly proof: ProofSettings;
}

/** The programs to run, how they are started, and their inputs. */
export interface SystemParts {
  /** Started before anything else, in this order. */
  readonly programs: readonly Program[];
  /** The other steps of a launch file; undefined: there is none. */
  readonly launch?: readonly LaunchStep[] | undefined;
  /** What the launch file starts and the run leaves out, e.g. `rviz2/rviz2`. */
  readonly leftOut?: readonly string[] | undefined;
  /** Bags to play, in virtual time. */
  readonly bags: readonly PlayedBag[];
  /** The words after `--ros-args`, for all programs. */
  readonly rosArgs: readonly string[];
  readonly distro: Distro;
  /** Environment variables that were given to the run: the only ones of the machine that its programs see. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** What all programs read as standard input; undefined: what is piped in, if the run asks for it. */
  readonly stdin?: DeclaredInput | undefined;
  /** The real network that the run takes part in, in real time; undefined: none. */
  readonly live?: LiveSettings | undefined;
  /** Folders of packages with interface definitions of their own. */
  readonly interfaces?: readonly string[] | undefined;
  /** Folders of packages whose Python modules programs import. */
  readonly pythonFolders?: readonly string[] | undefined;
  /** Folders in whose sources programs find packages by name. */
  readonly sourceTrees?: readonly string[] | undefined;
}

/** What the clock shows, and how fast it runs. */
export interface ClockSettings {
  /** ns since the epoch; undefined: the start of the first bag, or 0. */
  readonly initialTime?: bigint | undefined;
  /** Virtual seconds per second of the wall clock, at most; undefined: as fast as it can. */
  readonly rate?: number | undefined;
  /** As in rslcpp: the clock reads 0 while the nodes are constructed, then jumps. Default: false. */
  readonly constructAtZero?: boolean | undefined;
}

/** Conditions that end a run; the first to hold ends it. */
export interface StopConditions {
  /** Ends this many ns of virtual time after the start. */
  readonly duration?: number | undefined;
  /** Ends when a message fulfils one of these conditions: `/topic: expression`, see `parseTopicCondition`. */
  readonly topics?: readonly string[] | undefined;
  /** Ends when all bags have been played and the instant of the last message is over. */
  readonly played?: boolean | undefined;
  /** Ends, with its exit code, when one of the processes with these names has ended. */
  readonly exited?: readonly string[] | undefined;
  /** Adds a simulation monitor node, as rslcpp does. */
  readonly monitor?: MonitorOptions | undefined;
  /** Ends after this many seconds of wall time. */
  readonly wallSeconds?: number | undefined;
  /** Callbacks allowed in one instant; more are an error. */
  readonly instantLimit?: number | undefined;
  /** The most bytes that a message may take. */
  readonly messageLimit?: number | undefined;
  /** Whether each kind of end has its own exit code, see `exitCodeOf`. Default: false. */
  readonly codeByEnd?: boolean | undefined;
}

/** How a simulation monitor node ends a run. */
export interface MonitorOptions {
  /** Ends the run this many seconds of virtual time after its start; none by default. */
  readonly timeoutSeconds?: number;
  /** Default: `simulation_monitor`. */
  readonly name?: string;
}

/** Executors, execution times, links, faults, discovery (docs/models.md). */
export interface ModelSettings {
  /** Model files, or their content; later ones win. */
  readonly files?: readonly (string | SystemModels)[] | undefined;
  /** Executors that override models and launch files; the last that fits counts. */
  readonly executors?: readonly ExecutorChoice[] | undefined;
  /** Delays of a delay file of rslcpp, in addition to those of {@link files}. */
  readonly delays?: SystemModels['topic_delays'] | undefined;
  /** The clock advances inside callbacks that take time. */
  readonly clockAdvances?: boolean | undefined;
}

/** What a run leaves behind and reports. */
export interface OutputSettings {
  /** What enters the digest: contents too, only the order of callbacks, or nothing. */
  readonly digest: 'content' | 'order' | 'off';
  /** Directory for recording, trace and `run.json`; undefined: leave nothing behind. */
  readonly directory?: string | undefined;
  /** Records into this bag instead of leaving a directory. */
  readonly recording?: RecordedBag | undefined;
  /** Recorders among the programs write into this folder, instead of where their parameters say. */
  readonly recordingsTo?: string | undefined;
  /** Whether the outcome describes the graph. */
  readonly graph?: boolean | undefined;
}

/** Additional requests: decisions, expectations, disturbances. */
export interface ProofSettings {
  /** What may, or must, differ from the default run; the outcome then reports what was decided. */
  readonly schedule?: Exploration | undefined;
  /** Conditions that every message of their topic must fulfil; the first violation is an error. */
  readonly expect?: readonly string[] | undefined;
  /** What must happen, see `parseLiveness`; the outcome says what was found. */
  readonly liveness?: readonly string[] | undefined;
  /**
   * Whether a check that is broken, or that looked at nothing, is an error of the run. Default: the outcome only says
   * so.
   */
  readonly checksBind?: boolean | undefined;
  /** Where the saved decisions come from; one that did not come to pass is then an error of the run. */
  readonly decisionsBind?: string | undefined;
  /** Whether an escape from the virtual world is an error at once. Default: false, it is reported. */
  readonly strict?: boolean | undefined;
  /** Before each callback, the thread really sleeps for a random time of up to this many ms. */
  readonly disturbMs?: number | undefined;
  /** Measures how long callbacks really compute, into this model file. */
  readonly measure?: string | undefined;
}

/** The configuration with some members of some groups changed. */
export function withChanges(
  config: RunConfig,
  changes: {
    readonly [Group in 'system' | 'clock' | 'stop' | 'models' | 'output' | 'proof']?: Partial<
      RunConfig[Group]
    >;
  },
): RunConfig {
  return {
    ...config,
    system: { ...config.system, ...changes.system },
    clock: { ...config.clock, ...changes.clock },
    stop: { ...config.stop, ...changes.stop },
    models: { ...config.models, ...changes.models },
    output: { ...config.output, ...changes.output },
    proof: { ...config.proof, ...changes.proof },
  };
}
