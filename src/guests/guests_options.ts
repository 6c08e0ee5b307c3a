import type { OrreryError } from '../errors/index.js';
import type { Simulation } from '../simulation/index.js';
import type { GuestLimits } from './frame_kinds.js';
import type { InputPiece } from './read_input.js';
import type { ChildProcesses, GuestDebugger } from './session_options.js';
import type { Starters } from './starters.js';
import type { Watchdog } from './watchdog.js';

/** What a thread that makes many runs keeps for the guests of all of them. */
export interface KeptForGuests {
  /** Starts their processes. */
  readonly starters: Starters;
  readonly watchdog: Watchdog;
}

/** What the guests of a run are given. */
export interface GuestsOptions {
  readonly simulation: Simulation;
  readonly host: {
    /** Receives what a guest prints, in order and at once. */
    print(stream: 'stdout' | 'stderr', bytes: Uint8Array, program: string): void;
    /** The processes that a guest starts. */
    children?(program: string): ChildProcesses;
    /** The standard input of a guest that does not read that of the run. */
    input?(program: string): (() => InputPiece) | undefined;
    /** A guest has run until it waited for the first time. */
    started?(program: string): void;
    /**
     * A guest has ended by an exception or a signal, or for a reason that it has not printed. Returns whether that is not an
     * error.
     */
    died?(program: string, code: number, unsaid?: OrreryError): boolean;
    /** A process was started, or is gone; whoever ends the thread must end the process first. */
    spawned?(pid: number): void;
    gone?(pid: number): void;
    /** A guest has ended by itself, without an exception. */
    exited(program: string, code: number): void;
  };
  /** Remains after the run; by default, everything ends with the run. */
  readonly kept?: KeptForGuests | undefined;
  /** Whether guests that run at one instant use several cores; the result is the same. Default true. */
  readonly parallel?: boolean;
  readonly limits?: Partial<GuestLimits>;
  /** Begins with a number that is not 0 when the run is to end: 1 interrupted, 2 its budget is used up. */
  readonly stop?: SharedArrayBuffer | undefined;
  /** Environment variables with the paths that the client library needs. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Lets the guests stop in callbacks; they may then keep their turn for as long as they like. */
  readonly debug?: GuestDebugger | undefined;
  /** The seed of the run. */
  readonly seed: string;
  /** Names of variables that the machine has and the run was not given; reading one is reported. */
  readonly withheld?: readonly string[];
  /** Content of WELCOME for every guest. */
  readonly welcome?: Readonly<Record<string, unknown>>;
}
