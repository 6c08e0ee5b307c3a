import type { Channel } from './channel.js';
import { PipeEnd } from './frame_fault.js';
import type { GuestProgram } from './guest_command.js';
import type { RunningGuest } from './guest_process.js';
import type { GuestSession } from './guest_session.js';
import type { GuestEnd } from './session_options.js';
import type { Watched } from './watchdog.js';

/** A program of a run that is a process of its own. */
export interface Guest {
  readonly program: GuestProgram;
  readonly process: RunningGuest;
  readonly channel: Channel;
  readonly session: GuestSession;
  readonly watched: Watched;
  /** Whether it has ended, or is being ended. */
  over: boolean;
  /** Whether its process is gone, so that its number may be that of another one. */
  gone: boolean;
}

/** How a guest says that it ended; 'gone' if it could not, undefined if it has not ended. */
export type Said = GuestEnd | 'gone' | undefined;

/** Tells a guest to stop. */
export function stop({ session }: Guest, signal: number): Said {
  try {
    return session.stop(signal);
  } catch (error) {
    if (!(error instanceof PipeEnd)) throw error;
    return 'gone';
  }
}
