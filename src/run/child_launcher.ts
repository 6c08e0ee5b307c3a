import { constants } from 'node:os';
import {
  type ChildEvent,
  type ChildProcesses,
  type InputPiece,
  isGuestProgram,
  type Joining,
} from '../guests/index.js';
import type { LaunchAction } from '../launch/index.js';
import type { Simulation } from '../simulation/index.js';
import type { RunConfig, StartStep } from '../system/index.js';
import type { LaunchRunner } from './launch_runner.js';
import type { Processes } from './processes.js';

/** Exit codes of a process that could not be started: that of `ros2 run`, and that of a shell. */
const NOT_FOUND = { node: 1, other: 127 };
const { SIGCHLD, SIGINT, SIGIO } = constants.signals;

/** The parts of a run that launching needs. */
interface Surroundings {
  readonly simulation: Simulation;
  readonly config: RunConfig;
  readonly processes: Processes;
  readonly launch: () => LaunchRunner;
  /** Sends a signal to a guest. Returns whether there was one. */
  readonly signal: (name: string, signal: number) => boolean;
  readonly isOver: () => boolean;
  /** Ends a process that has begun ahead of its start, which does not come. */
  readonly drop: (process: string) => void;
  /** Takes in a process that a guest has begun by itself. */
  readonly join: (joining: Joining) => void;
}

interface Child {
  readonly parent: string;
  /** What its parent calls it. */
  readonly own: string;
  /** Whether it leads a group of processes. */
  readonly leads: boolean;
  /** Whether it is a process in another language; undefined: not yet known. */
  isGuest?: boolean;
  /** Whether it was interrupted before it had started; it is as soon as it has. */
  isInterrupted: boolean;
  /** Its streams (0, 1, 2) that are those of the run. */
  readonly inherited: readonly number[];
  /** What it has not read of its own input. */
  readonly input: Uint8Array[];
  hasAllInput: boolean;
  /** Whether it has asked for input when there was none. */
  wantsInput: boolean;
  ended: boolean;
}

/** What a program asks for. */
interface StartRequest {
  readonly process: string;
  readonly action: LaunchAction;
  /** The program has begun the process by itself, without an action. */
  readonly joining?: Omit<Joining, 'process'>;
  readonly inherited?: readonly number[];
  readonly leads?: boolean;
}

/**
 * Processes started by a program of the run (Python's `LaunchService` and `subprocess`): they become programs of the run. Their
 * output and exit codes are kept until their parent asks for them, which it does as soon as a SIGCHLD has told it that there are some.
 */
export class ChildLauncher {
  readonly #run: Surroundings;
  /** By the names under which they run. */
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
        const events = this.#events.get(parent) ?? [];
        this.#events.delete(parent);
        return events;
      },
      write: (own, bytes) => this.#write(this.#nameOf(parent, own), bytes),
      end: (own, signal, isGroup) => this.#endAll(this.#nameOf(parent, own), signal, isGroup),
      interrupt: () => this.#interruptAll(parent),
    };
  }

  /** Whether a program has started this one. */
  has(process: string): boolean {
    return this.#children.has(process);
  }

  /** A program has printed something. Returns whether the output belongs to its parent. */
  printed(process: string, stream: 'stdout' | 'stderr', bytes: Uint8Array): boolean {
    const child = this.#children.get(process);
    const number = stream === 'stdout' ? 1 : 2;
    if (child === undefined) return false;
    // What is inherited belongs to whoever gets the output of the parent.
    if (child.inherited.includes(number)) return this.printed(child.parent, stream, bytes);
    const text = Buffer.from(bytes).toString('latin1');
    this.#happened(child, { process: child.own, stream: number, text });
    return true;
  }

  /** How a program reads its own input; undefined if it reads that of the run. */
  inputOf(process: string): (() => InputPiece) | undefined {
    const child = this.#children.get(process);
    if (child === undefined) return undefined;
    if (child.inherited.includes(0)) return this.inputOf(child.parent);
    return () => {
      const data = Buffer.concat(child.input.splice(0)).toString('base64');
      child.wantsInput = data === '' && !child.hasAllInput;
      return { data, ended: child.hasAllInput, live: false };
    };
  }

  /** A program has ended in any way. Returns whether its parent takes the result. */
  ended(process: string, code: number): boolean {
    const child = this.#children.get(process);
    if (child === undefined) return false;
    if (!child.ended) {
      child.ended = true;
      this.#happened(child, { process: child.own, code });
    }
    this.#run.processes.ended(process, code, { isTaken: true });
    return true;
  }

  /** A guest has started; its parent may have interrupted it before. */
  started(process: string): void {
    const child = this.#children.get(process);
    if (child?.isInterrupted && !child.ended) this.#run.signal(process, SIGINT);
  }

  #happened({ parent }: Child, event: ChildEvent): void {
    const events = this.#events.get(parent) ?? [];
    this.#events.set(parent, events);
    events.push(event);
    if (!this.#run.isOver()) this.#run.signal(parent, SIGCHLD);
  }

  #start(parent: string, text: string): string | null {
    if (this.#run.isOver()) return 'the run is over, so that no program can begin';
    const request = JSON.parse(text) as StartRequest;
    const { process: own, action, inherited = [], leads = false } = request;
    const process = this.#nameOf(parent, own);
    const begun = {
      input: [],
      hasAllInput: false,
      wantsInput: false,
      isInterrupted: false,
      ended: false,
    };
    const child: Child = { parent, own, leads, inherited, ...begun };
    this.#children.set(process, child);
    if (request.joining !== undefined) {
      this.#join({ ...request.joining, process }, child);
      return null;
    }
    const goOn = this.#run.simulation.kernel.hold();
    void this.#plan(action).then(
      (step) => {
        child.isGuest = step.programs.every(({ file }) => isGuestProgram(file));
        // Its parent ended it in the same turn in which it was started.
        if (child.isInterrupted && !child.isGuest) this.ended(process, -SIGINT);
        if (child.ended) return goOn();
        if (!child.isGuest) {
          this.#run.processes.whenEnded(process, (code) => this.ended(process, code));
        }
        this.#run.launch().add([{ ...step, process, programs: named(step, process) }]);
        goOn();
      },
      (error: unknown) => {
        const text = `${error instanceof Error ? error.message : String(error)}\n`;
        this.#happened(child, { process: own, stream: 2, text });
        this.ended(process, action.kind === 'node' ? NOT_FOUND.node : NOT_FOUND.other);
        goOn();
      },
    );
    return null;
  }

  #join(joining: Joining, child: Child): void {
    const { process, file } = joining;
    child.isGuest = true;
    this.#run.join(joining);
    const programs = [{ file, args: [], name: process, process }];
    const life = { endsSystem: false, respawn: false, respawnDelayNs: 0, respawnMaxRetries: 0 };
    this.#run.launch().add([{ kind: 'start', process, programs, ...life, autostart: null }]);
  }

  /** The name under which a process runs: its own, or with that of its parent if another program has taken it. */
  #nameOf(parent: string, own: string): string {
    for (let name = own; ; name = `${parent}-${name}`) {
      const child = this.#children.get(name);
      const isIts = child?.parent === parent && child.own === own;
      if (isIts || (child === undefined && !this.#run.processes.knows(name))) return name;
    }
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

  #write(process: string, bytes: Uint8Array): void {
    const child = this.#children.get(process);
    if (child === undefined) return;
    if (bytes.length > 0) child.input.push(bytes);
    else child.hasAllInput = true;
    if (child.wantsInput) this.#run.signal(process, SIGIO);
    child.wantsInput = false;
  }

  /** Sends a signal to a process, or to its whole group: the processes that it and its own have started. */
  #endAll(process: string, signal: number, isGroup: boolean): void {
    this.#end(process, signal);
    for (const [name, { parent, leads }] of isGroup ? this.#children : []) {
      if (parent === process && !leads) this.#endAll(name, signal, true);
    }
  }

  #interruptAll(parent: string): boolean {
    const running = [...this.#children].filter(([, each]) => each.parent === parent && !each.ended);
    for (const [process] of running) this.#end(process, SIGINT);
    return running.length > 0;
  }

  #end(process: string, signal: number): void {
    const child = this.#children.get(process);
    if (child === undefined || child.ended) return;
    if (this.#run.signal(process, signal)) return;
    if (signal === SIGINT && child.isGuest !== false) {
      child.isInterrupted = true;
      return;
    }
    // A guest that is still starting, or a JavaScript program.
    this.#run.launch().drop(process);
    this.#run.drop(process);
    this.ended(process, -signal);
    this.#run.processes.kill(process, -signal);
  }
}

function named({ programs }: StartStep, name: string): StartStep['programs'] {
  return programs.map((program) => ({ ...program, name, process: name }));
}
