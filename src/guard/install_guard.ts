import type { LeakRecord } from './leaks.js';
import type { PipeOpened } from './patch_devices.js';
import type { Lasting } from './patches.js';
import type { ProcessEvents } from './process_events.js';
import type { StandardInput } from './standard_input.js';
import { ThreadGuard } from './thread_guard.js';
import type { VirtualWorld } from './virtual_world.js';

/** Options of {@link installGuard}; all have defaults. */
export interface GuardOptions {
  /** Throws `ORR_LEAK_…` at an escape instead of only reporting it. Default false. */
  readonly strict?: boolean;
  /** Environment variables that user code may read without a report. Default none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Names of the machine's variables that were withheld from this thread. Default none. */
  readonly withheld?: readonly string[];
  /** `process.stdin` of user code. Default: the thread's own. */
  readonly input?: StandardInput;
  /** Whether servers of user code also accept clients outside the run. Default false. */
  readonly reachable?: boolean;
  /** `process.pid` of user code. Default 1000. */
  readonly pid?: number;
  /** `process.ppid` of user code. Default 1. */
  readonly ppid?: number;
  /** `os.hostname()` of user code. Default `'orrery'`. */
  readonly hostname?: string;
  /** Called when user code opens a named pipe, and may wait for its other end. */
  readonly pipeOpened?: PipeOpened | undefined;
}

/** An installed guard. */
export interface Guard {
  /** User code's listeners for the end of its processes and for signals. */
  readonly events: ProcessEvents;
  /** Every escape so far, each place once, in order of virtual time; plain JSON. */
  leaks(): LeakRecord[];
  /** Reports that user code sends a NaN in `field`, although nothing declares the bytes as floats. */
  sawNan(field: string): void;
  /** Reports that a program hears this signal, whose moment was chosen outside the run. */
  heardSignal(name: string): void;
  /** Restores every real function. */
  uninstall(): void;
}

/** The guard of a thread that makes many runs. */
let kept: ThreadGuard | undefined;

/**
 * Makes this thread's globals and built-in modules show `world` instead of the machine. Call it
 * before user code is loaded and after Orrery's own modules are. One guard per thread.
 *
 * @throws OrreryError `ORR_LEAK_TIME_ZONE` in strict mode in a worker whose process was not
 *   started in UTC.
 */
export function installGuard(world: VirtualWorld, options: GuardOptions = {}): Guard {
  return (kept ?? new ThreadGuard(options)).begin(world, options);
}

/**
 * Makes the guard once for all runs of this thread: {@link installGuard} then only puts it in place. Making it takes as
 * long as a quarter of a small run.
 *
 * @returns the properties that the guard puts in place
 */
export function keepGuard(): readonly Lasting[] {
  kept = new ThreadGuard({});
  return kept.keep();
}

/** What programs have fixed in its place, so that the guard of {@link keepGuard} cannot put it back. */
export function fixedByPrograms(): readonly PropertyKey[] {
  return kept?.fixedByPrograms ?? [];
}
