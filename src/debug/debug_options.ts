import { type KnownNames, requireKnownOptions } from '../errors/index.js';
import type { DebugProgress } from './debug_report.js';
import type { DebugStop } from './debug_stop.js';

/** Options of `openDebugSession`; all have defaults. */
export interface DebugOptions {
  /** Where the inspector listens. Default: `127.0.0.1`, any free port. */
  readonly inspect?: { readonly host: string; readonly port: number };
  /** Takes the output of the programs from the first stop on, except for repeated output. */
  readonly onOutput?: (text: string, stream: 'stdout' | 'stderr') => void;
  /** Called a few times per second with the progress of a re-execution. */
  readonly onProgress?: (progress: DebugProgress) => void;
  /** Called for a stop that a front end of the inspector has caused. */
  readonly onStop?: (stop: DebugStop) => void;
  /** Called when a front end has resumed the run and it failed. */
  readonly onError?: (error: unknown) => void;
}

const OPTIONS: KnownNames<DebugOptions> = {
  inspect: true,
  onOutput: true,
  onProgress: true,
  onStop: true,
  onError: true,
};

/** @throws OrreryError `ORR_OPTION_UNKNOWN` */
export function checkDebugOptions(options: DebugOptions): void {
  requireKnownOptions(options, OPTIONS, 'openDebugSession()');
}
