/** A place in the user's source; line and column count from 1. */
export interface SourcePlace {
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Why a run is halted. */
export type StopReason =
  /** the requested callback */
  | 'target'
  /** a break on a topic or node */
  | 'break'
  /** a step within a callback */
  | 'step'
  /** a breakpoint or another command of an attached front end */
  | 'front-end'
  /** the run is over */
  | 'end';

/** A stop of a debugged run. Plain data. */
export interface DebugStop {
  readonly reason: StopReason;
  /**
   * Number of the callback, from 1, as in traces. At the end, it is one more than the run has
   * callbacks.
   */
  readonly callback: number;
  /** Virtual time, ns since the epoch, and since the start. */
  readonly time: bigint;
  readonly sinceStart: number;
  /**
   * `before` the first statement of the callback, `inside` it, `after` it, or at the `end` of the
   * run;
   * `passed`: after a callback that ran no code of the user.
   */
  readonly phase: 'before' | 'inside' | 'after' | 'passed' | 'end';
  /** Full name of the node, and the entity as traces name it; empty at the end. */
  readonly node: string;
  readonly entity: string;
  /** The user code that runs next; undefined if none does, e.g. in one of Orrery's services. */
  readonly place: SourcePlace | undefined;
  /** Name of the function there; empty if it has none. */
  readonly function: string;
  /** How the run ended; only at the end. */
  readonly end?: string;
}
