import type { DebugProgress } from './debug_report.js';
import type { DebugStop } from './debug_stop.js';

/** Options of `openDebugSession`; all have defaults. */
export interface DebugOptions {
  /** Where the inspector listens. Default: `127.0.0.1`, any free port. */
  readonly inspect?: { readonly host: string; readonly port: number };
  /** Takes what the programs print from the first stop on; not what they repeat. */
  readonly onOutput?: (text: string, stream: 'stdout' | 'stderr') => void;
  /** Told a few times per second how far a re-execution is. */
  readonly onProgress?: (progress: DebugProgress) => void;
  /** Told of a stop that a front-end of the inspector has caused. */
  readonly onStop?: (stop: DebugStop) => void;
  /** Told when a front-end has let the run go on and it failed. */
  readonly onError?: (error: unknown) => void;
}
