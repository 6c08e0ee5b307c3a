import { Vigil } from '../graph/index.js';
import {
  areHotIntrinsicsWhole,
  checkRealmOfCallback,
  type Guard,
  installGuard,
  type LeakRecord,
  type PipeOpened,
  ProcessExit,
  type StandardInput,
} from '../guard/index.js';
import { setNanWitness, setRecordedPlaces } from '../interfaces/index.js';
import { type Simulation, setOuterSimulation } from '../simulation/index.js';
import type { RunConfig } from '../system/index.js';
import { GuardedWorld } from './guarded_world.js';
import { ProcessLives } from './process_lives.js';
import type { Processes } from './processes.js';
import { recordedFolders } from './recorded_folders.js';
import { environmentOfRun, takeWithheld } from './run_environment.js';

/** Names of the machine's variables that were withheld from the run. */
export const withheld = takeWithheld();

/** What a realm needs from the run that lives in it. */
export interface RealmOptions {
  readonly simulation: Simulation;
  readonly config: RunConfig;
  readonly processes: Processes;
  /** User code has called `process.exit`. */
  readonly exit: (code: number) => void;
  /** Takes an error that does not end the run. */
  readonly report: (error: unknown) => void;
  readonly warn: (text: string) => void;
  /** What programs read as standard input. */
  readonly input: StandardInput;
  /** User code opens this named pipe. */
  readonly pipeOpened?: PipeOpened | undefined;
}

/**
 * This thread while a run lives in it: its globals are guarded, and what user code throws goes to the process that
 * it belongs to, or else to the run.
 */
export class RunRealm {
  readonly lives: ProcessLives;
  readonly #guard: Guard;
  readonly #onRejection: (error: unknown, promise: Promise<unknown>) => void;
  readonly #onThrown: (error: unknown) => void;
  readonly #onHandledLate: (promise: Promise<unknown>) => void;

  constructor(options: RealmOptions) {
    const { simulation, config, processes, exit } = options;
    const world = new GuardedWorld(simulation, {
      onExit: exit,
      process: () => processes.current,
    });
    processes.onEnded = (programs) => world.endPrograms(programs);
    processes.onLost = (node) => world.endNode(node);
    this.#onRejection = (error, promise) => {
      if (!this.lives.handles(error, undefined, promise)) {
        simulation.fail(error, 'ORR_UNHANDLED_REJECTION');
      }
    };
    this.#onHandledLate = (promise) => void this.lives.handledLate(promise);
    // Exceptions thrown by callbacks of real operations arrive only here.
    this.#onThrown = (error) => {
      if (!(error instanceof ProcessExit)) simulation.fail(error, 'ORR_UNCAUGHT_EXCEPTION');
    };
    // Looked up in the real file system.
    const folders = recordedFolders(config.system);
    process.on('unhandledRejection', this.#onRejection);
    process.on('uncaughtException', this.#onThrown);
    process.on('rejectionHandled', this.#onHandledLate);
    try {
      this.#guard = installGuard(world, {
        strict: config.proof.strict ?? false,
        environment: environmentOfRun(config),
        withheld,
        input: options.input,
        reachable: config.clock.rate !== undefined,
        pipeOpened: options.pipeOpened,
      });
    } catch (error) {
      this.#forget();
      throw error;
    }
    setNanWitness((field) => this.#guard.sawNan(field));
    setRecordedPlaces(folders);
    setOuterSimulation(simulation);
    simulation.graph.vigil = new Vigil(areHotIntrinsicsWhole, () => lookAtCallback(simulation));
    this.lives = new ProcessLives(options, this.#guard);
    const { onThrown } = simulation;
    simulation.onThrown = (error, thrown) =>
      this.lives.handles(error, thrown.program) || (onThrown?.(error, thrown) ?? false);
  }

  /** Restores the thread; returns the exceptions that escaped meanwhile. */
  leave(): LeakRecord[] {
    const leaks = this.#guard.leaks();
    setNanWitness(undefined);
    setRecordedPlaces([]);
    this.#guard.uninstall();
    setOuterSimulation(undefined);
    this.#forget();
    process.exitCode = undefined;
    return leaks;
  }

  #forget(): void {
    // Where a program has frozen `process`, listeners can only stay; such a thread is not used again.
    if (Object.isFrozen(process)) return;
    process.off('unhandledRejection', this.#onRejection);
    process.off('uncaughtException', this.#onThrown);
    process.off('rejectionHandled', this.#onHandledLate);
  }
}

/** What a callback has replaced ends a strict run after that callback, even one that handles errors. */
function lookAtCallback(simulation: Simulation): void {
  try {
    checkRealmOfCallback();
  } catch (error) {
    simulation.fail(error);
  }
}
