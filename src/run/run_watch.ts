import type { SharedPacking } from '../bag/index.js';
import type { Graph } from '../graph/index.js';
import type { Decision } from '../schedule/index.js';
import type { Simulation } from '../simulation/index.js';
import type { CallbackSink } from '../trace/index.js';
import type { RunStop } from './control_block.js';
import type { GuestWatch } from './create_guests.js';
import type { InputRequest } from './run_input.js';

/** The link between a run and its watcher. Called a few hundred times per second. */
export interface RunWatch extends GuestWatch {
  /**
   * Takes the progress so far; returns why the run must stop, if it must.
   *
   * @param hear - delivers a signal to the programs; returns whether one of them listens for it
   */
  look(simulation: Simulation, hear: (signal: NodeJS.Signals) => boolean): RunStop | undefined;
  /** A client wants to see this earlier time, in ns since the start: the watcher has to repeat the run. */
  readonly goBack?: (to: number) => void;
  /** The run is over and is completing its files. */
  finishing?(): void;
  /** Requests the standard input of this process; without it, programs read what the configuration declares. */
  readonly askInput?: (request: InputRequest) => void;
  /** Starts a second thread, which packs what is recorded; see `SecondPacker`. */
  readonly startPacking?: (shared: SharedPacking) => void;
  /** A program opens this named pipe, for reading or not, and may wait for its other end. */
  readonly pipeOpened?: (path: string, reads: boolean) => void;
  /** Takes every decision of a schedule that reports its decisions. */
  decided?(decision: Decision): void;
  /** Takes every callback when it has ended, in addition to the trace. */
  readonly callbacks?: CallbackSink;
  /** May add observers; called before programs are loaded. */
  instrument?(graph: Graph): void;
}
