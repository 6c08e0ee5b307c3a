import { constants } from 'node:os';
import { OrreryError } from '../errors/index.js';
import { type Guard, type ProcessEvents, ProcessExit, real } from '../guard/index.js';
import type { RunEnd } from '../record/index.js';
import { type Simulation, thrown } from '../simulation/index.js';
import { hasProcesses } from '../system/index.js';
import type { Processes } from './processes.js';
import type { RealmOptions } from './run_realm.js';

/** Node's exit code for a process that ends by an uncaught exception. */
const THREW = 1;
/** Node's exit code when a module awaits forever. */
const STALLED = 13;
/** Node's exit code when the handler of an exception throws. */
const THREW_AGAIN = 7;
/** Events about exceptions and rejections of user code. */
const THROWN = ['uncaughtException', 'uncaughtExceptionMonitor', 'unhandledRejection'];

/**
 * Tells processes about their end as Node does: `beforeExit` when nothing is left to do, `exit`, uncaught
 * exceptions, and signals.
 */
export class ProcessLives {
  readonly #run: RealmOptions;
  readonly #simulation: Simulation;
  readonly #processes: Processes;
  readonly #events: ProcessEvents;
  readonly #guard: Guard;
  /** Exceptions thrown by a listener itself are not passed to listeners. */
  #telling = false;
  /** A listener of `uncaughtException` has thrown: as in Node, its process ends at once. */
  #hasThrownAgain = false;
  /**
   * Exceptions already reported to a program that did not handle them: they come up again when the run fails because
   * of them.
   */
  #unhandled: { readonly error: unknown } | undefined;
  /** Programs whose promises were rejected before anything handled them. */
  readonly #rejected = new WeakMap<Promise<unknown>, string>();

  constructor(run: RealmOptions, guard: Guard) {
    this.#run = run;
    this.#guard = guard;
    const { events } = guard;
    [this.#simulation, this.#processes, this.#events] = [run.simulation, run.processes, events];
    run.processes.events = events;
    run.processes.onExit = (name, code) => this.#exit(name, code);
  }

  /**
   * Whether user code itself handles what it has thrown.
   *
   * @param program - the program that threw; by default the running one
   * @param promise - the rejected promise, if it was a rejection
   */
  handles(error: unknown, program?: string, promise?: Promise<unknown>): boolean {
    const isRejection = error instanceof OrreryError && error.code === 'ORR_UNHANDLED_REJECTION';
    const own = isRejection ? error.cause : error;
    // A program must not hide what Orrery has found.
    if (own instanceof OrreryError || own instanceof ProcessExit) return false;
    const running = program ?? this.#simulation.graph.program;
    const name = this.#processes.named(running);
    if (name === undefined || this.#telling) return false;
    if (promise !== undefined) this.#rejected.set(promise, name);
    const capture = this.#events.capture(name);
    if (capture === undefined && !this.#hears(name, ...THROWN)) return false;
    if (this.#unhandled !== undefined && this.#unhandled.error === own) return false;
    const origin =
      isRejection || promise !== undefined ? 'unhandledRejection' : 'uncaughtException';
    const isHandled = this.#tell(name, (emit) => {
      const rejected = promise ?? Promise.resolve();
      if (origin === 'unhandledRejection' && emit(origin, own, rejected)) return true;
      emit('uncaughtExceptionMonitor', own, origin);
      try {
        if (capture === undefined) return emit('uncaughtException', own, origin);
        capture(own);
        return true;
      } catch (error) {
        this.#hasThrownAgain ||= !(error instanceof ProcessExit);
        throw error;
      }
    });
    this.#unhandled = isHandled ? undefined : { error: own };
    return isHandled;
  }

  /**
   * A promise whose rejection a program was told about is handled after all. Returns whether the program listens for
   * this.
   */
  handledLate(promise: Promise<unknown>): boolean {
    const name = this.#rejected.get(promise);
    if (name === undefined || !this.#hears(name, 'rejectionHandled')) return false;
    return this.#tell(name, (emit) => emit('rejectionHandled', promise));
  }

  /**
   * Tells all processes that nothing is left to do, if so.
   *
   * @returns whether they found something to do
   */
  async goOn(): Promise<boolean> {
    const { kernel } = this.#simulation;
    if (!kernel.idle) return false;
    for (const name of this.#processes.alive) {
      if (!this.#hears(name, 'beforeExit')) continue;
      this.#tell(name, (emit) => emit('beforeExit', Number(process.exitCode ?? 0)));
    }
    do {
      // They may have started real I/O, which holds the kernel.
      await new Promise((resolve) => real.setImmediate(resolve));
      await kernel.released();
      await new Promise((resolve) => real.setImmediate(resolve));
    } while (kernel.held);
    return kernel.pausing || kernel.ending || kernel.ready.size > 0 || !kernel.idle;
  }

  /**
   * Delivers a signal. As in Node, the signal ends the processes that do not listen for it.
   *
   * @returns whether any process listens
   */
  signal(signal: NodeJS.Signals): boolean {
    const number = constants.signals[signal];
    const alive = this.#processes.alive;
    const listening = alive.filter((name) => this.#hears(name, signal));
    if (listening.length === 0) return false;
    try {
      this.#guard.heardSignal(signal);
    } catch (error) {
      this.#simulation.fail(error);
      return true;
    }
    for (const name of alive) {
      if (listening.includes(name)) this.#tell(name, (emit) => emit(signal, signal, number));
      else this.#processes.kill(name, 128 + number);
    }
    return true;
  }

  /**
   * The run is over, and every live process ends with it, silently if it is killed from outside.
   *
   * @returns the exit code requested by a process, 0 if none; in a launched system, a nonzero code is an error of
   *   the process
   */
  end(end: RunEnd): number {
    if (end === 'interrupted' || end === 'wall') return 0;
    const given = end === 'failed' ? THREW : end === 'stalled' ? STALLED : 0;
    const isLaunched = hasProcesses(this.#run.config.system);
    if (this.#hasThrownAgain && end === 'failed' && !isLaunched) return THREW_AGAIN;
    const codes = this.#processes.alive.map((name) => {
      const code = this.#exit(name, this.#processes.exitCode(name) ?? given);
      if (code === given) return 0;
      if (isLaunched) this.#processes.leaves(name, code);
      return isLaunched ? 0 : code;
    });
    return codes.find((code) => code !== 0) ?? 0;
  }

  /** Calls the listeners of `exit`; returns the resulting exit code. */
  #exit(name: string, code: number): number {
    const { program } = this.#simulation.graph;
    if (!this.#hears(name, 'exit')) return code;
    this.#processes.enter(name);
    try {
      return this.#events.exit(name, code);
    } catch (error) {
      this.#run.report(thrown(error, name, 'ORR_UNCAUGHT_EXCEPTION'));
      return code === 0 ? THREW : code;
    } finally {
      this.#simulation.graph.enterProgram(program);
    }
  }

  #hears(name: string, ...events: readonly string[]): boolean {
    return events.some((event) => this.#events.listens(name, event));
  }

  /** Runs listeners as code of this process. Returns whether there were any. */
  #tell(
    name: string,
    work: (emit: (event: string, ...values: unknown[]) => boolean) => boolean,
  ): boolean {
    this.#processes.enter(name);
    this.#telling = true;
    try {
      return work((event, ...values) => this.#events.emit(name, event, ...values));
    } catch (error) {
      if (!(error instanceof ProcessExit)) this.#simulation.fail(error, 'ORR_UNCAUGHT_EXCEPTION');
      return true;
    } finally {
      this.#telling = false;
    }
  }
}
