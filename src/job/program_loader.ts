import { basename } from 'node:path';
import { clientModules } from '../client/index.js';
import { OrreryError } from '../errors/index.js';
import { createLoader, ProcessExit, real, type UserLoader } from '../guard/index.js';
import type { Simulation } from '../simulation/index.js';
import { isJob, type Job, type JobContext } from './job.js';
import { SimulationMonitor } from './monitor.js';
import { parseRosArguments } from './params/index.js';
import type { Program, RunConfig } from './run_config.js';

/** What a component file gives: a class or factory of nodes. */
type ComponentFactory = (new (
  options: object,
) => { spin(): void }) &
  ((options: object) => unknown);

/**
 * Loads the user's files into the realm and starts what they are: a script runs by itself when it
 * is loaded; a component (a default export that is a class or function) is instantiated and spun;
 * a job (a default export with `nodes`) is asked for its nodes.
 */
export class ProgramLoader {
  readonly #simulation: Simulation;
  readonly #config: RunConfig;
  readonly #jobs: Job[] = [];

  constructor(simulation: Simulation, config: RunConfig) {
    this.#simulation = simulation;
    this.#config = config;
  }

  /** Figures that the jobs give, when the run is over. */
  results(): Record<string, string | number> {
    return Object.assign({}, ...this.#jobs.map((job) => job.results?.() ?? {}));
  }

  /** Returns when everything that does not wait for virtual time has been loaded and started. */
  async start(): Promise<void> {
    const loader = createLoader({ resolve: clientModules() });
    for (const program of this.#config.programs) await this.#startProgram(loader, program);
  }

  async #startProgram(loader: UserLoader, program: Program): Promise<void> {
    this.#simulation.graph.enterProgram(programName(program));
    const { rosArgs } = this.#config;
    const args = rosArgs.length === 0 ? program.args : [...program.args, '--ros-args', ...rosArgs];
    let evaluate = () => {};
    const started = new Promise<void>((resolve) => {
      evaluate = resolve;
    });
    const loaded = loader.loadUserModule(program.file, args, () => evaluate());
    if (!(await this.#settles(loaded, started))) {
      // A top-level await on virtual time: the crank has to turn for it to go on.
      loaded.catch((error: unknown) => this.#simulation.fail(programThrew(program, error)));
      return;
    }
    let exported: unknown;
    try {
      exported = defaultExport(await loaded);
    } catch (error) {
      throw programThrew(program, error);
    }
    if (isJob(exported)) await this.#startJob(exported);
    else if (typeof exported === 'function') await this.#startComponent(exported, program);
  }

  async #startJob(job: Job): Promise<void> {
    const simulation = this.#simulation;
    this.#jobs.push(job);
    simulation.constructAtZero(job.initialTime ?? this.#config.initialTime ?? 0n);
    const context: JobContext = { parameters: this.#parameters() };
    for (const node of await job.nodes(context)) node.spin();
    const timeoutSeconds = job.timeoutSeconds?.(context);
    const monitor = new SimulationMonitor(
      simulation,
      timeoutSeconds === undefined ? {} : { timeoutSeconds },
    );
    simulation.attach(monitor.node);
    if (job.finished !== undefined || job.exitCode !== undefined) simulation.endWhen(job);
  }

  /** Whether the program is evaluated without any virtual time passing. */
  async #settles(loaded: Promise<unknown>, started: Promise<void>): Promise<boolean> {
    const { kernel } = this.#simulation;
    let settled = false;
    const settle = () => {
      settled = true;
    };
    loaded.then(settle, settle);
    await Promise.race([started, loaded.catch(() => {})]);
    do {
      // What is left after the microtasks waits for real I/O, which holds the kernel, or for virtual time.
      await new Promise((resolve) => real.setImmediate(resolve));
      await kernel.released();
      await new Promise((resolve) => real.setImmediate(resolve));
    } while (!settled && kernel.held);
    return settled;
  }

  async #startComponent(exported: unknown, program: Program): Promise<void> {
    const factory = exported as ComponentFactory;
    const options = { args: program.args };
    const isClass = /^class\b/.test(Function.prototype.toString.call(factory));
    const made: unknown = isClass ? new factory(options) : await factory(options);
    for (const node of Array.isArray(made) ? made : [made]) {
      if (typeof node?.spin !== 'function') {
        throw new OrreryError(
          'ORR_COMPONENT_NODE',
          `The component in ${program.file} did not give a node; its class or function must make an object with spin().`,
          { place: { file: program.file } },
        );
      }
      node.spin();
    }
  }

  #parameters(): JobContext['parameters'] {
    const { parameters } = parseRosArguments(this.#config.rosArgs);
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

/** `/src/talker.ts` → `talker`: how the program is called in traces. */
function programName({ file }: Program): string {
  return basename(file).replace(/\.[cm]?[jt]s$/, '');
}

function programThrew({ file }: Program, error: unknown): unknown {
  if (error instanceof OrreryError || error instanceof ProcessExit) return error;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new OrreryError('ORR_PROGRAM_THREW', `${file} threw while it was loaded: ${what}`, {
    place: { file },
    cause: error,
  });
}
