import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { type ExploredOutcome, type RunOutcome, TemporaryFolder } from '../record/index.js';
import { openRunner, type Runner } from '../run/index.js';
import type { Decision, Exploration, StepOptions, Strategy } from '../schedule/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import { type Check, needsRecording, parseCheck } from './check.js';
import { placeBetween } from './divergence.js';
import { unlessAborted } from './interruption.js';
import { type Failure, isLost, judgeRun } from './judge_run.js';
import { needsSurvey, surveyed } from './surveyed.js';

/**
 * A system, what may vary in it, and what must hold. In delays, losses and faults, the name `*` stands for all names
 * that the default run has.
 */
export interface Experiment {
  readonly config: RunConfig;
  /** See {@link parseCheck}. Default: only that the run has no error and exits with 0. */
  readonly checks?: readonly (Check | string)[];
  /** Default: none. */
  readonly delays?: Exploration['delays'];
  /** Default: none. */
  readonly losses?: Exploration['losses'];
  /** Default: none. */
  readonly faults?: NonNullable<Exploration['faults']>;
  /** How many ns timers, callbacks, messages, requests and responses may be late. Default: 0. */
  readonly jitter?: number;
  /** How many ns timers may be late. Default: {@link jitter}. */
  readonly timers?: number;
  /** How many ns two endpoints may need to find each other. Default: 0. */
  readonly discovery?: number;
  /**
   * Whether nodes of one program share nothing but what ROS carries, so that exchanging their callbacks has no
   * effect. Different programs never share more: each is a process of its own. Default: false.
   */
  readonly isolated?: boolean;
}

/** One run of an experiment, judged. */
export interface Trial {
  /** Undefined if its thread was lost. */
  readonly outcome: (RunOutcome & { readonly explored: ExploredOutcome }) | undefined;
  readonly failure: Failure | undefined;
  /** A failure that did not occur again when the run was repeated by its decisions; then `failure` is undefined. */
  readonly unrepeated?: Failure;
  /** Texts of the checks that had nothing to judge. */
  readonly idle: readonly string[];
}

/** Makes the runs of an experiment and judges them. */
export class Laboratory {
  /** Number of runs at a time. */
  readonly parallel: number;
  #experiment: Experiment;
  #isSurveyed: boolean;
  readonly #config: RunConfig;
  readonly #checks: readonly Check[];
  readonly #signal: AbortSignal | undefined;
  readonly #byPlace: boolean;
  readonly #warm: Runner;
  readonly #fresh: Runner;
  #standard: Trial | undefined;
  #executed = 0;
  #recordings: TemporaryFolder | undefined;
  #recorded = 0;

  /**
   * @param signal - aborts pending waits; see {@link Interruption}
   * @param byPlace - whether failures that leave the default run at different places count as different kinds;
   *   then the first run must be `standard`
   */
  constructor(experiment: Experiment, parallel: number, signal?: AbortSignal, byPlace = false) {
    this.parallel = parallel;
    this.#experiment = experiment;
    this.#isSurveyed = !needsSurvey(experiment);
    this.#signal = signal;
    this.#byPlace = byPlace;
    this.#warm = openRunner('series', parallel);
    this.#fresh = openRunner('thread', parallel);
    const plain: RunConfig = withChanges(experiment.config, {
      output: { digest: 'content', directory: undefined },
    });
    this.#checks = (experiment.checks ?? []).map((check) =>
      typeof check === 'string' ? parseCheck(check) : check,
    );
    this.#config = this.#checks.reduce<RunConfig>((config, check) => check.prepare(config), plain);
  }

  /** The experiment; after the default run, with the names that `*` stood for. */
  get experiment(): Experiment {
    return this.#experiment;
  }

  /** Whether the seed of the system must stay fixed because a check compares with the default run. */
  get fixedSeed(): boolean {
    return this.#checks.some(({ comparesRuns }) => comparesRuns);
  }

  /** Whether more may vary than seeds and orders. */
  get variesMore(): boolean {
    const { delays = [], losses = [], faults = [], timers = 0, discovery = 0 } = this.experiment;
    return delays.length + losses.length + faults.length + timers + discovery > 0;
  }

  /** Whether something may vary that has a time, such as a delay: it is never tried with every time. */
  get variesTimes(): boolean {
    const { delays = [], faults = [], timers = 0, discovery = 0 } = this.experiment;
    if (timers > 0 || discovery > 0 || delays.some(({ min, max }) => max > min)) return true;
    return faults.some(({ fault, time = 0 }) => fault !== 'crash' && time > 0);
  }

  /** The number of runs made so far. */
  get executed(): number {
    return this.#executed;
  }

  /** Subtracts runs that were started ahead but not examined; their number depends on the number of threads. */
  disregard(runs: number): void {
    this.#executed -= runs;
  }

  /** The configuration of a run with these decisions. */
  configOf(strategy: Strategy, more: Partial<Exploration> = {}): RunConfig {
    const { delays = [], losses = [], faults = [] } = this.#experiment;
    const { timers = 0, discovery = 0 } = this.#experiment;
    const varied = { delays, losses, faults, timers, discovery };
    const steps = strategy.kind === 'path' ? { steps: this.#noted } : {};
    const seen = this.#byPlace ? { inputs: true } : {};
    const schedule = { ...varied, strategy, ...steps, ...seen, ...more };
    return withChanges(this.#config, { proof: { schedule } });
  }

  /** A check on several topics may depend on the order of their messages, even at one instant. */
  get #noted(): StepOptions {
    const { isolated = false } = this.#experiment;
    const ordered = this.#checks.some(({ text }) => !/^(topic|program|order):/.test(text));
    return { isolated, ordered };
  }

  /** Makes the run without decisions, in a separate thread. @throws OrreryError for errors of the system */
  async standard(alternatives = 0, inputs = false): Promise<Trial> {
    const strategy = { kind: 'replay', decisions: [] } as const;
    if (!this.#isSurveyed) {
      this.#isSurveyed = true;
      const { outcome } = await this.#try(this.#bare(), (placed) => this.#fresh.run(placed));
      this.#experiment = surveyed(this.#experiment, outcome?.graph);
    }
    if (this.#standard === undefined) {
      const config = withChanges(this.configOf(strategy, { alternatives, inputs }), {
        output: { graph: true },
      });
      this.#standard = await this.#try(config, (placed) => this.#fresh.run(placed));
    }
    return this.#standard;
  }

  /** Makes a run in a thread that earlier runs have used. */
  try(strategy: Strategy, more?: Partial<Exploration>): Promise<Trial> {
    return this.#try(this.configOf(strategy, more), (config) => this.#warm.run(config));
  }

  /**
   * Repeats a run that failed, in a separate thread: by its decisions, or, if its thread was lost before it could
   * report them, by what chose them. If it then does not fail in the same way, the decisions are not why it did: the
   * failure came from outside, such as from a busy machine or an earlier run.
   */
  async repeated(trial: Trial, strategy: Strategy, more?: Partial<Exploration>): Promise<Trial> {
    const { outcome, failure } = trial;
    if (failure === undefined) return trial;
    const again =
      outcome === undefined
        ? await this.fresh(strategy, more)
        : await this.fresh({ kind: 'replay', decisions: outcome.explored.decisions });
    if (again.failure?.kind === failure.kind) return trial;
    return { ...trial, failure: undefined, unrepeated: failure };
  }

  /** Repeats a run whose thread was lost, and returns the decisions that the repetition reports. */
  async lostDecisions(strategy: Strategy, more?: Partial<Exploration>): Promise<Decision[]> {
    const decisions: Decision[] = [];
    const note = (decision: Decision) => decisions.push(decision);
    const config = this.configOf(strategy, { ...more, live: true });
    await this.#try(config, (placed) => this.#warm.run(placed, note));
    return decisions;
  }

  /** Makes a run in a separate thread, where state that other runs left behind cannot matter. */
  fresh(strategy: Strategy, more?: Partial<Exploration>): Promise<Trial> {
    return this.#try(this.configOf(strategy, more), (config) => this.#fresh.run(config));
  }

  #placed(
    failure: Failure | undefined,
    { explored }: NonNullable<Trial['outcome']>,
  ): Failure | undefined {
    const standard = this.#standard?.outcome?.explored.inputs;
    if (!this.#byPlace || failure === undefined || standard === undefined) return failure;
    return { ...failure, kind: `${failure.kind} ${placeBetween(standard, explored.inputs)}` };
  }

  /** The configuration of a run without variations, which reports its graph. */
  #bare(): RunConfig {
    const strategy = { kind: 'replay', decisions: [] } as const;
    const schedule = { delays: [], losses: [], faults: [], strategy };
    return withChanges(this.#config, { proof: { schedule }, output: { graph: true } });
  }

  async close(): Promise<void> {
    await Promise.all([this.#warm.close(), this.#fresh.close()]);
    this.#recordings?.remove();
  }

  /** Where to record the next run, if a check reads the recording; undefined if none does. */
  #recordingTo(): string | undefined {
    if (!this.#checks.some(needsRecording)) return undefined;
    this.#recordings ??= new TemporaryFolder('explore');
    return join(this.#recordings.path, String(++this.#recorded));
  }

  #try(config: RunConfig, run: (config: RunConfig) => Promise<RunOutcome>): Promise<Trial> {
    return unlessAborted(this.#perform(config, run), this.#signal);
  }

  async #perform(
    config: RunConfig,
    run: (config: RunConfig) => Promise<RunOutcome>,
  ): Promise<Trial> {
    this.#executed++;
    const directory = this.#recordingTo();
    try {
      const placed = withChanges(config, { output: { directory } });
      const outcome = (await run(placed)) as NonNullable<Trial['outcome']>;
      const failure = await judgeRun(outcome, placed, this.#checks, this.#standard?.outcome);
      const idle = this.#checks.filter((each) => each.evaluated?.(outcome) === false);
      return {
        idle: idle.map(({ text }) => text),
        outcome,
        failure: this.#placed(failure, outcome),
      };
    } catch (error) {
      if (!(error instanceof OrreryError) || !isLost(error)) throw error;
      return { idle: [], outcome: undefined, failure: { kind: error.code, text: error.message } };
    } finally {
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
    }
  }
}
