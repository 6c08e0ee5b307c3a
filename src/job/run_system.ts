import { enterSimulation } from '../client/index.js';
import type { Graph } from '../graph/index.js';
import { type Guard, installGuard, type LeakRecord, ProcessExit } from '../guard/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { applyExploration, type Decision } from '../schedule/index.js';
import { Simulation } from '../simulation/index.js';
import type { CallbackSink, RunObserver } from '../trace/index.js';
import { describeErrors } from './describe_errors.js';
import { exitCodeOf } from './exit_code.js';
import { exploredOutcome } from './explored_outcome.js';
import {
  describeIncompatibility,
  type IncompatibilityReport,
  reportIncompatibility,
} from './graph_report.js';
import { GraphWitness } from './graph_witness.js';
import { GuardedWorld } from './guarded_world.js';
import { InputLog } from './input_log.js';
import { installInstruments } from './instruments.js';
import { LaunchRunner } from './launch_runner.js';
import { SimulationMonitor } from './monitor.js';
import { observeRun } from './observe_run.js';
import { watchDeaths } from './process_deaths.js';
import { Processes } from './processes.js';
import { ProgramLoader } from './program_loader.js';
import { withNames } from './program_names.js';
import { RunBags } from './run_bags.js';
import type { RunConfig, RunEnd, RunError, RunOutcome } from './run_config.js';
import type { RunStop } from './run_control.js';
import { RunEndings } from './run_ending.js';
import { applyRunModels, nodeFaultHooks } from './run_models.js';
import { RunRecords, together } from './run_records.js';

const { now: wallNow } = performance;
const realResourceUsage = process.resourceUsage;

/** Set in the environment of every run, so that reading it tells nothing of the machine. */
const LOCALE = { LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' };

/** Link between a run and whoever watches it. Called a few hundred times per second. */
export interface RunWatch {
  /** Takes the progress so far; returns why the run must stop, if it must. */
  look(simulation: Simulation): RunStop | undefined;
  /** Takes every decision of a schedule that tells them. */
  decided?(decision: Decision): void;
  /** Takes every callback when it has ended, beside the trace. */
  readonly callbacks?: CallbackSink;
  /** Puts an observer of its own before the run's; called before programs are loaded. */
  instrument?(graph: Graph): void;
}

/**
 * One run, in the realm of this thread: builds the world, guards the realm, loads the user's
 * programs, turns the crank, and leaves the recording behind whatever happens.
 */
export class SystemRun {
  readonly simulation: Simulation;
  readonly #config: RunConfig;
  readonly #watch: RunWatch;
  readonly #warnings: string[] = [];
  readonly #errors: RunError[] = [];
  readonly #incompatible: IncompatibilityReport[] = [];
  readonly #bags: RunBags;
  readonly #endings: RunEndings;
  readonly #processes: Processes;
  readonly #programs: ProgramLoader;
  readonly #launch: LaunchRunner;
  #stopped: RunStop | undefined;
  #leaks: readonly LeakRecord[] = [];
  /** When the crank began to turn; loading programs is not part of a run's speed. */
  #wallStart: number | undefined;
  #witness: GraphWitness | undefined;

  private constructor(config: RunConfig, watch: RunWatch, bags: RunBags) {
    this.#config = config;
    this.#watch = watch;
    this.#bags = bags;
    const simulation = new Simulation({
      initialTime: config.initialTime ?? bags.initialTime,
      seed: config.seed,
      distro: config.distro,
      orderDigest: config.digest !== 'off',
      ...(config.rate === undefined ? {} : { rate: config.rate }),
      types: new TypeRegistry({
        distro: config.distro,
        directories: config.interfaces ?? [],
      }),
      ...(config.instantLimit === undefined ? {} : { instantLimit: config.instantLimit }),
      onTurn: () => this.#look(),
    });
    this.simulation = simulation;
    const endings = new RunEndings(simulation);
    const processes = new Processes(simulation);
    const warn = (text: string) => this.#warnings.push(text);
    const loader = new ProgramLoader({ simulation, config, processes, endings, bags, warn });
    this.#endings = endings;
    this.#processes = processes;
    this.#programs = loader;
    this.#launch = new LaunchRunner({ simulation, loader, processes, endings, warn });
  }

  /** Opens the bags; what is wrong with them is found before anything runs. */
  static async create(config: RunConfig, watch: RunWatch): Promise<SystemRun> {
    const named = { ...config, programs: withNames(config.programs) };
    return new SystemRun(named, watch, await RunBags.open(named));
  }

  async run(): Promise<RunOutcome> {
    const { graph } = this.simulation;
    this.#reportIncompatible();
    const records = await RunRecords.open(this.#config, graph, this.#bags);
    const { reportGraph, directory } = this.#config;
    if (reportGraph || directory !== undefined) this.#witness = new GraphWitness(graph);
    const messages = together([records.sinks.messages, this.#witness]);
    const { callbacks = records.sinks.callbacks } = this.#watch;
    const sinks = { ...records.sinks, messages, callbacks };
    const fail = (error: unknown) => this.simulation.fail(error);
    const seen = observeRun(graph, this.#config, sinks, this.#endings, fail);
    const finishInstruments = installInstruments(this.#config, graph);
    this.#watch.instrument?.(graph);
    applyRunModels(this.simulation, this.#config, this.#processes, this.#launch);
    const { schedule: exploration } = this.#config;
    const hooks = nodeFaultHooks(this.#processes, this.#launch);
    const schedule = exploration && applyExploration(graph, exploration, hooks);
    const log = exploration?.inputs ? new InputLog(graph) : undefined;
    if (log !== undefined) graph.observer = log;
    if (schedule && exploration.live) schedule.onDecision = (each) => this.#watch.decided?.(each);
    let end: RunEnd = 'failed';
    try {
      end = await this.#simulate();
    } catch (error) {
      this.#errors.push(...describeErrors(error));
    }
    const wallEnd = wallNow.call(performance);
    const wallSeconds = (wallEnd - (this.#wallStart ?? wallEnd)) / 1000;
    try {
      seen.observer.finish();
      records.close();
      finishInstruments();
    } catch (error) {
      end = 'failed';
      this.#errors.push(...describeErrors(error));
    }
    const explored = exploredOutcome(graph, schedule, seen.outputs, log);
    const outcome = {
      ...this.#outcome(end, seen.observer, records.messageCount, wallSeconds),
      ...(explored === undefined ? {} : { explored }),
    };
    records.writeOutcome(outcome);
    return outcome;
  }

  async #simulate(): Promise<RunEnd> {
    const { simulation } = this;
    enterSimulation(simulation);
    const world = new GuardedWorld(simulation, { onExit: (code) => this.#exit(code) });
    this.#processes.onEnded = (programs) => world.endPrograms(programs);
    this.#processes.onLost = (node) => world.endNode(node);
    let guard: Guard | undefined;
    const onRejection = (error: unknown) => simulation.fail(error, 'ORR_UNHANDLED_REJECTION');
    // What the callback of a real operation throws arrives here, and nowhere else.
    const onThrown = (error: unknown) => {
      if (!(error instanceof ProcessExit)) simulation.fail(error, 'ORR_UNCAUGHT_EXCEPTION');
    };
    process.on('unhandledRejection', onRejection);
    process.on('uncaughtException', onThrown);
    try {
      guard = installGuard(world, { strict: this.#config.strict ?? false, environment: LOCALE });
      if (!(await this.#load())) return this.#endings.first?.end ?? 'finished';
      this.#startPlayers();
      this.#wallStart = wallNow.call(performance);
      return await this.#drive();
    } finally {
      this.#programs.dispose();
      this.#leaks = guard?.leaks() ?? [];
      guard?.uninstall();
      process.off('unhandledRejection', onRejection);
      process.off('uncaughtException', onThrown);
      this.#bags.closePlayers();
    }
  }

  /** Turns the crank; between turns, programs are started that launch asks for meanwhile. */
  async #drive(): Promise<RunEnd> {
    const { simulation } = this;
    const { duration } = this.#config;
    const until = duration === undefined ? undefined : simulation.graph.epoch + BigInt(duration);
    for (;;) {
      const end = until === undefined ? await simulation.run() : await simulation.runUntil(until);
      if (this.#stopped !== undefined) return this.#stopped;
      if (end === 'paused' && this.#launch.waiting) await this.#launch.work();
      else if (end !== 'paused') return end === 'until' || end === 'idle' ? end : this.#ended();
    }
  }

  #ended(): RunEnd {
    return this.#endings.first?.end ?? 'finished';
  }

  /** User code has called `process.exit`: in a launched system that ends its process only. */
  #exit(code: number): void {
    if (this.#config.launch !== undefined) this.#processes.exit(code);
    else this.#endings.exit({ end: 'finished', detail: 'process.exit', exitCode: code });
  }

  /** Loads and starts the programs; false when one of them ended the run meanwhile. */
  async #load(): Promise<boolean> {
    const { simulation } = this;
    const { constructAtZero, initialTime, programs, launch, monitor } = this.#config;
    this.#prepareEndings();
    if (constructAtZero) simulation.constructAtZero(initialTime ?? simulation.graph.epoch);
    try {
      for (const program of programs) await this.#programs.start(program);
      if (launch !== undefined) {
        this.#launch.add(launch);
        await this.#launch.work();
      }
    } catch (error) {
      if (error instanceof ProcessExit && launch === undefined) return false;
      throw error;
    }
    if (monitor !== undefined) {
      simulation.graph.enterProgram('simulation_monitor');
      simulation.attach(new SimulationMonitor(simulation, this.#endings, monitor).node);
    }
    return true;
  }

  #prepareEndings(): void {
    const endings = this.#endings;
    const processes = this.#processes;
    if (this.#config.launch !== undefined) {
      watchDeaths(this.simulation, processes, {
        report: (error) => this.#errors.push(...describeErrors(error)),
        warn: (text) => this.#warnings.push(text),
      });
    }
    for (const name of this.#config.stop?.exited ?? []) {
      processes.whenEnded(name, (code) => {
        const detail = `${name} ended with exit code ${code}`;
        endings.finish({ end: 'exit', detail, exitCode: code });
      });
    }
    endings.addLook(() => processes.look());
  }

  #startPlayers(): void {
    const { simulation } = this;
    const bags = this.#bags;
    simulation.start();
    this.#warnings.push(...bags.warnings);
    bags.begin(simulation);
    if (!this.#config.stop?.played || bags.allPlayed === undefined) return;
    this.#endings.addLook(() => {
      if (bags.allPlayed) this.#endings.finish({ end: 'played' });
    });
  }

  #reportIncompatible(): void {
    const { graph } = this.simulation;
    graph.onIncompatible = (pair) => {
      this.#incompatible.push(reportIncompatibility(pair));
      this.#warnings.push(describeIncompatibility(pair));
    };
  }

  #look(): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = this.#watch.look(this.simulation);
    if (this.#stopped !== undefined) this.simulation.pause();
  }

  #outcome(end: RunEnd, observer: RunObserver, recorded: number, wallSeconds: number): RunOutcome {
    const { graph, kernel, exitCode } = this.simulation;
    const { first } = this.#endings;
    return {
      end,
      endDetail: first?.end === end ? first.detail : undefined,
      exitCode: exitCodeOf(end, exitCode, this.#config.stop, this.#errors.length > 0),
      errors: this.#errors,
      warnings: this.#warnings,
      leaks: this.#leaks,
      digest: observer.digest(),
      start: graph.epoch,
      stop: graph.time,
      callbacks: graph.callbacks,
      instants: kernel.instants,
      messages: observer.messages,
      recorded,
      graph: this.#witness?.report(this.#incompatible),
      results: this.#programs.results(),
      peakMemory: realResourceUsage.call(process).maxRSS * 1024,
      wallSeconds,
    };
  }
}
