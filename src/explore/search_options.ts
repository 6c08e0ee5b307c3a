import { availableParallelism } from 'node:os';
import { type KnownNames, requireKnownOptions } from '../errors/index.js';
import type { ExploreOptions } from './explore_result.js';

const RUNS = 100;
/** Default number of runs for strategies that may end by themselves. */
const ALL_RUNS = 1000;
/** The most runs of a portfolio that has found nothing. */
const PATIENCE = 500;
/** How many more it makes at most, if these will show every order. */
const FURTHER = 1500;

/** Options of a search, with their defaults. */
export type SearchOptions = ExploreOptions &
  Required<Pick<ExploreOptions, 'strategy' | 'runs' | 'seed' | 'first' | 'parallel'>> & {
    /** The number of runs after which a failure ends the search. */
    readonly enough: number;
    /** How many runs to make besides `runs` if these will show everything that may vary. */
    readonly further: number;
  };

const OPTIONS: KnownNames<ExploreOptions> = {
  ...{ config: true, checks: true, delays: true, losses: true, faults: true, jitter: true },
  ...{ timers: true, discovery: true, isolated: true, strategy: true, runs: true, seed: true },
  ...{ first: true, corpus: true, parallel: true, onProgress: true, signal: true },
};

export function withDefaults(options: ExploreOptions): SearchOptions {
  requireKnownOptions(options, OPTIONS, 'exploreSystem()');
  const { strategy = { kind: 'portfolio' }, seed = '0' } = options;
  const { parallel = availableParallelism() } = options;
  const mayEnd = strategy.kind === 'systematic' || strategy.kind === 'dpor';
  const usual = mayEnd ? ALL_RUNS : strategy.kind === 'portfolio' ? PATIENCE : RUNS;
  const { runs = usual, first = mayEnd } = options;
  const isPatient = strategy.kind === 'portfolio' && options.runs === undefined;
  const enough = first ? 0 : isPatient ? RUNS : runs;
  const further = isPatient ? FURTHER : 0;
  return { ...options, strategy, runs, seed, first, parallel, enough, further };
}
