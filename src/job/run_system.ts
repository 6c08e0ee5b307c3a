import { BagPlayer, BagRecorder, openPlayback, type Playback } from '../bag/index.js';
import { enterSimulation } from '../client/index.js';
import { OrreryError } from '../errors/index.js';
import { type Guard, installGuard, type LeakRecord, ProcessExit } from '../guard/index.js';
import { Simulation } from '../simulation/index.js';
import { RunObserver } from '../trace/index.js';
import { DisturbedObserver } from './disturbed_observer.js';
import { GuardedWorld } from './guarded_world.js';
import { ProgramLoader } from './program_loader.js';
import type { RunConfig, RunEnd, RunError, RunOutcome } from './run_config.js';
import { RunDirectory, writeRunFile } from './run_directory.js';

const { now: wallNow } = performance;
const realResourceUsage = process.resourceUsage;

/** Set in the environment of every run, so that reading it tells nothing of the machine. */
const LOCALE = { LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' };

/** Link between a run and whoever watches it. Called a few hundred times per second. */
export interface RunWatch {
  /** Progress so far; returns true to interrupt the run. */
  look(simulation: Simulation): boolean;
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
  readonly #playbacks: readonly Playback[];
  readonly #players: BagPlayer[] = [];
  readonly #programs: ProgramLoader;
  #interrupted = false;
  #leaks: readonly LeakRecord[] = [];
  /** When the crank began to turn; loading programs is not part of a run's speed. */
  #wallStart: number | undefined;

  private constructor(config: RunConfig, watch: RunWatch, playbacks: readonly Playback[]) {
    this.#config = config;
    this.#watch = watch;
    this.#playbacks = playbacks;
    this.simulation = new Simulation({
      initialTime: config.initialTime ?? earliest(playbacks),
      seed: config.seed,
      distro: config.distro,
      orderDigest: config.digest !== 'off',
      ...(config.rate === undefined ? {} : { rate: config.rate }),
      ...(config.instantLimit === undefined ? {} : { instantLimit: config.instantLimit }),
      onTurn: () => this.#look(),
    });
    this.#programs = new ProgramLoader(this.simulation, config);
  }

  /** Opens the bags; what is wrong with them is found before anything runs. */
  static async create(config: RunConfig, watch: RunWatch): Promise<SystemRun> {
    const playbacks: Playback[] = [];
    for (const { path, ...options } of config.bags) {
      playbacks.push(await openPlayback(path, options));
    }
    return new SystemRun(config, watch, playbacks);
  }

  async run(): Promise<RunOutcome> {
    const { graph } = this.simulation;
    this.#reportIncompatible();
    const directory = await this.#openDirectory();
    const recorder = directory === undefined ? await this.#openRecorder() : undefined;
    const observer =
      directory?.observer(graph) ??
      new RunObserver(graph, recorder === undefined ? {} : { messages: recorder });
    const records = directory !== undefined || recorder !== undefined;
    const { disturbMs, digest } = this.#config;
    const seen = records || digest === 'content' ? observer : undefined;
    graph.observer = disturbMs === undefined ? seen : new DisturbedObserver(seen, disturbMs);
    let end: RunEnd = 'failed';
    try {
      end = await this.#simulate();
    } catch (error) {
      this.#errors.push(describeError(error));
    }
    const wallEnd = wallNow.call(performance);
    const wallSeconds = (wallEnd - (this.#wallStart ?? wallEnd)) / 1000;
    try {
      directory?.close();
      recorder?.close();
    } catch (error) {
      end = 'failed';
      this.#errors.push(describeError(error));
    }
    const recorded = (directory ?? recorder)?.messageCount ?? 0;
    const outcome = this.#outcome(end, observer, recorded, wallSeconds);
    if (directory !== undefined) writeRunFile(`${directory.path}/run.json`, this.#config, outcome);
    return outcome;
  }

  async #openDirectory(): Promise<RunDirectory | undefined> {
    const { directory } = this.#config;
    return directory === undefined
      ? undefined
      : RunDirectory.create(directory, this.simulation.graph);
  }

  async #openRecorder(): Promise<BagRecorder | undefined> {
    const { recording } = this.#config;
    if (recording === undefined) return undefined;
    const { path, ...options } = recording;
    return BagRecorder.create(path, this.simulation.graph, options);
  }

  async #simulate(): Promise<RunEnd> {
    const { simulation } = this;
    enterSimulation(simulation);
    const world = new GuardedWorld(simulation, { onExit: (code) => simulation.exit(code) });
    let guard: Guard | undefined;
    const onRejection = (error: unknown) => simulation.fail(error, 'ORR_UNHANDLED_REJECTION');
    process.on('unhandledRejection', onRejection);
    try {
      guard = installGuard(world, { strict: this.#config.strict ?? false, environment: LOCALE });
      if (!(await this.#load())) return 'finished';
      this.#startPlayers();
      const { duration } = this.#config;
      this.#wallStart = wallNow.call(performance);
      const end =
        duration === undefined
          ? await simulation.run()
          : await simulation.stepFor(BigInt(duration));
      if (this.#interrupted) return 'interrupted';
      return end === 'until' || end === 'idle' ? end : 'finished';
    } finally {
      this.#leaks = guard?.leaks() ?? [];
      guard?.uninstall();
      process.off('unhandledRejection', onRejection);
      for (const player of this.#players) player.close();
    }
  }

  /** Loads and starts the programs; false when one of them ended the run meanwhile. */
  async #load(): Promise<boolean> {
    try {
      await this.#programs.start();
      return true;
    } catch (error) {
      if (error instanceof ProcessExit) return false;
      throw error;
    }
  }

  /** Players publish to whoever is there when the clock starts. */
  #startPlayers(): void {
    const { graph, types } = this.simulation;
    this.simulation.start();
    for (const playback of this.#playbacks) {
      this.#warnings.push(...playback.warnings);
      const player = new BagPlayer(graph, types, playback);
      this.#players.push(player);
      this.simulation.attach(player.node);
      player.start();
    }
  }

  #reportIncompatible(): void {
    const { graph } = this.simulation;
    graph.onIncompatible = ({ topic, reason, publisher, subscription }) => {
      const [offer, request] = [publisher.node.fullName, subscription.node.fullName];
      this.#warnings.push(
        reason === 'type'
          ? `${topic}: ${offer} publishes ${publisher.type.name} but ${request} subscribes to ${subscription.type.name}; no message will pass.`
          : `${topic}: the ${reason} that ${offer} offers does not satisfy what ${request} requests; no message will pass.`,
      );
    };
  }

  #look(): void {
    if (!this.#watch.look(this.simulation) || this.#interrupted) return;
    this.#interrupted = true;
    this.simulation.pause();
  }

  #outcome(end: RunEnd, observer: RunObserver, recorded: number, wallSeconds: number): RunOutcome {
    const { graph, kernel, exitCode } = this.simulation;
    const codes: Record<RunEnd, number> = {
      idle: exitCode,
      until: exitCode,
      finished: exitCode,
      interrupted: 130,
      failed: 1,
    };
    return {
      end,
      exitCode: codes[end],
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
      results: this.#programs.results(),
      peakMemory: realResourceUsage.call(process).maxRSS * 1024,
      wallSeconds,
    };
  }
}

/** What the clock must read for the earliest stamp of all bags to be met; 0 without one. */
function earliest(playbacks: readonly Playback[]): bigint {
  let start: bigint | undefined;
  for (const { initialTime } of playbacks) {
    if (initialTime !== undefined && (start === undefined || initialTime < start)) {
      start = initialTime;
    }
  }
  return start ?? 0n;
}

/** An error in a form that can cross to another thread. */
export function describeError(error: unknown): RunError {
  if (!(error instanceof OrreryError)) {
    const stack = error instanceof Error ? error.stack : undefined;
    return { code: 'ORR_UNEXPECTED', message: String(error), place: {}, stack };
  }
  const { code, message, place, cause } = error;
  const stack = cause instanceof Error ? cause.stack : undefined;
  return { code, message, place: { ...place } as RunError['place'], stack };
}
