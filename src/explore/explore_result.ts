import type { Decision } from '../schedule/index.js';
import type { CoverageCounts } from './coverage.js';
import type { EveryOrderResult } from './every_order.js';
import type { Failure } from './judge_run.js';
import type { Experiment } from './laboratory.js';
import type { OrderCounts } from './order_tally.js';
import type { ArmFigures } from './portfolio.js';
import type { Interval } from './proportion_interval.js';
import type { ShrunkFailure } from './shrink_failure.js';

/** How to search. */
export type SearchStrategy =
  /** all strategies, and different seeds; each gets a share of the runs according to what it finds */
  | { readonly kind: 'portfolio' }
  /** chooses uniformly among everything that can run */
  | { readonly kind: 'random' }
  /** probabilistic concurrency testing for bugs of this depth */
  | { readonly kind: 'pct'; readonly depth: number }
  /** every schedule of at most this many decisions, fewest first */
  | { readonly kind: 'systematic'; readonly bound: number }
  /** each order that nodes can distinguish, once (dynamic partial-order reduction) */
  | { readonly kind: 'dpor' };

export interface ExploreOptions extends Experiment {
  /** Default: portfolio. */
  readonly strategy?: SearchStrategy;
  /**
   * The most runs, not counting the default run. Default: 100, for `systematic` and `dpor` 1000. A portfolio without
   * this option makes up to 500, but no more than 100 once it has found a failure.
   */
  readonly runs?: number;
  /** Seed of the search; that of the system is in its configuration. Default: `0`. */
  readonly seed?: string;
  /**
   * Whether to end at the first failure. Otherwise the search continues, to estimate the probability of failures.
   * Default: true only for `systematic` and `dpor`.
   */
  readonly first?: boolean;
  /** Runs that an earlier search kept (see the result), as decisions that this search varies. */
  readonly corpus?: readonly (readonly Decision[])[];
  /** Number of threads; the result does not depend on it. Default: one for each core. */
  readonly parallel?: number;
  readonly onProgress?: (progress: ExploreProgress) => void;
  /** Ends the search; the result is what it has found by then. */
  readonly signal?: AbortSignal;
}

export interface ExploreProgress {
  readonly phase: 'search' | 'shrink';
  readonly runs: number;
  readonly failures: number;
  readonly orders: number;
  /** For a portfolio: the number of pairs that were seen in both orders. */
  readonly pairs: number;
}

/** A run that failed. */
export interface FoundFailure extends Failure {
  /** Number of the run, from 1; 0 is the default run. */
  readonly run: number;
  readonly decisions: readonly Decision[];
}

/** A share of runs, and the interval in which the probability lies. */
export type Probability = { readonly estimate: number } & Interval;

/** Figures of one strategy of a portfolio. */
export interface ArmResult extends ArmFigures {
  /** For strategies whose runs are drawn alike: the probability that one fails. */
  readonly probability: Probability | undefined;
}

/** What could vary in the runs of a search besides orders and seeds. */
export type VariedParts = Required<
  Pick<Experiment, 'delays' | 'losses' | 'faults' | 'timers' | 'discovery'>
>;

export interface ExploreResult extends OrderCounts {
  readonly strategy: SearchStrategy;
  /** The number of counted runs, without the default run. */
  readonly runs: number;
  /** All executions, including those for shrinking. */
  readonly executions: number;
  /** How often each kind of failure occurred, with the first run that showed it. */
  readonly failures: readonly { readonly count: number; readonly first: FoundFailure }[];
  /** Runs that failed, but not when they were repeated by their decisions; for each kind of failure the first. */
  readonly unrepeated: readonly FoundFailure[];
  /** The most choices in a run; `lanes`: the most candidates of a choice. */
  readonly points: number;
  readonly lanes: number;
  /** How many runs each strategy of a portfolio got, and what it found. */
  readonly arms: readonly ArmResult[];
  readonly coverage: CoverageCounts;
  /** The decisions of runs that showed something new, for later searches. */
  readonly corpus: readonly (readonly Decision[])[];
  /** What could vary, with the names that `*` stood for. */
  readonly varied: VariedParts;
  /** Checks that had nothing to judge in any run because they saw no message: they prove nothing. */
  readonly unevaluated: readonly string[];
  /** What else could be varied, and why it might matter. */
  readonly hints: readonly string[];
  /** For random strategies: the probability that a run fails, with its interval. */
  readonly probability: Probability | undefined;
  /** For PCT: a lower bound for the probability that one run meets a bug of its depth. */
  readonly guarantee: number | undefined;
  /** For a systematic search: whether every schedule within the bound was run. */
  readonly complete: boolean | undefined;
  /** For a portfolio and `dpor`: what is known about all orders. */
  readonly everyOrder: EveryOrderResult | undefined;
  readonly shrunk: ShrunkFailure | undefined;
  /** Whether the search was ended by its `signal`. */
  readonly interrupted: boolean;
}
