import type { Program } from './program.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** A transition that a launch file may request of a lifecycle node. */
export type LifecycleTransition = 'configure' | 'activate' | 'deactivate' | 'cleanup' | 'shutdown';

/** An event that a launch file may react to. */
export type LaunchEvent = 'process_exit' | 'state_transition';

/** Starts the programs of a process. */
export interface StartStep {
  readonly kind: 'start';
  readonly process: string;
  readonly programs: readonly Program[];
  /** Whether the end of the process shuts the system down. */
  readonly endsSystem: boolean;
  readonly respawn: boolean;
  readonly respawnDelayNs: number;
  /** -1: without limit. */
  readonly respawnMaxRetries: number;
  /** Full name of the lifecycle node that is configured and activated at once, if any. */
  readonly autostart: string | null;
  /** Names of the processes that its program starts itself, as far as they are known. */
  readonly starts?: readonly string[];
}

/** One step of a launch, ready to be done inside the run; plain data. */
export type LaunchStep =
  | StartStep
  | { readonly kind: 'timer'; readonly delayNs: number; readonly steps: readonly LaunchStep[] }
  | { readonly kind: 'shutdown'; readonly reason: string }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly message: string }
  | {
      readonly kind: 'transition';
      readonly target: string;
      readonly transition: LifecycleTransition;
    }
  | {
      readonly kind: 'event';
      readonly event: LaunchEvent;
      readonly target: string;
      readonly startState: string | null;
      readonly goalState: string | null;
      /** Whether it is done the first time only. */
      readonly once: boolean;
      readonly steps: readonly LaunchStep[];
    };
