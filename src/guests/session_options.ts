import type { ExecutionTimes } from '../models/index.js';
import type { GuestLimits } from './frame_kinds.js';
import type { Greeting } from './greeting.js';
import type { GuestRound } from './guest_round.js';

/** Callbacks and settings that a session needs from its owner. */
export interface GuestHost {
  /** Receives what the guest prints, in order and at once. */
  print(stream: 'stdout' | 'stderr', bytes: Uint8Array): void;
  /** Called when the guest has escaped from the virtual world. */
  leak(description: string): void;
}

export interface SessionOptions extends Greeting {
  readonly limits: GuestLimits;
  /** How long callbacks take, in virtual time. */
  readonly times: ExecutionTimes | undefined;
  readonly host: GuestHost;
  /** Told when the guest gets the turn, and when it gives it back. */
  readonly turn: { begin(): void; end(): void };
  /** Shared by all guests of a run. */
  readonly round: GuestRound;
  /** Called once the guest has said goodbye, or is gone. */
  readonly over: () => void;
}

/** How a guest ended by itself. */
export interface GuestEnd {
  readonly code: number;
  /** The reason that it gave: a code and a text, such as a traceback. */
  readonly fault: { readonly code: string; readonly text: string } | undefined;
}
