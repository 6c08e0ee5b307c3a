import type { Graph } from '../graph/index.js';
import type { Decision } from '../schedule/index.js';
import type { Simulation } from '../simulation/index.js';
import type { CallbackSink } from '../trace/index.js';
import type { RunStop } from './control_block.js';
import type { GuestWatch } from './create_guests.js';

/** Link between a run and whoever watches it. Called a few hundred times per second. */
export interface RunWatch extends GuestWatch {
  /** Takes the progress so far; returns why the run must stop, if it must. */
  look(simulation: Simulation): RunStop | undefined;
  /** Takes every decision of a schedule that tells them. */
  decided?(decision: Decision): void;
  /** Takes every callback when it has ended, beside the trace. */
  readonly callbacks?: CallbackSink;
  /** May add observers of its own; called before programs are loaded. */
  instrument?(graph: Graph): void;
}
