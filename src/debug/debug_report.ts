import type { RunError } from '../record/index.js';
import type { Divergence } from './trace_follower.js';

/** The job of the debugged process; an argument of its command line, as JSON. */
export interface DebugJob {
  /** Directory of the recorded run. */
  readonly directory: string;
  /** The folder into which recorders among the programs record. */
  readonly recordingsTo: string;
  /** Where the debuggers of programs in Python connect. */
  readonly pythonDoor: string;
  /** The callback before which it halts first. */
  readonly target: number;
  /** Callbacks of the recorded run. */
  readonly callbacks: number;
  /** Whether the recorded run was ended from outside, so that this one would continue. */
  readonly cut: boolean;
}

/** The progress of a re-execution. */
export interface DebugProgress {
  /** ns since the start. */
  readonly now: number;
  readonly callbacks: number;
  /** Whether virtual time stands still for a real operation. */
  readonly held: boolean;
}

/** The messages of the debugged process, in addition to the inspector's. */
export type DebugReport =
  /** The inspector listens; the run begins on command. */
  | { readonly kind: 'opened'; readonly url: string }
  | ({ readonly kind: 'progress' } & DebugProgress)
  | { readonly kind: 'diverged'; readonly divergence: Divergence }
  | {
      readonly kind: 'ended';
      readonly digest: string;
      readonly end: string;
      readonly callbacks: number;
      readonly errors: readonly RunError[];
    }
  /** The recorded run was ended from outside here. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'failed'; readonly errors: readonly RunError[] };

/** Follows on stdout everything that programs had printed at a halt; no program prints it. */
export function outputMark(number: number): string {
  return `\0orrery ${number}\0\n`;
}
