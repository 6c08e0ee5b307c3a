import type { GuestRound } from './guest_round.js';

/** What an executor needs of the guest that it runs. */
export interface GuestRunner {
  /** Lets the guest continue when a deadline has come, or with a signal. Returns whether it had anything to do. */
  wake(signal?: number): boolean;
  /** Of the program. */
  readonly name: string;
  /** The round of guests that run at the same instant; their frames are read when it ends. */
  readonly round: GuestRound;
}
