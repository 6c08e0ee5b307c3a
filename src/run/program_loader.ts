import { clientModules, INSTANCE_CLASSES } from '../client/index.js';
import { OrreryError } from '../errors/index.js';
import {
  type Asked,
  createLoader,
  glanceAtRealm,
  ProcessExit,
  real,
  ThreadState,
  TopLevelAwaits,
  type UserLoader,
  withOwnLoader,
} from '../guard/index.js';
import { loadWithin } from '../packages/index.js';
import { parseRosArguments } from '../parameters/index.js';
import { engineMicrotasks, type Simulation } from '../simulation/index.js';
import type { Program, RunConfig } from '../system/index.js';
import { hasProcesses, programNameOf, rosArgumentsOf } from '../system/index.js';
import * as tf2 from '../tf2/index.js';
import type { LoadingProgram } from './find_stalls.js';
import { isJob, type Job, type JobContext } from './job.js';
import { ProcessIdentities } from './process_identities.js';
import type { Processes } from './processes.js';
import type { ProgramSurroundings } from './program_kind.js';
import { PROGRAM_KINDS } from './program_kinds.js';
import type { RunEndings } from './run_endings.js';
import { SimulationMonitor } from './simulation_monitor.js';
import { startComponent } from './start_component.js';
import { uncalledExport } from './uncalled_export.js';

/** The hooks that load modules: one set per thread, shared by all its runs. */
let threadLoader: UserLoader | undefined;
/** How many runs this thread has loaded programs for. */
let runs = 0;

/** What programs get from Orrery in place of packages. */
function modulesForPrograms(): Record<string, object> {
  return { ...clientModules(), 'orrery-sim/tf2': tf2 };
}

function loaderOfThread(): UserLoader {
  if (threadLoader === undefined) {
    threadLoader = createLoader({ resolve: modulesForPrograms() });
    loadWithin(withOwnLoader);
  }
  return threadLoader;
}

/** State of a thread that makes many runs, before the first one. */
export function stateOfThread(): ThreadState {
  // What Orrery installs in a thread stays there.
  engineMicrotasks();
  loaderOfThread();
  return new ThreadState({ ...modulesForPrograms(), 'classes of instances': INSTANCE_CLASSES });
}

/** Drops what the run of this thread has loaded. Returns what it asked for. */
export function forgetModules(): Asked {
  return threadLoader?.forget() ?? { modules: false, attributes: false, unlisted: false };
}

/**
 * Loads the user's files into the realm and starts each by its kind: a script runs when it is loaded, a component
 * (class or function) is instantiated and spun, and a job (a default export with `nodes`) is asked for its nodes.
 * Each process has its own modules, arguments and environment.
 */
export class ProgramLoader {
  readonly #simulation: Simulation;
  readonly #config: RunConfig;
  readonly #processes: Processes;
  readonly #endings: RunEndings;
  readonly #identities: ProcessIdentities;
  readonly #surroundings: ProgramSurroundings;
  readonly #jobs: Job[] = [];
  /** Each run has its own modules, as does each process. */
  readonly #run = runs++;
  readonly #started = new Map<string, Program>();
  readonly #modules = new Set<string>();
  /** By name, the programs whose module is being evaluated. */
  readonly #loading = new Map<string, Program>();
  readonly #awaits = new TopLevelAwaits();
  /** By name, the exports of scripts. */
  readonly #exports = new Map<string, { readonly program: Program; readonly exported: unknown }>();

  constructor(surroundings: ProgramSurroundings) {
    const { simulation, config, processes, endings } = surroundings;
    this.#surroundings = surroundings;
    this.#simulation = simulation;
    this.#config = config;
    this.#processes = processes;
    this.#endings = endings;
    this.#identities = new ProcessIdentities(simulation.graph);
    // Before the guard, so that globals have the same order in every thread.
    loaderOfThread();
  }

  /** The figures of the jobs, when the run is over. */
  results(): Record<string, string | number> {
    return Object.assign({}, ...this.#jobs.map((job) => job.results?.() ?? {}));
  }

  /** The files loaded as modules so far: absolute paths, sorted. */
  modules(): string[] {
    for (const file of threadLoader?.takeLoadedFiles() ?? []) this.#modules.add(file);
    return [...this.#modules].sort();
  }

  /** Programs that are still loading because of a top-level await. */
  get loading(): LoadingProgram[] {
    return [...this.#loading]
      .filter(([name, program]) => !this.#processes.hasEnded(program.process ?? name))
      .map(([name, program]) => {
        const isLost = () => this.#awaits.isLost(program.file);
        return { name, program, place: this.#awaits.placeIn(program.file), isLost };
      });
  }

  /** Starts the slow preparations of all programs before any program starts. */
  prepare(programs: readonly Program[]): void {
    if (programs.length < 2) return;
    for (const program of programs) {
      const kind = PROGRAM_KINDS.find(({ includes }) => includes(program));
      const args = this.#arguments(program);
      kind?.prepare?.(program, programName(program), args, this.#surroundings);
    }
  }

  /** Resolves when everything in the program that does not wait for virtual time is loaded and started. */
  async start(program: Program): Promise<void> {
    const name = programName(program);
    const process = program.process ?? name;
    this.#started.set(name, program);
    const life = this.#processes.begin(process, name, program);
    this.#simulation.graph.enterProgram(name);
    const args = this.#arguments(program);
    const kind = PROGRAM_KINDS.find(({ includes }) => includes(program));
    this.#identities.enter(name, kind && args, program);
    if (kind !== undefined) return kind.start(program, name, args, this.#surroundings);
    await this.#startFile(program, args, life);
  }

  /** A file of JavaScript or TypeScript, which runs in this thread. */
  async #startFile(program: Program, args: string[], life: string): Promise<void> {
    const loader = loaderOfThread();
    glanceAtRealm(program.file);
    loader.enterProcess(`${this.#run} ${life}`);
    try {
      const exported = await this.#load(loader, program, args);
      if (exported !== undefined) await this.#startExported(exported, program, args);
    } catch (error) {
      // If there are others, it ends alone.
      if (!(error instanceof ProcessExit && hasProcesses(this.#config.system))) throw error;
    }
    glanceAtRealm();
  }

  /** The programs of a process, in the order in which they were started. */
  programsOf(process: string): Program[] {
    return [...this.#started.values()].filter(
      (program) => (program.process ?? programName(program)) === process,
    );
  }

  /** Restores the thread's own environment and arguments. */
  dispose(): void {
    this.#identities.dispose();
  }

  #arguments(program: Program): string[] {
    const ros = rosArgumentsOf(program, this.#config);
    return ros.length === 0 ? [...program.args] : [...program.args, '--ros-args', ...ros];
  }

  /** The exports of the file; undefined while its module still waits for virtual time. */
  async #load(loader: UserLoader, program: Program, args: readonly string[]): Promise<unknown> {
    const { handles } = this.#surroundings;
    let isWatched = false;
    let evaluate = (_mayAwait: boolean) => {};
    const started = new Promise<void>((resolve) => {
      evaluate = (mayAwait) => {
        isWatched = mayAwait;
        if (isWatched) this.#awaits.enter();
        resolve();
      };
    });
    const name = programName(program);
    const loaded = loader.loadUserModule(program.file, args, (mayAwait) => evaluate(mayAwait));
    this.#loading.set(name, program);
    const ended = () => {
      this.#loading.delete(name);
      if (isWatched) this.#awaits.leave();
    };
    loaded.then(ended, ended);
    if (!(await this.#settles(loaded, started))) {
      // A top-level await on virtual time: the crank has to turn before it can continue.
      loaded.catch((error: unknown) => {
        if (!handles(error, name)) {
          this.#simulation.fail(programThrew(program, error), undefined, name);
        }
      });
      return undefined;
    }
    try {
      return (await loaded) ?? {};
    } catch (error) {
      if (handles(error, name)) return undefined;
      throw programThrew(program, error);
    }
  }

  /** Whether evaluating the program takes no virtual time. */
  async #settles(loaded: Promise<unknown>, started: Promise<void>): Promise<boolean> {
    const { kernel } = this.#simulation;
    let settled = false;
    const settle = () => {
      settled = true;
    };
    loaded.then(settle, settle);
    await Promise.race([started, loaded.catch(() => {})]);
    do {
      // A module that is still pending after the microtasks waits for real I/O, which holds the
      // kernel, or for virtual time.
      await new Promise((resolve) => real.setImmediate(resolve));
      await kernel.released();
      await new Promise((resolve) => real.setImmediate(resolve));
    } while (!settled && kernel.held);
    return settled;
  }

  async #startExported(exported: unknown, program: Program, args: string[]): Promise<void> {
    if (program.component !== undefined) {
      await startComponent(exported, program, args);
      return;
    }
    const main = defaultExport(exported);
    if (isJob(main)) await this.#startJob(main, programName(program));
    else this.#exports.set(programName(program), { program, exported });
  }

  /** Files that export nodes which nobody created: an error for each, reported at the end of the run. */
  notRun(): OrreryError[] {
    return [...this.#exports].flatMap(([name, { program, exported }]) =>
      this.#processes.hasNodes(name) ? [] : uncalledExport(exported, program),
    );
  }

  async #startJob(job: Job, name: string): Promise<void> {
    const simulation = this.#simulation;
    this.#jobs.push(job);
    this.#processes.holdsJob(name);
    simulation.constructAtZero(job.initialTime ?? this.#config.clock.initialTime ?? 0n);
    const context: JobContext = { parameters: this.#parameters() };
    for (const node of await job.nodes(context)) node.spin();
    const timeoutSeconds = job.timeoutSeconds?.(context);
    const options = timeoutSeconds === undefined ? {} : { timeoutSeconds };
    simulation.attach(new SimulationMonitor(simulation, options, this.#endings).node);
    this.#endings.addCondition({
      finished: () => job.finished?.() ?? false,
      exitCode: () => job.exitCode?.() ?? 0,
    });
  }

  #parameters(): JobContext['parameters'] {
    const { parameters } = parseRosArguments(this.#config.system.rosArgs);
    return new Map(
      parameters.flatMap((argument) =>
        argument.kind === 'value' ? [[argument.name, argument.value.value] as const] : [],
      ),
    );
  }
}

/** `export default` of an ES module, `module.exports` of a CommonJS one. */
function defaultExport(loaded: unknown): unknown {
  const isObject = typeof loaded === 'object' && loaded !== null;
  return isObject && 'default' in loaded ? loaded.default : loaded;
}

function programName({ name, file }: Program): string {
  return name ?? programNameOf(file);
}

function programThrew({ file }: Program, error: unknown): unknown {
  if (error instanceof OrreryError || error instanceof ProcessExit) return error;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new OrreryError('ORR_PROGRAM_THREW', `${file} threw while it was loaded: ${what}`, {
    place: { file },
    cause: error,
  });
}
