import type { RunError } from '../record/index.js';
import type { Divergence } from './trace_follower.js';

/** What the debugged process is told; an argument of its command line, as JSON. */
export interface DebugJob {
  /** Directory of the recorded run. */
  readonly directory: string;
  /** Where recorders among the programs record into. */
  readonly recordingsTo: string;
  /** The callback before which it halts first. */
  readonly target: number;
  /** Callbacks of the recorded run. */
  readonly callbacks: number;
  /** Whether the recorded run was ended from outside, so that this one would go on. */
  readonly cut: boolean;
}

/** How far a re-execution is. */
export interface DebugProgress {
  /** ns since the start. */
  readonly now: number;
  readonly callbacks: number;
  /** Whether virtual time stands still for a real operation. */
  readonly held: boolean;
}

/** What the debugged process says of itself, beside the inspector. */
export type DebugReport =
  /** The inspector listens; the run begins when it is told to. */
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

/** Stands on stdout behind all that programs had printed at a halt; no program prints it. */
export function outputMark(number: number): string {
  return `\0orrery ${number}\0\n`;
}
