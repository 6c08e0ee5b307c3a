import { enterSimulation } from '../client/index.js';
import { type LeakRecord, ProcessExit } from '../guard/index.js';
import type { Guests } from '../guests/index.js';
import { exitCodeOf, GraphWitness, type RunEnd, type RunOutcome } from '../record/index.js';
import { applyExploration } from '../schedule/index.js';
import type { Simulation } from '../simulation/index.js';
import { hasProcesses, type RunConfig, withChanges, withNames } from '../system/index.js';
import type { RunObserver } from '../trace/index.js';
import { applyRunModels, nodeFaultHooks } from './apply_run_models.js';
import type { ConditionNames } from './condition_names.js';
import type { RunStop } from './control_block.js';
import { createGuests } from './create_guests.js';
import { createWorld } from './create_world.js';
import { describeExploration } from './describe_exploration.js';
import { endGuests } from './end_guests.js';
import { findStalls } from './find_stalls.js';
import { inWatchedRealm, isTampered } from './in_watched_realm.js';
import { InputLog } from './input_log.js';
import { installInstruments } from './install_instruments.js';
import { LaunchRunner } from './launch_runner.js';
import { endOfLost } from './lost_outcome.js';
import { observeRun } from './observe_run.js';
import { openOutside } from './open_outside.js';
import { OrchestratedPrograms } from './orchestrated_programs.js';
import { placesOf } from './places_of.js';
import type { ProcessLives } from './process_lives.js';
import { Processes } from './processes.js';
import { ProgramLoader } from './program_loader.js';
import { reportWaitsAtEnd } from './report_waits_at_end.js';
import type { RunBags } from './run_bags.js';
import { RunCheckpoints } from './run_checkpoints.js';
import { RunEndings } from './run_endings.js';
import { RunInput } from './run_input.js';
import { RunNotes } from './run_notes.js';
import { RunRealm } from './run_realm.js';
import { RunRecords, together } from './run_records.js';
import { type RunSource, RunSources } from './run_source.js';
import type { RunWatch } from './run_watch.js';
import { SimulationMonitor } from './simulation_monitor.js';
import { watchDeaths } from './watch_deaths.js';
import { withDecidedSeed } from './with_decided_seed.js';
import { worldFigures } from './world_figures.js';

const wallNow = performance.now.bind(performance);

/**
 * One run, in the realm of this thread: builds the world, guards the realm, loads the user's programs, turns the
 * crank, and leaves the recording behind in any case.
 */
export class SystemRun {
  readonly simulation: Simulation;
  readonly #config: RunConfig;
  readonly #watch: RunWatch;
  readonly #notes: RunNotes;
  readonly #bags: RunBags;
  readonly #sources: RunSources;
  readonly #endings: RunEndings;
  readonly #processes: Processes;
  readonly #programs: ProgramLoader;
  readonly #launch: LaunchRunner;
  readonly #guests: Guests;
  readonly #orchestrated: OrchestratedPrograms;
  #stopped: RunStop | undefined;
  #leaks: readonly LeakRecord[] = [];
  /** When the crank began to turn; loading programs only counts towards the time of a run that does nothing else. */
  #wallStart = wallNow();
  #witness: GraphWitness | undefined;
  /** Notifies the processes of their ends. */
  #lives: ProcessLives | undefined;
  /** The exit code that the programs have requested. */
  #ownCode = 0;
  #checkpoints: RunCheckpoints | undefined;

  private constructor(
    config: RunConfig,
    watch: RunWatch,
    bags: RunBags,
    sources: readonly RunSource[],
  ) {
    this.#config = config;
    [this.#watch, this.#bags, this.#sources] = [watch, bags, new RunSources([bags, ...sources])];
    const simulation = createWorld(config, this.#sources.initialTime ?? 0n, () => this.#look());
    this.simulation = simulation;
    this.#notes = new RunNotes(simulation.graph);
    this.#sources.join(simulation);
    const [endings, processes] = [new RunEndings(simulation), new Processes(simulation)];
    this.#endings = endings;
    const { report, warn } = this.#notes;
    const launch = () => this.#launch;
    const guests = createGuests({ simulation, config, processes, watch, endings, launch });
    const given = { simulation, config, guests, processes, watch, warn, report };
    const orchestrated = new OrchestratedPrograms(given);
    [this.#processes, this.#guests, this.#orchestrated] = [processes, guests, orchestrated];
    const common = { simulation, processes, endings, report, warn };
    const handles = (error: unknown, name: string) => this.#lives?.handles(error, name) ?? false;
    this.#programs = new ProgramLoader({ ...common, config, bags, guests, orchestrated, handles });
    this.#launch = new LaunchRunner({ ...common, loader: this.#programs });
  }

  /** Opens the bags, which reveals their mistakes now. Further sources act after them. */
  static async create(
    config: RunConfig,
    watch: RunWatch,
    sources: readonly RunSource[] = [],
  ): Promise<SystemRun> {
    const seeded = withDecidedSeed(config);
    const named = withChanges(seeded, { system: { programs: withNames(config.system.programs) } });
    const outside = await openOutside(named, watch.goBack);
    return new SystemRun(outside.config, watch, outside.bags, [...outside.sources, ...sources]);
  }

  async run(): Promise<RunOutcome> {
    const [{ simulation }, { graph }, { report, errors }] = [this, this.simulation, this.#notes];
    const records = await RunRecords.open(this.#config, graph, this.#bags, this.#watch);
    const input = new RunInput(this.#config, this.#watch, records, this.#notes);
    const { output, proof } = this.#config;
    if (output.graph || output.directory !== undefined) this.#witness = new GraphWitness(graph);
    const messages = together([records.sinks.messages, this.#witness]);
    const { callbacks = records.sinks.callbacks } = this.#watch;
    const sinks = { ...records.sinks, messages, callbacks };
    const fail = (error: unknown) => this.simulation.fail(error);
    const seen = observeRun(graph, this.#config, sinks, this.#endings, fail);
    const sofar = () => this.#outcome('running', seen.observer, records.messageCount, 0);
    this.#checkpoints = new RunCheckpoints(records, sofar, simulation.kernel);
    const finishInstruments = installInstruments(this.#config, graph);
    this.#watch.instrument?.(graph);
    const applied = await applyRunModels(simulation, this.#config, this.#processes, this.#launch);
    this.#notes.agents = placesOf(applied.merged);
    this.#guests.times = await this.#orchestrated.follow(applied);
    const faults = nodeFaultHooks(this.#processes, this.#launch);
    const schedule = proof.schedule && applyExploration(graph, proof.schedule, faults);
    const log = proof.schedule?.inputs ? new InputLog(graph) : undefined;
    if (log !== undefined) graph.observers.add('watch', log);
    if (schedule && proof.schedule?.live) schedule.onDecision = (it) => this.#watch.decided?.(it);
    let end: RunEnd = await this.#simulate(seen.names, input).catch((error: unknown) => {
      report(error);
      return endOfLost(error) ?? 'failed';
    });
    applied.judgeNames(end, this.#notes);
    applied.network.leave();
    this.#leaks = [...this.#leaks, ...applied.network.leaks];
    this.#watch.finishing?.();
    const wallSeconds = (wallNow() - this.#wallStart) / 1000;
    try {
      seen.observer.finish();
      records.close();
      finishInstruments();
    } catch (error) {
      end = 'failed';
      if (!isTampered(errors)) report(error);
    }
    const explored = describeExploration(graph, schedule, seen.outputs, log, this.#config.system);
    const checked = seen.judge(report, { end, errors }, explored?.missed);
    const ended = this.#outcome(end, seen.observer, records.messageCount, wallSeconds);
    return records.finish({ ...ended, checked, ...(explored && { explored }) });
  }

  async #simulate(names: ConditionNames, input: RunInput): Promise<RunEnd> {
    const { simulation } = this;
    enterSimulation(simulation);
    const { system } = this.#config;
    if (hasProcesses(system)) {
      watchDeaths(simulation, this.#processes, this.#notes, system.launch !== undefined);
    }
    const { report, warn } = this.#notes;
    const exit = (code: number) => this.#exit(code);
    const common = { simulation, config: this.#config, processes: this.#processes };
    const { pipeOpened } = this.#watch;
    this.#guests.input = input;
    const realm = new RunRealm({ ...common, exit, report, warn, input, pipeOpened });
    this.#lives = realm.lives;
    let end: RunEnd = 'failed';
    try {
      end = await inWatchedRealm(() => this.#loadAndDrive(names));
      return end;
    } finally {
      this.#ownCode = realm.lives.end(end);
      this.#ownCode ||= await endGuests(this.#guests, end, { ...common, report, warn });
      await this.#orchestrated.close();
      this.#programs.dispose();
      const outside = [this.#guests, this.#orchestrated, this.#sources];
      this.#leaks = [...realm.leave(), ...outside.flatMap(({ leaks }) => leaks)];
      await this.#sources.leave();
    }
  }

  async #loadAndDrive(names: ConditionNames): Promise<RunEnd> {
    if (!(await this.#load())) return this.#endings.first?.end ?? 'finished';
    this.#startSources();
    this.#wallStart = wallNow();
    const end = await this.#drive();
    const waits = { loading: this.#programs.loading, witness: this.#witness };
    await reportWaitsAtEnd(this.simulation, this.#notes, end, waits);
    [...names.errors(end), ...this.#programs.notRun()].forEach(this.#notes.report);
    return end;
  }

  /** Turns the crank; between turns, starts programs that launch has requested in the meantime. */
  async #drive(): Promise<RunEnd> {
    const { simulation } = this;
    const { duration: length } = this.#config.stop;
    const until = length === undefined ? undefined : simulation.graph.epoch + BigInt(length);
    for (;;) {
      const end = until === undefined ? await simulation.run() : await simulation.runUntil(until);
      if (this.#stopped !== undefined) return this.#stopped;
      if (end === 'paused' && this.#launch.waiting) await this.#launch.work();
      else if (end !== 'until' && end !== 'idle') {
        if (end !== 'paused') return this.#endings.first?.end ?? 'finished';
      } else if (!(await this.#lives!.goOn())) return this.#stalls(end) ? 'stalled' : end;
    }
  }

  /** Whether something waits for what will never come; in real time it may come from outside. */
  #stalls(end: 'until' | 'idle'): boolean {
    const { kernel, graph } = this.simulation;
    const isRealTime = this.#config.clock.rate !== undefined;
    if (end === 'until' && (!kernel.idle || isRealTime)) return false;
    const stalls = findStalls(graph, this.#programs.loading, this.#guests.waits);
    stalls.forEach(this.#notes.report);
    return stalls.length > 0;
  }

  /** User code has called `process.exit`: if there are other processes, only its own ends. */
  #exit(code: number): void {
    if (hasProcesses(this.#config.system)) this.#processes.exit(code);
    else this.#endings.exit({ end: 'finished', detail: 'process.exit', exitCode: code });
  }

  /** Loads and starts the programs; false when one of them ended the run while loading. */
  async #load(): Promise<boolean> {
    const { clock, stop, system } = this.#config;
    const [{ simulation }, { programs, launch }] = [this, system];
    this.#prepareEndings();
    if (clock.constructAtZero)
      simulation.constructAtZero(clock.initialTime ?? simulation.graph.epoch);
    try {
      await this.#orchestrated.attach();
      this.#programs.prepare(programs);
      for (const program of programs) await this.#programs.start(program);
      this.#launch.add(launch ?? []);
      // Programs may have started others, too.
      await this.#launch.work();
    } catch (error) {
      if (error instanceof ProcessExit && !hasProcesses(system)) return false;
      throw error;
    }
    if (stop.monitor === undefined) return true;
    simulation.graph.enterProgram('simulation_monitor');
    simulation.attach(new SimulationMonitor(simulation, stop.monitor, this.#endings).node);
    return true;
  }

  #prepareEndings(): void {
    const [endings, processes] = [this.#endings, this.#processes];
    if (hasProcesses(this.#config.system)) processes.watch();
    for (const name of this.#config.stop.exited ?? []) {
      processes.whenEnded(name, (code) => {
        const detail = `${name} ended with exit code ${code}`;
        endings.finish({ end: 'exit', detail, exitCode: code });
      });
    }
    endings.addLook(() => processes.look());
  }

  #startSources(): void {
    const [simulation, sources] = [this.simulation, this.#sources];
    simulation.start();
    sources.warnings.forEach(this.#notes.warn);
    sources.begin(simulation);
    if (!this.#config.stop.played || sources.finished === undefined) return;
    this.#endings.addLook(() => {
      if (sources.finished) this.#endings.finish({ end: 'played' });
    });
  }

  #look(): void {
    if (this.#stopped !== undefined) return;
    this.#checkpoints?.look();
    const hear = (signal: NodeJS.Signals) => this.#lives?.signal(signal) ?? false;
    this.#stopped = this.#watch.look(this.simulation, hear);
    if (this.#stopped !== undefined) this.simulation.pause();
  }

  #outcome(end: RunEnd, observer: RunObserver, recorded: number, wallSeconds: number): RunOutcome {
    const [own, { first }] = [this.simulation.exitCode || this.#ownCode, this.#endings];
    const { errors, warnings, incompatible, agents } = this.#notes;
    return {
      ...{ ...worldFigures(this.simulation), end },
      endDetail: first?.end === end ? first.detail : own === 0 ? undefined : `exit code ${own}`,
      exitCode: exitCodeOf(end, own, this.#config.stop, errors.length > 0),
      ...{ errors, warnings, agents },
      ...{ leaks: this.#leaks, modules: this.#programs.modules() },
      ...{ processes: this.#orchestrated.records, guests: this.#guests.programs },
      ...{ digest: observer.digest(), recorded },
      graph: this.#witness?.report(incompatible),
      results: end === 'running' ? {} : this.#programs.results(),
      wallSeconds,
    };
  }
}
