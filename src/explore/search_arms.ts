import { RandomStreams } from '../kernel/index.js';
import type { Decision } from '../schedule/index.js';
import type { Arm, Job, SearchKnowledge, Wish } from './arm.js';
import type { Trial } from './laboratory.js';
import { SystematicSearch } from './systematic_search.js';

/** Depths that a portfolio tries in turn: most bugs need few orderings. */
const DEPTHS = [1, 2, 3, 1, 2, 5] as const;
/** In turn, roughly how many decisions a sparse run makes. */
const FEW = [1, 2, 4, 8] as const;
/** Seeds of the system that a search with a seed of its own draws are below this number. */
const SEEDS = 1_000_000;
/** If so large a share of the runs is enough to try each single decision once, it is tried. */
const DEMANDED = 0.75;
/** If so large a share is enough to try each with times other than the longest as well, they are tried. */
const LANDING = 0.5;
/** A mutation keeps this share of the decisions. */
const KEPT = 0.75;

/** The default order, with another seed of the system in each run. */
export class SeedArm implements Arm {
  readonly name = 'seeds';
  readonly #known: SearchKnowledge;

  constructor(known: SearchKnowledge) {
    this.#known = known;
  }

  next(run: number): Wish | undefined {
    if (!this.#known.varySeed) return undefined;
    return {
      strategy: { kind: 'replay', decisions: [] },
      alternatives: 0,
      system: systemSeed(this.#known, run),
    };
  }
}

/** Chooses uniformly among everything that can run. */
export class RandomArm implements Arm {
  readonly name = 'random';
  readonly #known: SearchKnowledge;

  constructor(known: SearchKnowledge) {
    this.#known = known;
  }

  next(run: number): Wish {
    const { seed } = this.#known;
    return {
      strategy: { kind: 'random', seed: `${seed} ${run}` },
      alternatives: 0,
      // In every run, so that the share of runs that fail is that of seeds and orders at random.
      system: this.#known.varySeed ? systemSeed(this.#known, run) : undefined,
    };
  }
}

/** Probabilistic concurrency testing, with one depth or several in turn. */
export class PctArm implements Arm {
  readonly name = 'pct';
  readonly #known: SearchKnowledge;
  readonly #depths: readonly number[];
  #count = 0;

  constructor(known: SearchKnowledge, depths: readonly number[] = DEPTHS) {
    this.#known = known;
    this.#depths = depths;
  }

  next(run: number): Wish {
    const { seed, points } = this.#known;
    const depth = this.#depths[this.#count++ % this.#depths.length]!;
    const strategy = { kind: 'pct', seed: `${seed} ${run}`, depth, points } as const;
    return { strategy, alternatives: 0, system: seedOf(this.#known, run) };
  }
}

/** A few departures from the default run, anywhere: delay-bounded search at random. */
export class SparseArm implements Arm {
  readonly name = 'sparse';
  readonly #known: SearchKnowledge;
  #count = 0;

  constructor(known: SearchKnowledge) {
    this.#known = known;
  }

  next(run: number): Wish {
    const { seed } = this.#known;
    const few = FEW[this.#count++ % FEW.length]!;
    const rate = rateOf(this.#known, few);
    const strategy = { kind: 'random', seed: `${seed} ${run}`, rate } as const;
    return { strategy, alternatives: 0, system: seedOf(this.#known, run) };
  }
}

/** Repeats runs that showed something new, with some of their decisions left out and others added. */
export class MutationArm implements Arm {
  readonly name = 'mutations';
  readonly #known: SearchKnowledge;

  constructor(known: SearchKnowledge) {
    this.#known = known;
  }

  next(run: number): Wish | undefined {
    const { seed, corpus } = this.#known;
    if (corpus.length === 0) return undefined;
    const stream = new RandomStreams(`${seed} ${run}`).stream('exploration: mutation');
    // Prefers newer runs, which are further from the default run.
    const chosen = Math.max(stream.integer(corpus.length), stream.integer(corpus.length));
    const base = corpus[chosen]!.filter(() => stream.float() < KEPT);
    const rate = rateOf(this.#known, 1 + stream.integer(3));
    const strategy = { kind: 'random', seed: `${seed} ${run}`, rate, base } as const;
    return { strategy, alternatives: 0 };
  }
}

/** Every schedule of at most a given number of decisions, fewest first. */
export class SystematicArm implements Arm {
  readonly name = 'systematic';
  readonly #search: SystematicSearch;
  /** The most runs that it demands for single decisions. */
  readonly #demanded: number;
  /** In a portfolio: up to so many runs, it tries times at which single decisions land near others beside the longest. */
  readonly #few: number | undefined;
  readonly #known: SearchKnowledge | undefined;
  #made = 0;

  /** @param known - present if the arm is part of a portfolio */
  constructor(bound: number, runs: number, known?: SearchKnowledge) {
    this.#search = new SystematicSearch(bound, runs, known !== undefined);
    this.#demanded = DEMANDED * runs;
    this.#few = known && LANDING * runs;
    this.#known = known;
  }

  get due(): number {
    // Where only orders vary, several arms do that, and `dpor` repeats none.
    return this.#known?.variesMore ? this.#search.singlesLeft(this.#demanded) : 0;
  }

  /** How many alternatives the default run must report. */
  get wanted(): number {
    return this.#search.alternativesOf(0);
  }

  /** Notes the default run. */
  begin(trial: Trial): void {
    this.#search.expand([], trial.outcome?.explored, this.#few);
  }

  next(): Wish | undefined {
    const decisions = this.#search.next();
    if (decisions === undefined) return undefined;
    const alternatives = this.#search.alternativesOf(decisions.length);
    return { strategy: { kind: 'replay', decisions }, alternatives };
  }

  used({ strategy }: Job, trial: Trial): void {
    this.#made++;
    const decisions: readonly Decision[] = strategy.kind === 'replay' ? strategy.decisions : [];
    this.#search.expand(decisions, trial.outcome?.explored);
  }

  /** Whether every schedule within the bound was run. */
  get complete(): boolean {
    return this.#search.complete(this.#made);
  }
}

/**
 * The seed for a run: every other run has its own, so that both seeds and orders are searched. If nothing else may vary,
 * every run has: with the same seed, it would only repeat the default run.
 */
function seedOf(known: SearchKnowledge, run: number): string | undefined {
  const onlySeeds = known.points === 0 && !known.variesMore;
  return known.varySeed && (onlySeeds || run % 2 === 1) ? systemSeed(known, run) : undefined;
}

/** By default the number of the run; a search with another seed tries other seeds of the system, too. */
function systemSeed({ seed }: SearchKnowledge, run: number): string {
  if (seed === '0') return String(run);
  return String(new RandomStreams(`${seed} ${run}`).stream('exploration: system').integer(SEEDS));
}

/** The probability of departing at a choice such that a run does so about `few` times. */
function rateOf({ points, moments }: SearchKnowledge, few: number): number {
  return Math.min(1, few / Math.max(1, points + moments));
}
