import { Context } from '../client/index.js';
import type { GraphNode } from '../graph/index.js';
import { type ProcessEvents, ProcessExit } from '../guard/index.js';
import type { ProcessExecutor, Simulation } from '../simulation/index.js';
import type { Program } from '../system/index.js';
import { ExitCodes } from './exit_codes.js';

/** Called when a process has ended, with its exit code. */
export type ExitListener = (code: number) => void;

/** A process that has ended by itself. */
export interface EndedProcess {
  readonly name: string;
  /** Whether something waits for the end of the process. */
  readonly awaited: boolean;
  /** The file of its program. */
  readonly file?: string | undefined;
}

/** Exit code of a process that a signal ended (SIGSEGV), as in a shell. */
const CRASHED = 139;

/** What is known about a program when it starts. */
type StartedProgram = Pick<Program, 'file' | 'executor'>;

interface Process {
  /** How often the process was started. */
  readonly life: number;
  readonly programs: Set<string>;
  /** The live nodes; destroyed ones are removed. */
  readonly nodes: Set<GraphNode>;
  /** Programs that have ever created a node. */
  readonly makers: Set<string>;
  ended: boolean;
  /** Whether each of its nodes acts as its own process, as in a job. */
  isJob: boolean;
}

/**
 * The simulated processes of a run: which programs and nodes each holds, and when it ends. It ends
 * when one of its programs calls `process.exit`, or when its last node has been destroyed.
 */
export class Processes {
  readonly #simulation: Simulation;
  readonly #processes = new Map<string, Process>();
  readonly #byProgram = new Map<string, string>();
  readonly #files = new Map<string, string>();
  readonly #executors = new Map<string, ProcessExecutor>();
  readonly #listeners = new Map<string, ExitListener[]>();
  /** Removes the engine's timers of a program; set by their owner. */
  onEnded: ((programs: ReadonlySet<string>) => void) | undefined;
  /** Removes the engine's timers of a node. */
  onLost: ((node: GraphNode) => void) | undefined;
  /** Tells a process that it ends with this code; returns the code that results. */
  onExit: ((process: string, code: number) => number) | undefined;
  /** Called with a process that ended by itself with a nonzero exit code, before anyone who waits for its end. */
  onFailed: ((process: EndedProcess, code: number) => void) | undefined;
  /** What its processes listen for. */
  events: ProcessEvents | undefined;
  readonly #codes = new ExitCodes(this);

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    simulation.graph.listeners.add('note', {
      nodeCreated: (node) => {
        const process = this.#of(node.program);
        if (process === undefined) return;
        process.makers.add(node.program);
        process.nodes.add(node);
      },
      nodeEnding: (node) => this.#of(node.program)?.nodes.delete(node),
    });
  }

  /**
   * A program of this process is about to be started.
   *
   * @param started - its file, and how its nodes are run
   * @returns what distinguishes this life of the process from earlier ones
   */
  begin(process: string, program: string, started: Partial<StartedProgram> = {}): string {
    const { file, executor } = started;
    if (file !== undefined) this.#files.set(program, file);
    if (executor !== undefined) this.#executors.set(program, executor);
    let entry = this.#processes.get(process);
    if (entry === undefined || entry.ended) {
      const life = (entry?.life ?? 0) + 1;
      entry = {
        life,
        programs: new Set(),
        nodes: new Set(),
        makers: new Set(),
        ended: false,
        isJob: false,
      };
      this.#processes.set(process, entry);
      this.events?.begin(process);
      this.#codes.begin(process);
    }
    this.#codes.enter(process);
    entry.programs.add(program);
    this.#byProgram.set(program, process);
    return `${process}#${entry.life}`;
  }

  /** Tracks which process's code is running; needed only where there are several. */
  watch(): void {
    this.#simulation.graph.observers.add('watch', this.#codes);
  }

  /** The process that this program is part of. */
  named(program: string): string | undefined {
    return this.#byProgram.get(program);
  }

  /** Whether there is, or was, a process or program of this name. */
  knows(name: string): boolean {
    return this.#processes.has(name) || this.#byProgram.has(name);
  }

  /** The process whose code is running; empty where none is. */
  get current(): string {
    return this.named(this.#simulation.graph.program) ?? '';
  }

  /** The processes that have not ended, in the order in which they were first started. */
  get alive(): string[] {
    return [...this.#processes].filter(([, { ended }]) => !ended).map(([name]) => name);
  }

  /** From now on, code of this process is running. */
  enter(process: string): void {
    const [program = process] = this.#processes.get(process)?.programs ?? [];
    this.#simulation.graph.enterProgram(program);
    this.#codes.enter(process);
  }

  /** The exit code that the process has set so far. */
  exitCode(process: string): number | undefined {
    this.#codes.enter(process);
    const { exitCode } = globalThis.process;
    return exitCode === undefined || exitCode === null ? undefined : Number(exitCode);
  }

  /** The process of a node; undefined for a node that Orrery itself made. */
  processOf({ program }: GraphNode): string | undefined {
    return this.#byProgram.get(program);
  }

  /** The file of the program that made this node. */
  fileOf({ program }: GraphNode): string | undefined {
    return this.#files.get(program);
  }

  /** How the program of this node wants the node to be run. */
  executorOf({ program }: GraphNode): ProcessExecutor | undefined {
    return this.#executors.get(program);
  }

  /** Calls `listener` each time the process of this name ends. */
  whenEnded(process: string, listener: ExitListener): void {
    this.#listeners.set(process, [...(this.#listeners.get(process) ?? []), listener]);
  }

  /** The program whose code is running has called `process.exit`. */
  exit(code: number): void {
    const process = this.#byProgram.get(this.#simulation.graph.program);
    if (process !== undefined) this.#end(process, code, { fails: true });
  }

  /**
   * The process of this program has died of an error.
   *
   * @returns undefined if there is no such process
   */
  die(program: string, code: number): EndedProcess | undefined {
    const name = this.#byProgram.get(program);
    if (name === undefined) return undefined;
    this.#end(name, code);
    return this.#ended(name);
  }

  /**
   * The process of this program, which runs outside this thread, has ended by itself.
   *
   * @param isTaken - whether the program that has started it takes its exit code, so that none is a failure of the run
   */
  ended(program: string, code: number, { isTaken = false } = {}): void {
    const name = this.#byProgram.get(program);
    if (name !== undefined) this.#end(name, code, { fails: !isTaken });
  }

  /** The run is over, and the process ends with it. */
  leaves(process: string, code: number): void {
    if (code !== 0) this.onFailed?.(this.#ended(process), code);
  }

  /** The nodes that this program creates make up a whole system. */
  holdsJob(program: string): void {
    const process = this.#of(program);
    if (process !== undefined) process.isJob = true;
  }

  /** A signal ends the process without notifying it. */
  kill(process: string, code: number): void {
    this.#end(process, code, { isKilled: true });
  }

  isJob(process: string): boolean {
    return this.#processes.get(process)?.isJob ?? false;
  }

  /** Whether this program has ever created a node. */
  hasNodes(program: string): boolean {
    return this.#of(program)?.makers.has(program) ?? false;
  }

  hasEnded(process: string): boolean {
    return this.#processes.get(process)?.ended ?? false;
  }

  /** The process of this node dies; in a job, only the node. */
  crash(node: GraphNode): void {
    const name = this.processOf(node);
    if (name !== undefined && !this.isJob(name)) {
      this.#end(name, CRASHED, { isKilled: true });
      return;
    }
    node.destroy();
    this.onLost?.(node);
  }

  /** Whether user code threw only because its process had ended. */
  isExit(error: unknown): boolean {
    if (error instanceof ProcessExit) return true;
    return error instanceof Error && error.cause !== undefined && this.isExit(error.cause);
  }

  /** Called between instants: ends processes that are done and whose end is awaited. */
  look(): void {
    for (const process of this.#listeners.keys()) {
      const entry = this.#processes.get(process);
      if (entry === undefined || entry.ended || entry.makers.size === 0) continue;
      if (entry.nodes.size === 0) {
        this.#end(process, this.exitCode(process) ?? 0, { fails: true });
      }
    }
  }

  #of(program: string): Process | undefined {
    return this.#processes.get(this.#byProgram.get(program) ?? '');
  }

  #ended(name: string): EndedProcess {
    const [program = ''] = this.#processes.get(name)?.programs ?? [];
    return { name, awaited: this.#listeners.has(name), file: this.#files.get(program) };
  }

  /** A process that `fails` has reported the failure by its exit code alone. */
  #end(name: string, given: number, { isKilled = false, fails = false } = {}): void {
    const process = this.#processes.get(name);
    if (process === undefined || process.ended) return;
    process.ended = true;
    const code = isKilled ? given : (this.onExit?.(name, given) ?? given);
    for (const context of Context.instances) {
      const [node] = context.nodes;
      if (node !== undefined && process.programs.has(node.handle.program)) context.shutdown();
    }
    if (fails && code !== 0) this.onFailed?.(this.#ended(name), code);
    for (const node of [...process.nodes]) node.destroy();
    this.onEnded?.(process.programs);
    for (const listener of this.#listeners.get(name) ?? []) listener(code);
  }
}
