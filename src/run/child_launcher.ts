import { constants } from 'node:os';
import { type ChildEvent, type ChildProcesses, isGuestProgram } from '../guests/index.js';
import type { LaunchAction } from '../launch/index.js';
import type { Simulation } from '../simulation/index.js';
import type { RunConfig, StartStep } from '../system/index.js';
import type { LaunchRunner } from './launch_runner.js';
import type { Processes } from './processes.js';

/** Exit code of a process that could not be started, as in a shell. */
const NOT_FOUND = 127;
/** Exit code of a killed program that is not a process of its own. */
const INTERRUPTED = -constants.signals.SIGINT;

/** The parts of a run that launching needs. */
interface Surroundings {
  readonly simulation: Simulation;
  readonly config: RunConfig;
  readonly processes: Processes;
  readonly launch: () => LaunchRunner;
  /** Ends a guest. Returns whether there was one. */
  readonly end: (name: string, isKilled: boolean) => boolean;
}

interface Child {
  readonly parent: string;
  /** Whether it is a process in another language; undefined: not yet known. */
  isGuest?: boolean;
  /** Whether it was interrupted before it had started; it is as soon as it has. */
  isInterrupted: boolean;
  ended: boolean;
}

/**
 * Processes launched by a program of the run (Python's `LaunchService`): they become programs of the run, and their
 * output and exit codes are kept until their parent asks for them.
 */
export class ChildLauncher {
  readonly #run: Surroundings;
  readonly #children = new Map<string, Child>();
  readonly #events = new Map<string, ChildEvent[]>();

  constructor(run: Surroundings) {
    this.#run = run;
  }

  /** What a program may do with processes of its own. */
  of(parent: string): ChildProcesses {
    return {
      start: (action) => this.#start(parent, action),
      takeEvents: () => {
        this.#interruptStarted(parent);
        const events = this.#events.get(parent) ?? [];
        this.#events.delete(parent);
        return events;
      },
      end: (process, isKilled) => this.#end(process, isKilled),
    };
  }

  /** A program has printed something. Returns whether the output belongs to its parent. */
  printed(process: string, stream: 'stdout' | 'stderr', bytes: Uint8Array): boolean {
    const child = this.#children.get(process);
    if (child === undefined) return false;
    const text = Buffer.from(bytes).toString('latin1');
    this.#eventsOf(child.parent).push({ process, stream: stream === 'stdout' ? 1 : 2, text });
    return true;
  }

  /** A program has ended in any way. Returns whether its parent takes the result. */
  ended(process: string, code: number): boolean {
    const child = this.#children.get(process);
    if (child === undefined) return false;
    if (!child.ended) {
      child.ended = true;
      this.#eventsOf(child.parent).push({ process, code });
    }
    this.#run.processes.ended(process, code);
    return true;
  }

  #eventsOf(parent: string): ChildEvent[] {
    const events = this.#events.get(parent) ?? [];
    this.#events.set(parent, events);
    return events;
  }

  #start(parent: string, text: string): string | null {
    const { process, action } = JSON.parse(text) as { process: string; action: LaunchAction };
    const child: Child = { parent, isInterrupted: false, ended: false };
    this.#children.set(process, child);
    const goOn = this.#run.simulation.kernel.hold();
    void this.#plan(action).then(
      (step) => {
        child.isGuest = step.programs.every(({ file }) => isGuestProgram(file));
        // Its parent ended it in the same turn in which it was started.
        if (child.isInterrupted && !child.isGuest) this.ended(process, INTERRUPTED);
        if (child.ended) return goOn();
        if (!child.isGuest) {
          this.#run.processes.whenEnded(process, (code) => this.ended(process, code));
        }
        this.#run.launch().add([{ ...step, process, programs: named(step, process) }]);
        goOn();
      },
      (error: unknown) => {
        const text = `${error instanceof Error ? error.message : String(error)}\n`;
        this.#eventsOf(parent).push({ process, stream: 2, text });
        this.ended(process, NOT_FOUND);
        goOn();
      },
    );
    return null;
  }

  async #plan(action: LaunchAction): Promise<StartStep> {
    const { PackageIndex, planProcess } = await import('../launch/index.js');
    const { env, sourceTrees = [] } = this.#run.config.system;
    const { AMENT_PREFIX_PATH = '', ORRERY_PACKAGES } = { ...process.env, ...env };
    const packages = new PackageIndex({
      amentPrefixPath: AMENT_PREFIX_PATH,
      directories: ORRERY_PACKAGES?.split(':').filter((folder) => folder !== '') ?? sourceTrees,
      nodeModulesFrom: process.cwd(),
    });
    return planProcess(action, packages);
  }

  /** Interrupts the processes that their parent has interrupted before they had started. */
  #interruptStarted(parent: string): void {
    for (const [process, child] of this.#children) {
      if (child.parent !== parent || !child.isInterrupted || child.ended) continue;
      if (this.#run.end(process, false)) child.isInterrupted = false;
    }
  }

  #end(process: string, isKilled: boolean): void {
    const child = this.#children.get(process);
    if (child === undefined || child.ended) return;
    if (this.#run.end(process, isKilled)) return;
    if (!isKilled && child.isGuest !== false) {
      child.isInterrupted = true;
      return;
    }
    // A guest that is still starting, or a JavaScript program.
    this.#run.launch().drop(process);
    this.ended(process, INTERRUPTED);
    this.#run.processes.kill(process, INTERRUPTED);
  }
}

function named({ programs }: StartStep, name: string): StartStep['programs'] {
  return programs.map((program) => ({ ...program, name, process: name }));
}
