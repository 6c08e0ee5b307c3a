import type { PlaybackOptions, RecorderOptions } from '../bag/index.js';
import type { LeakRecord } from '../guard/index.js';
import type { ExecutorChoice, SystemModels } from '../models/index.js';
import type { Exploration } from '../schedule/index.js';
import type { ProcessExecutor } from '../simulation/index.js';
import type { RunDigest } from '../trace/index.js';
import type { BuiltinProgram } from './components/index.js';
import type { ExploredOutcome } from './explored_outcome.js';
import type { GraphReport } from './graph_report.js';
import type { LaunchStep } from './launch_step.js';
import type { MonitorOptions } from './monitor.js';

/** A user file to run, as a process of its own would be started. Plain data. */
export interface Program {
  /** Absolute path; for a program that comes with Orrery, its name. */
  readonly file: string;
  /** What it sees in `process.argv` after its file. */
  readonly args: readonly string[];
  /** What it is called in traces and messages; unique in a run. Default: by the file. */
  readonly name?: string;
  /** ROS arguments for it alone; they precede those of the whole run. */
  readonly rosArgs?: readonly string[];
  /** The component class to make, e.g. `my_pkg::Talker`; without it the file is a script or job. */
  readonly component?: string;
  /** Programs of one process share their modules and end together. Default: the name. */
  readonly process?: string;
  /** Environment variables that it sees beyond those of the run. */
  readonly env?: Readonly<Record<string, string>>;
  /** How its nodes are run, where the launch file says so. */
  readonly executor?: ProcessExecutor;
  /** A program of Orrery itself instead of a file. */
  readonly builtin?: BuiltinProgram;
}

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

/** Everything that decides what a run does. Plain data: it crosses to the worker. */
export interface RunConfig {
  readonly name: string;
  readonly programs: readonly Program[];
  /** Bags to play, in virtual time. */
  readonly bags: readonly PlayedBag[];
  readonly seed: string;
  readonly distro: 'humble' | 'iron' | 'jazzy' | 'kilted' | 'lyrical' | 'rolling';
  /** ns since the epoch; undefined: the start of the first bag, or 0. */
  readonly initialTime: bigint | undefined;
  /** Ends the run this many ns of virtual time after its start. */
  readonly duration: number | undefined;
  readonly instantLimit: number | undefined;
  /** Virtual seconds per second of the wall clock, at most; undefined: as fast as it can. */
  readonly rate?: number | undefined;
  /** What enters the digest: contents too, only the order of callbacks, or nothing. */
  readonly digest: 'content' | 'order' | 'off';
  /** Directory for recording, trace and `run.json`; undefined: leave nothing behind. */
  readonly directory: string | undefined;
  /** Records into this bag when nothing is to be left in a directory. */
  readonly recording?: RecordedBag | undefined;
  /** Recorders among the programs write into this folder, not where they are told to. */
  readonly recordingsTo?: string;
  /** Whether the outcome describes the graph. */
  readonly reportGraph?: boolean;
  /** Arguments between `--ros-args` and the end, without that word; for all programs. */
  readonly rosArgs: readonly string[];
  /** An escape from the virtual world is an error at once. Default: false, it is reported. */
  readonly strict?: boolean;
  /** Before each callback the thread really sleeps for a random time up to this many ms. */
  readonly disturbMs?: number;
  /** Measures how long callbacks really compute, into this model file. */
  readonly measure?: string;
  /** What a launch file does besides starting {@link programs}. */
  readonly launch?: readonly LaunchStep[];
  /** As rslcpp: the clock reads 0 while the nodes are constructed, then jumps. Default: false. */
  readonly constructAtZero?: boolean;
  /** Adds a simulation monitor node, as rslcpp does. */
  readonly monitor?: MonitorOptions;
  /** Conditions that end the run before its time is over. */
  readonly stop?: StopConditions;
  /** Executors, execution times, links, faults, discovery (docs/models.md): files, or their content. */
  readonly models?: readonly (string | SystemModels)[];
  /** The clock advances inside callbacks that take time. */
  readonly clockAdvances?: boolean;
  /** Executors that take the place of what models and launch files say; the last that fits counts. */
  readonly executors?: readonly ExecutorChoice[];
  /** Delays of a delay file of rslcpp, beside those of {@link models}. */
  readonly delays?: NonNullable<SystemModels['topic_delays']>;
  /** What may go, or goes, otherwise than by default; the outcome then says what was decided. */
  readonly schedule?: Exploration;
  /** Conditions that every message of their topic must fulfil; the first that does not is an error. */
  readonly expect?: readonly string[];
  /** Folders of packages with interface definitions of their own. */
  readonly interfaces?: readonly string[];
  /** The command that repeats the run, for reports. */
  readonly command?: readonly string[];
}

/** Conditions that end a run; whichever holds first. */
export interface StopConditions {
  /** Ends when a message makes it true: `/topic: expression`, see `parseTopicCondition`. */
  readonly topics?: readonly string[];
  /** Ends when all bags have been played and the instant of the last message is over. */
  readonly played?: boolean;
  /** Ends, with its exit code, when the process of this name has ended. */
  readonly exited?: readonly string[];
  /** Ends after so many seconds of wall time. */
  readonly wallSeconds?: number;
  /** Whether each end has an exit code of its own, see `exitCodeOf`. Default: false. */
  readonly codeByEnd?: boolean;
}

/** Why a run ended. */
export type RunEnd =
  /** nothing was left to happen */
  | 'idle'
  /** the given duration has passed */
  | 'until'
  /** a job, error code or `process.exit` ended it */
  | 'finished'
  /** its monitor node found its timeout passed */
  | 'timeout'
  /** a message fulfilled a condition */
  | 'condition'
  /** all bags have been played */
  | 'played'
  /** a process that was waited for has ended */
  | 'exit'
  /** the launch file shut the system down */
  | 'shutdown'
  /** the wall-clock budget is used up */
  | 'wall'
  /** it was interrupted */
  | 'interrupted'
  /** an error ended it */
  | 'failed';

/** An error as it leaves the worker. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly place: Readonly<Record<string, string | number>>;
  /** Stack of the user code's own error. */
  readonly stack: string | undefined;
}

/** How a run went. */
export interface RunOutcome {
  readonly end: RunEnd;
  /** What exactly ended it, e.g. the condition; undefined where `end` says it all. */
  readonly endDetail?: string | undefined;
  readonly exitCode: number;
  readonly errors: readonly RunError[];
  readonly warnings: readonly string[];
  /** What escaped from the virtual world, each place once. */
  readonly leaks: readonly LeakRecord[];
  readonly digest: RunDigest;
  /** ns since the epoch. */
  readonly start: bigint;
  readonly stop: bigint;
  readonly callbacks: number;
  readonly instants: number;
  readonly messages: number;
  /** How many of them were recorded; 0 without a recording. */
  readonly recorded: number;
  /** Who was connected to whom when the run ended; on demand only. */
  readonly graph?: GraphReport | undefined;
  /** Decisions, outputs and states; only of a run with a schedule. */
  readonly explored?: ExploredOutcome | undefined;
  /** Figures that the job itself gives. */
  readonly results: Readonly<Record<string, string | number>>;
  /** Largest resident memory of the process so far, in bytes. */
  readonly peakMemory: number;
  /** Wall time of the simulation itself, in seconds. */
  readonly wallSeconds: number;
}
