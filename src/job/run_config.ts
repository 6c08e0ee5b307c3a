import type { PlaybackOptions, RecorderOptions } from '../bag/index.js';
import type { LeakRecord } from '../guard/index.js';
import type { RunDigest } from '../trace/index.js';

/** A user file to run, with the arguments it sees in `process.argv`. */
export interface Program {
  /** Absolute path. */
  readonly file: string;
  readonly args: readonly string[];
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
  /** Arguments between `--ros-args` and the end, without that word. */
  readonly rosArgs: readonly string[];
  /** An escape from the virtual world is an error at once. Default: false, it is reported. */
  readonly strict?: boolean;
  /** Before each callback the thread really sleeps for a random time up to this many ms. */
  readonly disturbMs?: number;
}

/** Why a run ended. */
export type RunEnd =
  /** nothing was left to happen */
  | 'idle'
  /** the given duration has passed */
  | 'until'
  /** a job, monitor, error code or `process.exit` ended it */
  | 'finished'
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
  /** Figures that the job itself gives. */
  readonly results: Readonly<Record<string, string | number>>;
  /** Largest resident memory of the process so far, in bytes. */
  readonly peakMemory: number;
  /** Wall time of the simulation itself, in seconds. */
  readonly wallSeconds: number;
}
