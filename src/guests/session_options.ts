import type { OrreryError } from '../errors/index.js';
import type { ExecutionTimes } from '../models/index.js';
import type { GuestLimits } from './frame_kinds.js';
import type { Greeting } from './greeting.js';
import type { GuestRound } from './guest_round.js';
import type { InputPiece } from './read_input.js';
import type { Sharing } from './shared_things.js';

/** Callbacks and settings that a session needs from its owner. */
export interface GuestHost {
  /** Receives what the guest prints, in order and at once. */
  print(stream: 'stdout' | 'stderr', bytes: Uint8Array): void;
  /** Called when the guest has escaped from the virtual world. */
  leak(description: string): void;
  /** Called when something is wrong with the guest that does not end it. */
  warn(description: string): void;
  /** Reads standard input: what has come since the last call. */
  readonly input?: (() => InputPiece) | undefined;
  /** Uses memory that the guest holds under a descriptor for large contents; returns whether that is possible. */
  readonly share?: ((descriptor: number) => boolean) | undefined;
  /** What it shares with other processes. */
  readonly shared?: Sharing | undefined;
  /** The processes that the guest starts. */
  readonly children?: ChildProcesses | undefined;
}

/** What a guest can do with the programs that it launches. */
export interface ChildProcesses {
  /** Starts a process as an action of a launch description says; returns what is wrong with the action, if anything. */
  start(action: string): string | null;
  /** What its processes have printed and how they ended, since the last call. */
  takeEvents(): readonly ChildEvent[];
  /** Writes to the standard input of a process; without bytes, it ends. */
  write(process: string, bytes: Uint8Array): void;
  /** Sends a signal to a process, or to all of its group. */
  end(process: string, signal: number, isGroup: boolean): void;
  /** Ends all its processes as Ctrl-C does, since the run is over. Returns whether there were any. */
  interrupt(): boolean;
}

/** Something that a process has printed, or its end. */
export type ChildEvent =
  | { readonly process: string; readonly stream: number; readonly text: string }
  | { readonly process: string; readonly code: number };

/** Lets guests stop in callbacks. */
export interface GuestDebugger {
  /** Where the debugger of a guest connects: the path of a socket. */
  readonly address: string;
  /** Whether the next callback that is given to a guest stops. */
  armed: boolean;
}

export interface SessionOptions extends Greeting {
  readonly limits: GuestLimits;
  /** How long callbacks take, in virtual time. */
  readonly times: ExecutionTimes | undefined;
  readonly host: GuestHost;
  /** Called when the guest gets the turn, and when it gives it back. */
  readonly turn: { begin(): void; end(): void };
  readonly debug: GuestDebugger | undefined;
  /** Shared by all guests of a run. */
  readonly round: GuestRound;
  /** Called once the guest has said goodbye, is gone, or has sent something that ends the session. */
  readonly over: (failure?: OrreryError) => void;
}

/** How a guest ended by itself. */
export interface GuestEnd {
  readonly code: number;
  /** The reason that it gave: a code and a text, such as a traceback. */
  readonly fault: { readonly code: string; readonly text: string } | undefined;
}
