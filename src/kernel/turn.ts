/** Why a turn of the crank ended. */
export type TurnEnd =
  /** the allowed number of steps is used up; call again */
  | 'budget'
  /** a ticket is open: real I/O is under way and virtual time stands still */
  | 'held'
  /** everything up to the given time has run */
  | 'until'
  /** the given number of callbacks has run */
  | 'callbacks'
  /** the given number of instants has run */
  | 'instants'
  /** nothing is left that could ever happen */
  | 'idle'
  /** `pause()` was called */
  | 'paused'
  /** `finish()` was called and its instant is drained */
  | 'finished';

/** Where a turn of the crank must end. */
export interface TurnLimits {
  /** Last time that runs, in ns since the start. */
  readonly until?: number;
  readonly callbacks?: number;
  /** Number of instants to complete, including the current one. */
  readonly instants?: number;
}
