import { OrreryError } from '../errors/index.js';
import type { LeakRecord } from '../guard/index.js';
import type { Guests } from '../guests/index.js';
import type { ExecutionTimes, ProcessLimitsModel, SystemModels } from '../models/index.js';
import type { DataProvider, DdsProcesses, DdsProgram, NodeModel } from '../orchestrator/index.js';
import type { ProcessRecord } from '../record/index.js';
import type { Simulation } from '../simulation/index.js';
import type { RunConfig } from '../system/index.js';
import type { AppliedModels } from './apply_run_models.js';
import type { GuestWatch } from './create_guests.js';
import type { Processes } from './processes.js';

// Captured before a guard replaces it.
const { env: environment } = process;

interface Surroundings {
  readonly simulation: Simulation;
  readonly config: RunConfig;
  readonly guests: Guests;
  readonly processes: Processes;
  readonly watch: GuestWatch;
  readonly warn: (text: string) => void;
  /** Takes an error that does not end the run. */
  readonly report: (error: OrreryError) => void;
}

/** The programs of a run that are ordered over DDS. The orchestrator is loaded with the first of them. */
export class OrchestratedPrograms {
  readonly #surroundings: Surroundings;
  #processes: DdsProcesses | undefined;
  #making: Promise<DdsProcesses> | undefined;
  /** What is known of the programs' callbacks. */
  #models: SystemModels = {};
  #ordered: readonly NodeModel[] = [];
  #provider: DataProvider | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /**
   * Applies what models say about processes, including guests, and attaches the order of a configuration; returns
   * the execution times, which also apply to guests.
   */
  async follow({ merged: models, times }: AppliedModels): Promise<ExecutionTimes | undefined> {
    this.#models = models;
    const { callback } = models.process_limits ?? {};
    if (callback !== undefined) this.#surroundings.guests.patience = callback / 1e9;
    const { ros2_def: order, data_provider: socket } = models;
    if (order === undefined && socket === undefined) return times;
    const { attachOrder, DataProvider } = await import('../orchestrator/index.js');
    if (socket !== undefined) {
      this.#provider = new DataProvider(this.#surroundings.simulation, socket);
    }
    if (order === undefined) return times;
    const { PackageIndex } = await import('../launch/index.js');
    const { AMENT_PREFIX_PATH: amentPrefixPath } = environment;
    const packages = new PackageIndex(amentPrefixPath === undefined ? {} : { amentPrefixPath });
    const shareOf = (name: string) => packages.packageShare(name);
    this.#ordered = attachOrder(this.#surroundings.simulation, models, shareOf);
    return times;
  }

  get records(): readonly ProcessRecord[] {
    return this.#processes?.records ?? [];
  }

  get leaks(): readonly LeakRecord[] {
    const { data_provider: socket } = this.#models;
    const what = `what comes from the data provider at ${socket} is its own decision`;
    const provided: LeakRecord = { kind: 'process', what, sinceStartNs: 0, count: 1 };
    return [...(this.#processes?.leaks ?? []), ...(this.#provider === undefined ? [] : [provided])];
  }

  /** Starts a program ahead of time, in parallel with others. */
  prepare(program: DdsProgram): void {
    // A failure surfaces when the program is started for real.
    void this.#made().then((made) => made.prepare(program));
  }

  async start(program: DdsProgram): Promise<void> {
    await (await this.#made()).start(program);
  }

  /** Waits for the nodes that the models expect to be started by hand. */
  async attach(): Promise<void> {
    const { attach: entries = [] } = this.#models;
    if (entries.length === 0) return;
    const { expectedNodes, howToStart } = await import('../orchestrator/index.js');
    const domain = Number(environment.ROS_DOMAIN_ID ?? 0);
    const nodes = expectedNodes(entries, domain, this.#ordered);
    process.stderr.write(howToStart(nodes));
    const { env = {} } = this.#surroundings.config.system;
    await (await this.#made()).attach(nodes, env);
  }

  #made(): Promise<DdsProcesses> {
    this.#making ??= this.#make();
    return this.#making;
  }

  async #make(): Promise<DdsProcesses> {
    const { CallbackEnds, DdsProcesses: Made } = await import('../orchestrator/index.js');
    const { simulation, config, guests, processes, watch, warn } = this.#surroundings;
    this.#processes = new Made({
      ...{ simulation, guests, environment, distro: config.system.distro },
      waits: this.#models.waits_inside ?? [],
      ends: new CallbackEnds(this.#models.callback_ends ?? [], this.#ordered),
      limits: limitsIn(this.#models.process_limits),
      host: {
        spawned: (pid) => watch.guestStarted?.(pid),
        gone: (pid) => watch.guestEnded?.(pid),
        exited: (name, code) => processes.ended(name, code),
        warn,
      },
    });
    return this.#processes;
  }

  /** Ends the programs; in strict mode, anything that the order of the run does not decide is an error. */
  async close(): Promise<void> {
    await this.#processes?.close();
    await this.#provider?.close();
    const { config, report } = this.#surroundings;
    if (!config.proof.strict) return;
    for (const { what } of this.leaks) {
      report(
        new OrreryError(
          'ORR_LEAK_PROCESS',
          `${what}; the order of the run does not decide that, so mend it or run without strict mode.`,
        ),
      );
    }
  }
}

/** In ms. */
function limitsIn({ start, callback }: ProcessLimitsModel = {}) {
  return {
    ...(start === undefined ? {} : { start: start / 1e6 }),
    ...(callback === undefined ? {} : { callback: callback / 1e6 }),
  };
}
