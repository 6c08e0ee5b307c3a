import type { Moments } from '../schedule/index.js';
import { drawsUnseen } from '../system/index.js';
import type { Arm, Job } from './arm.js';
import { Coverage } from './coverage.js';
import { EveryOrder } from './every_order.js';
import type { ExploreOptions, ExploreResult, FoundFailure } from './explore_result.js';
import { findHints } from './find_hints.js';
import { inOrder } from './in_order.js';
import { Interruption } from './interruption.js';
import { Laboratory, type Trial } from './laboratory.js';
import { OrderTally } from './order_tally.js';
import { type ArmFigures, Portfolio } from './portfolio.js';
import { proportionInterval } from './proportion_interval.js';
import { refuseUntouched } from './refuse_untouched.js';
import {
  MutationArm,
  PctArm,
  RandomArm,
  SeedArm,
  SparseArm,
  SystematicArm,
} from './search_arms.js';
import { type SearchOptions, withDefaults } from './search_options.js';
import { type ShrunkFailure, shrinkFailure } from './shrink_failure.js';

/** The most decisions of the schedules that a portfolio tries systematically. */
const PORTFOLIO_BOUND = 3;
/** Strategies that draw every run independently from the same distribution. */
const DRAWN: ReadonlySet<string> = new Set(['seeds', 'random']);

/**
 * Searches the runs that ROS 2 allows for one that fails, and shrinks the first failure found.
 *
 * @throws OrreryError for mistakes in the system or in a check
 */
export async function exploreSystem(options: ExploreOptions): Promise<ExploreResult> {
  const complete = withDefaults(options);
  const laboratory = new Laboratory(options, complete.parallel, options.signal);
  try {
    return await new Search(complete, laboratory).run();
  } finally {
    await laboratory.close();
  }
}

class Search {
  readonly #options: SearchOptions;
  readonly #laboratory: Laboratory;
  readonly #tally = new OrderTally();
  readonly #coverage: Coverage;
  readonly #failures = new Map<string, { count: number; first: FoundFailure }>();
  readonly #unrepeated = new Map<string, FoundFailure>();
  #systematic: SystematicArm | undefined;
  #every: EveryOrder | undefined;
  readonly #portfolio: Portfolio;
  /** For each kind of failure, its first run if the thread of that run was lost. */
  readonly #lost = new Map<string, Job>();
  /** The number of executions when the search ended. */
  #searched = 0;
  #runs = 0;
  #failed = 0;
  /** Whether a run has drawn random numbers, so that its seed has an effect. */
  #isRandom = false;
  #points = 0;
  #lanes = 0;
  #moments: Moments = { deliveries: {}, callbacks: {} };
  #steps = 0;
  #hints: readonly string[] = [];
  /** Checks that had nothing to judge in any run. */
  #idle: readonly string[] | undefined;

  constructor(options: SearchOptions, laboratory: Laboratory) {
    this.#options = options;
    this.#laboratory = laboratory;
    const { strategy, runs, further, corpus = [] } = options;
    this.#coverage = new Coverage(corpus);
    if (strategy.kind === 'systematic') this.#systematic = new SystematicArm(strategy.bound, runs);
    this.#portfolio = new Portfolio(this.#arms(), runs, further);
  }

  #arms(): Arm[] {
    const { strategy, seed } = this.#options;
    const search = this;
    const varySeed = strategy.kind === 'portfolio' && !this.#laboratory.fixedSeed;
    const known = {
      ...{ seed, corpus: this.#coverage.corpus },
      // What jitter and the name `*` stand for is known only after the default run.
      get variesMore() {
        return search.#laboratory.variesMore;
      },
      get varySeed() {
        return varySeed && search.#isSeedOfUse;
      },
      get isRandom() {
        return search.#isRandom;
      },
      get points() {
        return search.#points;
      },
      get moments() {
        return search.#steps;
      },
    };
    if (strategy.kind === 'random') return [new RandomArm(known)];
    if (strategy.kind === 'pct') return [new PctArm(known, [strategy.depth])];
    if (strategy.kind === 'systematic') return [this.#systematic!];
    const { isolated = false } = this.#options;
    this.#every = new EveryOrder(known, { alone: strategy.kind === 'dpor', isolated });
    if (strategy.kind === 'dpor') return [this.#every];
    this.#systematic = new SystematicArm(PORTFOLIO_BOUND, this.#options.runs, known);
    return [
      ...[new RandomArm(known), ...(varySeed ? [new SeedArm(known)] : []), new PctArm(known)],
      ...[this.#systematic, new SparseArm(known), new MutationArm(known), this.#every],
    ];
  }

  async run(): Promise<ExploreResult> {
    let shrunk: ShrunkFailure | undefined;
    try {
      await this.#search().finally(() => {
        this.#searched = this.#laboratory.executed;
      });
      shrunk = await this.#shrink();
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
    }
    return this.#result(shrunk);
  }

  async #search(): Promise<void> {
    const standard = await this.#laboratory.standard(this.#systematic?.wanted ?? 0, true);
    this.#note(undefined, standard);
    // If the default run fails, there is no need to search.
    if (standard.outcome === undefined || standard.failure !== undefined) return;
    this.#moments = standard.outcome.explored;
    refuseUntouched(this.#options, this.#moments);
    this.#countSteps(standard.outcome.callbacks);
    this.#systematic?.begin(standard);
    await inOrder(
      this.#options.parallel,
      () => this.#portfolio.next(),
      (job) => this.#attempt(job),
      (job, trial) => this.#use(job, trial),
    );
    this.#hints = findHints(this.#laboratory.experiment, standard.outcome.explored.inputs);
  }

  /** Makes a run. A new kind of failure counts only if the decisions of the run lead to it again. */
  async #attempt(job: Job): Promise<Trial> {
    const settings = this.#settingsOf(job);
    const trial = await this.#laboratory.try(job.strategy, settings);
    const { failure } = trial;
    if (failure === undefined || this.#failures.has(failure.kind)) return trial;
    return this.#laboratory.repeated(trial, job.strategy, settings);
  }

  /** Counts how often something could be late, lost or fail. */
  #countSteps(callbacks: number): void {
    const { timers = 0, discovery = 0 } = this.#laboratory.experiment;
    const { deliveries } = this.#moments;
    const sent = Object.values(deliveries).reduce((sum, count) => sum + count, 0);
    this.#steps = sent + (timers > 0 || discovery > 0 ? callbacks : 0);
  }

  #settingsOf({ alternatives, system, steps }: Job) {
    const { deliveries, callbacks } = this.#moments;
    const seed = system === undefined ? {} : { system };
    const noted = steps === undefined ? {} : { steps };
    return { alternatives, moments: { deliveries, callbacks }, ...seed, ...noted };
  }

  #use(job: Job, trial: Trial): boolean {
    this.#runs = job.run;
    this.#portfolio.used(job, trial, this.#note(job, trial));
    this.#options.onProgress?.({ phase: 'search', ...this.#counts() });
    if (this.#options.signal?.aborted) throw new Interruption();
    if (this.#failed > 0) return this.#runs < this.#options.enough;
    return this.#isMore();
  }

  /** Whether a run has drawn random numbers, as far as that is seen. */
  get #isSeedOfUse(): boolean {
    return drawsUnseen(this.#options.config.system) || this.#isRandom;
  }

  /** Whether a run may still show something new: not if every order was seen and only the order varies. */
  #isMore(): boolean {
    return (
      this.#laboratory.variesMore || this.#isSeedOfUse || this.#every?.result.complete !== true
    );
  }

  #counts() {
    const { pairs } = this.#coverage.counts;
    return { runs: this.#runs, failures: this.#failed, orders: this.#tally.orders, pairs };
  }

  /** Returns whether the run showed something new. */
  #note(job: Job | undefined, trial: Trial): boolean {
    const { outcome, failure, unrepeated, idle } = trial;
    this.#every?.note(job, trial);
    this.#isRandom ||= outcome?.explored.isRandom ?? true;
    this.#idle = (this.#idle ?? idle).filter((each) => idle.includes(each));
    if (outcome !== undefined) {
      this.#tally.note(outcome, this.#isDrawn(job));
      // PCT must know the number of choices before it draws, so it uses those of the default run.
      if (job === undefined || this.#options.strategy.kind !== 'pct') {
        this.#points = Math.max(this.#points, outcome.explored.points);
      }
      this.#lanes = Math.max(this.#lanes, outcome.explored.lanes);
    }
    const isNew = this.#coverage.note(trial);
    const run = job?.run ?? 0;
    const decisions = outcome?.explored.decisions ?? [];
    if (unrepeated !== undefined && !this.#unrepeated.has(unrepeated.kind)) {
      this.#unrepeated.set(unrepeated.kind, { ...unrepeated, run, decisions });
    }
    if (failure === undefined) return isNew;
    this.#failed++;
    const known = this.#failures.get(failure.kind);
    if (known !== undefined) known.count++;
    else {
      const first = { ...failure, run, decisions };
      this.#failures.set(failure.kind, { count: 1, first });
      if (outcome === undefined && job) this.#lost.set(failure.kind, job);
    }
    return isNew;
  }

  /** Whether the run was drawn from the same distribution as others, so that its probability can be estimated. */
  #isDrawn(job: Job | undefined): boolean {
    if (job === undefined) return false;
    return this.#options.strategy.kind === 'pct' || job.arm === 'random';
  }

  async #shrink(): Promise<ShrunkFailure | undefined> {
    const [found] = this.#failures.values();
    if (found === undefined) return undefined;
    found.first = await this.#decided(found.first);
    const progress = () => this.#options.onProgress?.({ phase: 'shrink', ...this.#counts() });
    return shrinkFailure(this.#laboratory, found.first, this.#points + this.#steps, progress);
  }

  /** Adds the decisions of a run whose thread was lost. */
  async #decided(found: FoundFailure): Promise<FoundFailure> {
    const job = this.#lost.get(found.kind);
    if (job === undefined) return found;
    const settings = this.#settingsOf(job);
    return { ...found, decisions: await this.#laboratory.lostDecisions(job.strategy, settings) };
  }

  #result(shrunk: ShrunkFailure | undefined): ExploreResult {
    const { strategy } = this.#options;
    const runs = this.#runs;
    const { delays = [], losses = [], faults = [] } = this.#laboratory.experiment;
    const { timers = 0, discovery = 0 } = this.#laboratory.experiment;
    const arms = this.#portfolio.figures.map((each) => this.#armResult(each));
    const drawn = arms.find(({ name }) => name === strategy.kind || name === 'random');
    return {
      strategy,
      runs,
      // Runs that were started ahead but not examined do not count.
      executions: 1 + runs + this.#laboratory.executed - this.#searched,
      failures: [...this.#failures.values()],
      unrepeated: [...this.#unrepeated.values()],
      ...this.#tally.counts(),
      points: this.#points,
      lanes: this.#lanes,
      ...{ arms, coverage: this.#coverage.counts, corpus: this.#coverage.corpus },
      ...{ hints: this.#hints, unevaluated: this.#idle ?? [] },
      varied: { delays, losses, faults, timers, discovery },
      probability: drawn?.probability,
      guarantee:
        strategy.kind === 'pct'
          ? 1 / (Math.max(1, this.#lanes) * Math.max(1, this.#points) ** (strategy.depth - 1))
          : undefined,
      everyOrder: this.#every?.result,
      complete: strategy.kind === 'systematic' ? this.#systematic?.complete : undefined,
      shrunk,
      interrupted: this.#options.signal?.aborted ?? false,
    };
  }

  /** Figures of an arm. A search that ended at a failure does not estimate its probability. */
  #armResult(arm: ArmFigures) {
    const { name, runs, failures } = arm;
    const isDrawn = DRAWN.has(name) || this.#options.strategy.kind === 'pct';
    const isCut = this.#options.first && this.#failed > 0;
    const probability =
      isDrawn && runs > 0 && !isCut
        ? { estimate: failures / runs, ...proportionInterval(failures, runs) }
        : undefined;
    return { ...arm, probability };
  }
}
