import type { Decision, Strategy } from '../schedule/index.js';
import { type Experiment, type Failure, Laboratory, type Trial } from './laboratory.js';
import { type Interval, proportionInterval } from './proportion_interval.js';
import { inOrder } from './run_pool.js';
import { type ShrunkFailure, shrinkFailure } from './shrink_failure.js';
import { SystematicSearch } from './systematic_search.js';

/** How to search. */
export type SearchStrategy =
  /** every choice uniform among what can run */
  | { readonly kind: 'random' }
  /** probabilistic concurrency testing for bugs of this depth */
  | { readonly kind: 'pct'; readonly depth: number }
  /** every schedule of at most this many decisions, fewest first */
  | { readonly kind: 'systematic'; readonly bound: number };

export interface ExploreOptions extends Experiment {
  readonly strategy: SearchStrategy;
  /** Runs at most, the default run not counted. */
  readonly runs: number;
  /** Seed of the search; that of the system is in its configuration. */
  readonly seed: string;
  /** End at the first failure. Random strategies otherwise go on, to estimate its probability. */
  readonly first: boolean;
  /** Threads. What is found does not depend on it. */
  readonly parallel: number;
  readonly onProgress?: (progress: ExploreProgress) => void;
}

export interface ExploreProgress {
  readonly phase: 'search' | 'shrink';
  readonly runs: number;
  readonly failures: number;
  readonly orders: number;
}

/** A run that failed. */
export interface FoundFailure extends Failure {
  /** Number of the run, from 1; 0 is the default run. */
  readonly run: number;
  readonly decisions: readonly Decision[];
}

export interface ExploreResult {
  readonly strategy: SearchStrategy;
  /** Runs that count, the default run not included. */
  readonly runs: number;
  /** All executions, those for shrinking included. */
  readonly executions: number;
  /** How often each kind of failure was seen, with its first run. */
  readonly failures: readonly { readonly count: number; readonly first: FoundFailure }[];
  /** Distinct orders of callbacks seen, by order digest. */
  readonly orders: number;
  /** Most choices in a run, and most things that stood in them. */
  readonly points: number;
  readonly lanes: number;
  /** Of random strategies: probability that one of their runs fails, with its interval. */
  readonly probability: ({ readonly estimate: number } & Interval) | undefined;
  /** Of PCT: least probability that one run meets a bug of its depth. */
  readonly guarantee: number | undefined;
  /** Of a systematic search: whether every schedule within the bound was run. */
  readonly complete: boolean | undefined;
  readonly shrunk: ShrunkFailure | undefined;
}

interface Job {
  readonly run: number;
  readonly strategy: Strategy;
  readonly alternatives: number;
}

/**
 * Searches for a run that fails, among all that ROS 2 allows, and shrinks the first one found.
 *
 * @throws OrreryError for what is wrong with the system or a check
 */
export async function exploreSystem(options: ExploreOptions): Promise<ExploreResult> {
  const laboratory = new Laboratory(options, options.parallel);
  try {
    return await new Search(options, laboratory).run();
  } finally {
    laboratory.close();
  }
}

class Search {
  readonly #options: ExploreOptions;
  readonly #laboratory: Laboratory;
  readonly #orders = new Set<string>();
  readonly #failures = new Map<string, { count: number; readonly first: FoundFailure }>();
  readonly #systematic: SystematicSearch | undefined;
  #runs = 0;
  #failed = 0;
  #started = 0;
  #points = 0;
  #lanes = 0;
  #deliveries: Readonly<Record<string, number>> = {};

  constructor(options: ExploreOptions, laboratory: Laboratory) {
    this.#options = options;
    this.#laboratory = laboratory;
    const { strategy, runs } = options;
    if (strategy.kind === 'systematic') {
      this.#systematic = new SystematicSearch(strategy.bound, runs);
    }
  }

  async run(): Promise<ExploreResult> {
    const wanted = this.#systematic?.alternativesOf(0) ?? 0;
    const standard = await this.#laboratory.standard(wanted);
    this.#note(0, standard);
    this.#deliveries = standard.outcome?.explored.deliveries ?? {};
    this.#systematic?.expand([], standard.outcome?.explored);
    // A system that fails by default needs no search.
    if (standard.failure === undefined) {
      await inOrder(
        this.#options.parallel,
        () => this.#next(),
        ({ strategy, alternatives }) =>
          this.#laboratory.try(strategy, { alternatives, deliveries: this.#deliveries }),
        (job, trial) => this.#use(job, trial),
      );
    }
    return this.#result(await this.#shrink());
  }

  #next(): Job | undefined {
    const { runs, seed, strategy } = this.#options;
    if (this.#started >= runs) return undefined;
    if (this.#systematic !== undefined) {
      const decisions = this.#systematic.next();
      if (decisions === undefined) return undefined;
      const alternatives = this.#systematic.alternativesOf(decisions.length);
      return { run: ++this.#started, strategy: { kind: 'replay', decisions }, alternatives };
    }
    const run = ++this.#started;
    const own = `${seed} ${run}`;
    if (strategy.kind === 'pct') {
      const { depth } = strategy;
      const points = this.#points;
      return { run, strategy: { kind: 'pct', seed: own, depth, points }, alternatives: 0 };
    }
    return { run, strategy: { kind: 'random', seed: own }, alternatives: 0 };
  }

  #use({ run, strategy }: Job, trial: Trial): boolean {
    this.#runs = run;
    this.#note(run, trial);
    if (strategy.kind === 'replay') {
      this.#systematic?.expand(strategy.decisions, trial.outcome?.explored);
    }
    this.#options.onProgress?.({ phase: 'search', ...this.#counts() });
    return trial.failure === undefined || !this.#options.first;
  }

  #counts() {
    return { runs: this.#runs, failures: this.#failed, orders: this.#orders.size };
  }

  #note(run: number, { outcome, failure }: Trial): void {
    if (outcome !== undefined) {
      this.#orders.add(outcome.digest.order);
      // PCT must know the choices before it draws: those of the default run count.
      if (run === 0 || this.#options.strategy.kind !== 'pct') {
        this.#points = Math.max(this.#points, outcome.explored.points);
      }
      this.#lanes = Math.max(this.#lanes, outcome.explored.lanes);
    }
    if (failure === undefined) return;
    this.#failed++;
    const known = this.#failures.get(failure.kind);
    if (known !== undefined) known.count++;
    else {
      const decisions = outcome?.explored.decisions ?? [];
      this.#failures.set(failure.kind, { count: 1, first: { ...failure, run, decisions } });
    }
  }

  async #shrink(): Promise<ShrunkFailure | undefined> {
    const [found] = this.#failures.values();
    if (found === undefined) return undefined;
    const progress = () => this.#options.onProgress?.({ phase: 'shrink', ...this.#counts() });
    return shrinkFailure(this.#laboratory, found.first, progress);
  }

  #result(shrunk: ShrunkFailure | undefined): ExploreResult {
    const { strategy } = this.#options;
    const runs = this.#runs;
    const isRandom = strategy.kind !== 'systematic';
    const estimable = isRandom && runs > 0 && !(this.#options.first && this.#failed > 0);
    return {
      strategy,
      runs,
      executions: this.#laboratory.executed,
      failures: [...this.#failures.values()],
      orders: this.#orders.size,
      points: this.#points,
      lanes: this.#lanes,
      probability: estimable
        ? { estimate: this.#failed / runs, ...proportionInterval(this.#failed, runs) }
        : undefined,
      guarantee:
        strategy.kind === 'pct'
          ? 1 / (Math.max(1, this.#lanes) * Math.max(1, this.#points) ** (strategy.depth - 1))
          : undefined,
      complete: this.#systematic?.complete(this.#started),
      shrunk,
    };
  }
}
