import { type ErrorCode, OrreryError } from '../errors/index.js';
import { EventsExecutor } from '../executors/index.js';
import { type Executor, Graph, type GraphNode } from '../graph/index.js';
import { type Distro, TypeRegistry } from '../interfaces/index.js';
import { Kernel, type TurnEnd, type TurnLimits } from '../kernel/index.js';
import { checkSimulationOptions, stepLength } from './check_simulation_options.js';
import { engineMicrotasks } from './engine_microtasks.js';
import { holdOuterSimulation } from './outer_simulation.js';
import type { SimulationOptions } from './simulation_options.js';
import { type Thrown, thrown } from './thrown.js';
import { TurnLength } from './turn_length.js';
import { UserTimer } from './user_timer.js';
import { WallPace } from './wall_pace.js';

/** Decides, between instants, whether the run is over. */
export interface EndCondition {
  finished?(): boolean;
  /** Exit code if the run ended by itself. */
  exitCode?(): number;
}

/** Real ms between two checks while time is held. */
const HELD_LOOK_MS = 100;

// Captured before any guard can replace them.
const {
  setImmediate: realSetImmediate,
  setInterval: realSetInterval,
  clearInterval: realClearInterval,
} = globalThis;

/**
 * One simulated world: kernel, graph and executor, and the loop that turns the crank.
 *
 * All `run…` and `step…` methods are asynchronous, because a callback may await real I/O, for
 * which virtual time stands still.
 */
export class Simulation {
  readonly kernel: Kernel;
  readonly graph: Graph;
  readonly executor: Executor;
  /** Chooses an executor other than {@link executor} for a node that is attached. */
  executorFor: ((node: GraphNode) => Executor | undefined) | undefined;
  readonly distro: Distro;
  readonly types: TypeRegistry;
  readonly #onTurn: (() => void) | undefined;
  readonly #turnLength = new TurnLength();
  /** Called with what user code threw; returns true if the run continues anyway. */
  onThrown: ((error: unknown, thrown: Thrown) => boolean) | undefined;
  #ending: EndCondition = {};
  #exiting = false;
  #goOn: (() => void) | undefined;
  #exitCode = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: SimulationOptions = {}) {
    checkSimulationOptions(options);
    this.distro = options.distro ?? 'jazzy';
    this.types = options.types ?? new TypeRegistry({ distro: this.distro });
    const old = this.distro === 'humble' || this.distro === 'iron';
    this.kernel = new Kernel({
      timers: {
        rearm: old ? 'at-or-after' : 'after',
        ...(options.staleHeap === undefined ? {} : { staleHeap: options.staleHeap }),
      },
      ...(options.instantLimit === undefined ? {} : { instantLimit: options.instantLimit }),
      microtasks: engineMicrotasks(),
    });
    this.graph = new Graph({
      kernel: this.kernel,
      seed: options.seed ?? 0,
      orderDigest: options.orderDigest ?? true,
    });
    this.graph.onRejection = (error, entity) =>
      this.fail(
        thrown(error, entity, 'ORR_UNHANDLED_REJECTION'),
        'ORR_CALLBACK_THREW',
        entity.node.program,
      );
    this.executor = new EventsExecutor(this.kernel);
    if (options.rate !== undefined) this.kernel.pace = new WallPace(options.rate);
    this.#onTurn = options.onTurn;
    this.graph.startAt(options.initialTime ?? 0n);
  }

  /** Virtual time in ns since the epoch, as the nodes' clocks show it. */
  get time(): bigint {
    return this.graph.time;
  }

  /** The exit code given to {@link finish} or by the end condition. */
  get exitCode(): number {
    return this.#exitCode === 0 ? (this.#ending.exitCode?.() ?? 0) : this.#exitCode;
  }

  /** Whether the crank is turning. */
  get running(): boolean {
    return this.#goOn !== undefined;
  }

  /** Makes the executor run this node's callbacks from now on. */
  attach(node: GraphNode): void {
    const executor = this.executorFor?.(node);
    node.attach(executor ?? this.executor);
    if (executor !== undefined) this.graph.runProgramOn(node.program, executor);
  }

  /**
   * From here to the start the clock reads 0, as in rslcpp with simulation time; at the start it
   * jumps to `initialTime`, and timers created in the meantime are called at once.
   */
  constructAtZero(initialTime: bigint): void {
    this.graph.startAt(0n, initialTime);
  }

  /** Sets the clock to the initial time. The first `run…` or `step…` does this. */
  start(): void {
    const { pendingStart } = this.graph;
    if (pendingStart !== undefined) this.graph.jumpTo(pendingStart);
  }

  /** Checks `condition` between instants. */
  endWhen(condition: EndCondition): void {
    this.#ending = condition;
    this.kernel.onInstantEnd = () => {
      if (condition.finished?.()) this.kernel.finish();
    };
  }

  /** Ends the run with this exit code once the current instant is drained. */
  finish(exitCode = 0): void {
    if (!this.kernel.finishing) this.#exitCode = exitCode;
    this.kernel.finish();
  }

  /** Ends the current `run…` after the current callback; another `run…` continues there. */
  pause(): void {
    this.kernel.pause();
  }

  /** Ends the run with this exit code at once: nothing more of this instant runs. */
  exit(exitCode: number): void {
    this.finish(exitCode);
    this.#exiting = true;
    this.kernel.pause();
  }

  /**
   * Ends the run with an error after the current callback. The first one counts.
   *
   * @param program - the program whose code threw it, if that is certain
   */
  fail(error: unknown, code: ErrorCode = 'ORR_CALLBACK_THREW', program?: string): void {
    const named = () => this.#named(error, code);
    if (this.#exiting || this.onThrown?.(error, { program, named })) return;
    this.#failure ??= { error: named() };
    this.kernel.pause();
  }

  /** Runs `callback` `delay` ns from now, in virtual time. */
  schedule(delay: number, callback: () => void): UserTimer {
    const timer = new UserTimer(this.graph, callback);
    this.kernel.delays.push(this.kernel.now + delay, timer);
    return timer;
  }

  /** Runs `callback` in this instant, after everything that is ready now. */
  immediate(callback: () => void): UserTimer {
    const timer = new UserTimer(this.graph, callback);
    this.kernel.ready.push(timer);
    return timer;
  }

  /** Runs until nothing is left to happen, `finish()` or `pause()`. */
  run(): Promise<TurnEnd> {
    return this.#drive({});
  }

  /**
   * Runs everything up to and including this time (ns since the epoch), which the clock then shows.
   */
  runUntil(time: bigint): Promise<TurnEnd> {
    this.start();
    return this.#drive({ until: Number(time - this.graph.epoch) });
  }

  /**
   * Runs `duration` ns of virtual time from now.
   *
   * @throws OrreryError `ORR_DURATION` if it is negative or not a whole number
   */
  async stepFor(duration: bigint): Promise<TurnEnd> {
    const length = stepLength(duration);
    this.start();
    return this.#drive({ until: this.kernel.now + length });
  }

  /** Runs one callback. */
  step(): Promise<TurnEnd> {
    return this.#drive({ callbacks: 1 });
  }

  /** Completes the current instant if it has begun, else the next one. */
  stepInstant(): Promise<TurnEnd> {
    return this.#drive({ instants: 1 });
  }

  async #drive(limits: TurnLimits): Promise<TurnEnd> {
    if (this.running) {
      throw new OrreryError(
        'ORR_ALREADY_RUNNING',
        'The simulation is already running; await the earlier run or step before the next.',
      );
    }
    this.start();
    this.#goOn = holdOuterSimulation(this);
    try {
      for (;;) {
        this.#onTurn?.();
        const end = await this.#turnInMacrotask(limits);
        if (this.#failure !== undefined) throw this.#failure.error;
        if (this.#exiting) return 'finished';
        if (end === 'held') await this.#released();
        else if (end !== 'budget') return end;
      }
    } finally {
      this.#goOn?.();
      this.#goOn = undefined;
    }
  }

  /** Waits until nothing holds time, or until the run is to end. */
  #released(): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        realClearInterval(looks);
        resolve();
      };
      const looks = realSetInterval(() => {
        this.#onTurn?.();
        if (this.kernel.pausing) goOn();
      }, HELD_LOOK_MS).unref(); // Node is to see when nothing is left that could end this.
      void this.kernel.released().then(goOn);
    });
  }

  /** V8 drains microtasks between callbacks only if the crank is not turned by a microtask. */
  #turnInMacrotask(limits: TurnLimits): Promise<TurnEnd> {
    return new Promise((resolve, reject) => {
      realSetImmediate(() => {
        try {
          resolve(this.#turn(limits));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #turn(limits: TurnLimits): TurnEnd {
    try {
      const end = this.kernel.turn(this.#turnLength.begin(), limits);
      this.#turnLength.end(end === 'budget');
      return end;
    } catch (error) {
      if (this.#exiting) return 'finished';
      const { current, program } = this.graph;
      const named = () => this.#named(error, 'ORR_CALLBACK_THREW');
      // Outside of a callback, Orrery itself found the error.
      if (this.onThrown?.(error, { program: current && program, named })) {
        if (current !== undefined) this.graph.end(current, undefined);
        return 'budget';
      }
      throw this.#named(error, 'ORR_CALLBACK_THREW');
    }
  }

  /** Errors of user code are wrapped in one that names their callback. */
  #named(error: unknown, code: ErrorCode): unknown {
    const { last, program } = this.graph;
    if (error instanceof OrreryError && last === undefined) return error;
    return thrown(error, last ?? program, code);
  }
}
