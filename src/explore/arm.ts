import type { Decision, StepOptions, Strategy } from '../schedule/index.js';
import type { Trial } from './laboratory.js';

/** One run of a search, before it is made. */
export interface Job {
  /** Its number, counted from 1. */
  readonly run: number;
  /** The name of the arm that asked for it. */
  readonly arm: string;
  readonly strategy: Strategy;
  /** How many alternatives it must report. */
  readonly alternatives: number;
  /** The seed of the system; undefined: that of its configuration. */
  readonly system?: string | undefined;
  /** What counts as a dependency between steps. Default: what the experiment declares. */
  readonly steps?: StepOptions;
}

/** What an arm asks for. */
export type Wish = Omit<Job, 'run' | 'arm'>;

/** One part of a search, with a strategy of its own. */
export interface Arm {
  readonly name: string;
  /** Whether it chooses runs by what earlier ones have shown. Default: only by whether it has something to try. */
  readonly adapts?: boolean;
  /** Whether it repeats nothing, and so will have seen everything if there are few orders. Default: no. */
  readonly finishes?: boolean;
  /** Whether it goes through all that may vary in the search; then it gets as many runs as all others. Default: no. */
  readonly goesThroughAll?: boolean;
  /** How many of its next runs the search should not end without, as no other arm is sure to try the same. Default: 0. */
  readonly due?: number;
  /** About how many more runs it needs to have seen everything that may vary. Default: it will never have. */
  readonly left?: number;
  /** What to try in the run with this number; undefined: nothing at present. */
  next(run: number): Wish | undefined;
  /** Notes that a run of this arm was made. Called in the order of the runs. */
  used?(job: Job, trial: Trial): void;
}

/** What the arms of a search know about the system. */
export interface SearchKnowledge {
  readonly seed: string;
  /** The most choices in a run so far; for PCT, those of the default run. */
  readonly points: number;
  /** Moments of the default run at which something may be late, lost or fail. */
  readonly moments: number;
  /** The decisions of runs that showed something new. */
  readonly corpus: readonly (readonly Decision[])[];
  /** Whether the seed of the system may vary, and has an effect as far as is known. */
  readonly varySeed: boolean;
  /** Whether a run is known to have drawn random numbers; programs that are not JavaScript may do so unseen. */
  readonly isRandom: boolean;
  /** Whether more may vary than seeds and orders. */
  readonly variesMore: boolean;
}
