import { availableParallelism } from 'node:os';
import { OrreryError } from '../errors/index.js';
import { type Decision, isNodeFaultKind, type Moments, type Strategy } from '../schedule/index.js';
import { inOrder } from './in_order.js';
import { Interruption } from './interruption.js';
import type { Failure } from './judge_run.js';
import { type Experiment, Laboratory, type Trial } from './laboratory.js';
import { type OrderCounts, OrderTally } from './order_tally.js';
import { type Interval, proportionInterval } from './proportion_interval.js';
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
  /** Default: random. */
  readonly strategy?: SearchStrategy;
  /** Runs at most, not counting the default run. Default: 100, for a systematic search 1000. */
  readonly runs?: number;
  /** Seed of the search; that of the system is in its configuration. Default: `0`. */
  readonly seed?: string;
  /**
   * Ends at the first failure. Otherwise the search continues, to estimate the probability of
   * failures. Default: true for systematic searches only.
   */
  readonly first?: boolean;
  /** Threads. The result does not depend on their number. Default: one for each core. */
  readonly parallel?: number;
  readonly onProgress?: (progress: ExploreProgress) => void;
  /** Ends the search; the result is what has been found by then. */
  readonly signal?: AbortSignal;
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

export interface ExploreResult extends OrderCounts {
  readonly strategy: SearchStrategy;
  /** The number of counted runs, without the default run. */
  readonly runs: number;
  /** All executions, including those for shrinking. */
  readonly executions: number;
  /** How often each kind of failure occurred, with its first run. */
  readonly failures: readonly { readonly count: number; readonly first: FoundFailure }[];
  /** The most choices in a run, and the most candidates of a choice. */
  readonly points: number;
  readonly lanes: number;
  /** For random strategies: the probability that a run fails, with its interval. */
  readonly probability: ({ readonly estimate: number } & Interval) | undefined;
  /** For PCT: the least probability that one run meets a bug of its depth. */
  readonly guarantee: number | undefined;
  /** For a systematic search: whether every schedule within the bound was run. */
  readonly complete: boolean | undefined;
  readonly shrunk: ShrunkFailure | undefined;
  /** Whether its `signal` ended it. */
  readonly interrupted: boolean;
}

const RUNS = 100;
const SYSTEMATIC_RUNS = 1000;

type SearchOptions = ExploreOptions &
  Required<Pick<ExploreOptions, 'strategy' | 'runs' | 'seed' | 'first' | 'parallel'>>;

function withDefaults(options: ExploreOptions): SearchOptions {
  const { strategy = { kind: 'random' }, seed = '0', parallel = availableParallelism() } = options;
  const isSystematic = strategy.kind === 'systematic';
  const { runs = isSystematic ? SYSTEMATIC_RUNS : RUNS, first = isSystematic } = options;
  return { ...options, strategy, runs, seed, first, parallel };
}

interface Job {
  readonly run: number;
  readonly strategy: Strategy;
  readonly alternatives: number;
}

/**
 * Searches all runs that ROS 2 allows for one that fails, and shrinks the first one found.
 *
 * @throws OrreryError for what is wrong with the system or a check
 */
export async function exploreSystem(options: ExploreOptions): Promise<ExploreResult> {
  const complete = withDefaults(options);
  const laboratory = new Laboratory(options, complete.parallel, options.signal);
  try {
    return await new Search(complete, laboratory).run();
  } finally {
    laboratory.close();
  }
}

/** @throws OrreryError `ORR_EXPLORE_UNTOUCHED` for a delay, loss or fault that can hit nothing */
function refuseUntouched(
  { delays = [], losses = [], faults = [] }: Experiment,
  moments: Moments,
): void {
  const topics = [...delays, ...losses].map(({ topic }) => topic);
  for (const { fault, on } of faults) {
    if (!isNodeFaultKind(fault)) topics.push(on);
    else if (!moments.callbacks[on]) throw untouched(on, 'no callback of that node runs');
  }
  for (const topic of topics) {
    if (!moments.deliveries[topic]) throw untouched(topic, 'no message of that topic is delivered');
  }
}

function untouched(name: string, why: string): OrreryError {
  return new OrreryError(
    'ORR_EXPLORE_UNTOUCHED',
    `Nothing can happen to ${name}: ${why} in the default run; correct the name, or let the run last longer.`,
  );
}

class Search {
  readonly #options: SearchOptions;
  readonly #laboratory: Laboratory;
  readonly #tally = new OrderTally();
  readonly #failures = new Map<string, { count: number; first: FoundFailure }>();
  readonly #systematic: SystematicSearch | undefined;
  /** The first run of each kind of failure whose thread was lost. */
  readonly #lost = new Map<string, Strategy>();
  /** The number of executions when the search ended. */
  #searched = 0;
  #runs = 0;
  #failed = 0;
  #started = 0;
  #points = 0;
  #lanes = 0;
  #moments: Moments = { deliveries: {}, callbacks: {} };

  constructor(options: SearchOptions, laboratory: Laboratory) {
    this.#options = options;
    this.#laboratory = laboratory;
    const { strategy, runs } = options;
    if (strategy.kind === 'systematic') {
      this.#systematic = new SystematicSearch(strategy.bound, runs);
    }
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
    const wanted = this.#systematic?.alternativesOf(0) ?? 0;
    const standard = await this.#laboratory.standard(wanted);
    this.#note(0, standard, undefined);
    // If the default run fails, there is no need to search.
    if (standard.outcome === undefined || standard.failure !== undefined) return;
    this.#moments = standard.outcome.explored;
    refuseUntouched(this.#options, this.#moments);
    this.#systematic?.expand([], standard.outcome.explored);
    await inOrder(
      this.#options.parallel,
      () => this.#next(),
      ({ strategy, alternatives }) => {
        const { deliveries, callbacks } = this.#moments;
        const moments = { deliveries, callbacks };
        return this.#laboratory.try(strategy, { alternatives, moments });
      },
      (job, trial) => this.#use(job, trial),
    );
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
    this.#note(run, trial, strategy);
    if (strategy.kind === 'replay') {
      this.#systematic?.expand(strategy.decisions, trial.outcome?.explored);
    }
    this.#options.onProgress?.({ phase: 'search', ...this.#counts() });
    if (this.#options.signal?.aborted) throw new Interruption();
    return trial.failure === undefined || !this.#options.first;
  }

  #counts() {
    return { runs: this.#runs, failures: this.#failed, orders: this.#tally.orders };
  }

  #note(run: number, { outcome, failure }: Trial, strategy: Strategy | undefined): void {
    if (outcome !== undefined) {
      this.#tally.note(outcome, run > 0 && this.#systematic === undefined);
      // PCT must know the choices before it draws, so those of the default run count.
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
      const first = { ...failure, run, decisions: outcome?.explored.decisions ?? [] };
      this.#failures.set(failure.kind, { count: 1, first });
      if (outcome === undefined && strategy) this.#lost.set(failure.kind, strategy);
    }
  }

  async #shrink(): Promise<ShrunkFailure | undefined> {
    const [found] = this.#failures.values();
    if (found === undefined) return undefined;
    found.first = await this.#decided(found.first);
    const progress = () => this.#options.onProgress?.({ phase: 'shrink', ...this.#counts() });
    return shrinkFailure(this.#laboratory, found.first, progress);
  }

  /** The run with its decisions, even if they were lost with its thread. */
  async #decided(found: FoundFailure): Promise<FoundFailure> {
    const strategy = this.#lost.get(found.kind);
    if (strategy === undefined) return found;
    const { deliveries, callbacks } = this.#moments;
    const moments = { deliveries, callbacks };
    return { ...found, decisions: await this.#laboratory.lostDecisions(strategy, { moments }) };
  }

  #result(shrunk: ShrunkFailure | undefined): ExploreResult {
    const { strategy } = this.#options;
    const runs = this.#runs;
    const isRandom = strategy.kind !== 'systematic';
    const estimable = isRandom && runs > 0 && !(this.#options.first && this.#failed > 0);
    return {
      strategy,
      runs,
      // Runs that were started ahead but not examined do not count.
      executions: 1 + runs + this.#laboratory.executed - this.#searched,
      failures: [...this.#failures.values()],
      ...this.#tally.counts(),
      points: this.#points,
      lanes: this.#lanes,
      probability: estimable
        ? { estimate: this.#failed / runs, ...proportionInterval(this.#failed, runs) }
        : undefined,
      guarantee:
        strategy.kind === 'pct'
          ? 1 / (Math.max(1, this.#lanes) * Math.max(1, this.#points) ** (strategy.depth - 1))
          : undefined,
      complete: this.#systematic?.complete(this.#runs),
      shrunk,
      interrupted: this.#options.signal?.aborted ?? false,
    };
  }
}
