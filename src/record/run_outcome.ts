import type { LeakRecord } from '../guard/index.js';
import type { CheckVerdict } from '../system/index.js';
import type { RunDigest } from '../trace/index.js';
import type { AgentPlace } from './agent_place.js';
import type { ExploredOutcome } from './explored_outcome.js';
import type { GraphReport } from './graph_report.js';

/** Why a run ended. */
export type RunEnd =
  /** the run has not ended: it still runs, or its process was ended before it could note the end */
  | 'running'
  /** nothing was left to happen */
  | 'idle'
  /** nothing was left to happen, but a program waits for something that never comes */
  | 'stalled'
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
/** A process in machine code that took part in a run: with the same file, the run can be repeated. */
export interface ProcessRecord {
  readonly program: string;
  /** Empty, as its SHA-256, if the program was started by hand. */
  readonly file: string;
  readonly sha256: string;
  /** How the ends of its callbacks were detected. */
  readonly completion: 'barrier' | 'outputs' | 'status' | 'quiet';
}

export interface RunOutcome {
  readonly end: RunEnd;
  /** What exactly ended the run, e.g. the condition; undefined if `end` says everything. */
  readonly endDetail?: string | undefined;
  readonly exitCode: number;
  readonly errors: readonly RunError[];
  readonly warnings: readonly string[];
  /** What escaped from the virtual world, each place once. */
  readonly leaks: readonly LeakRecord[];
  /** Files of JavaScript that the run loaded as modules: absolute paths, sorted. */
  readonly modules: readonly string[];
  /** Processes in machine code that took part; absent or empty: none. */
  readonly processes?: readonly ProcessRecord[];
  /** Programs that took part in lockstep, by name: those in Python; absent or empty: none. */
  readonly guests?: readonly string[];
  readonly digest: RunDigest;
  /** ns since the epoch. */
  readonly start: bigint;
  readonly stop: bigint;
  readonly callbacks: number;
  readonly instants: number;
  readonly messages: number;
  /** How many of them were recorded; 0 without a recording. */
  readonly recorded: number;
  /** Who was connected to whom when the run ended; only on request. */
  readonly graph?: GraphReport | undefined;
  /** Decisions, outputs and states; only of a run with a schedule. */
  readonly explored?: ExploredOutcome | undefined;
  /** What the conditions on messages, and on what must happen, have found. */
  readonly checked?: readonly CheckVerdict[] | undefined;
  /** The agents of its network whose places no message reports, by name. */
  readonly agents?: Readonly<Record<string, AgentPlace>> | undefined;
  /** Figures provided by the job itself. */
  readonly results: Readonly<Record<string, string | number>>;
  /** Largest resident memory of the process so far, in bytes. */
  readonly peakMemory: number;
  /** Wall time of the simulation itself, in seconds; if its thread was ended, with the loading of its programs. */
  readonly wallSeconds: number;
}
