import type { Arm, Job } from './arm.js';
import type { Trial } from './laboratory.js';

/**
 * A run is planned when the run this many places before it has been examined. The runs in between may be under way,
 * and the plan does not depend on how many of them are. At first they are few, because a small system needs few runs,
 * and one may follow from another.
 */
const AHEAD = { least: 8, share: 1 / 8, most: 32 } as const;
/** The share of an arm that finds nothing new, relative to one that always does. */
const LEAST = 0.2;
/** The weight of an arm's last run in its reward. */
const RECENT = 0.2;
/** If no other arm finds anything new, one that will have seen everything gets this many times the runs of all others. */
const FINISHING = 4;
/** Where others repeat this share of what they know, there are so few orders that it gets as many runs as all others. */
const FEW_ORDERS = 0.15;
/** An arm has had the runs that it is due when this share of all runs was made. */
const DUE_BY = 0.9;

interface Share {
  readonly arm: Arm;
  /** How often it has found something new lately, from 0 to 1. */
  reward: number;
  /** The number of runs that it is owed. */
  credit: number;
}

/** Figures of one arm. */
export interface ArmFigures {
  readonly name: string;
  readonly runs: number;
  /** The number of runs that showed a node something new. */
  readonly fresh: number;
  readonly failures: number;
}

/** Distributes the runs of a search among its arms by what each finds. */
export class Portfolio {
  readonly #runs: number;
  readonly #further: number;
  readonly #shares: readonly Share[];
  readonly #planned: Job[] = [];
  readonly #figures = new Map<string, { runs: number; fresh: number; failures: number }>();
  #count = 0;
  #used = 0;

  /**
   * @param runs - how many to make
   * @param further - how many more to make at most, by arms that need no more than these to have seen everything
   */
  constructor(arms: readonly Arm[], runs: number, further = 0) {
    this.#runs = runs;
    this.#further = further;
    this.#shares = arms.map((arm) => ({ arm, reward: 1, credit: 0 }));
    for (const { name } of arms) this.#figures.set(name, { runs: 0, fresh: 0, failures: 0 });
  }

  get figures(): ArmFigures[] {
    return [...this.#figures].map(([name, figures]) => ({ name, ...figures }));
  }

  /** The next run; undefined if there is none at present, perhaps one after further results. */
  next(): Job | undefined {
    if (this.#isSteady) this.#plan();
    else if (this.#count === 0) this.#planAhead();
    return this.#planned.shift();
  }

  /** Notes that a run was made; must be called in the order of the runs. */
  used(job: Job, trial: Trial, isFresh: boolean): void {
    const share = this.#shares.find(({ arm }) => arm.name === job.arm)!;
    const figures = this.#figures.get(job.arm)!;
    figures.runs++;
    if (isFresh) figures.fresh++;
    if (trial.failure !== undefined) figures.failures++;
    share.reward += RECENT * ((isFresh ? 1 : 0) - share.reward);
    share.arm.used?.(job, trial);
    this.#used++;
    if (!this.#isSteady) this.#planAhead();
  }

  /** Whether there is a single arm, whose runs do not depend on what earlier ones showed. */
  get #isSteady(): boolean {
    return this.#shares.length === 1 && !this.#shares[0]!.arm.adapts;
  }

  #planAhead(): void {
    const { least, share, most } = AHEAD;
    const ahead = Math.min(most, Math.max(least, Math.floor(share * this.#used)));
    while (this.#count - this.#used < ahead && this.#plan());
  }

  /**
   * Gives the next run to the arm that is owed most among those that have something to try. Returns whether there is
   * one.
   */
  #plan(): boolean {
    const run = this.#count + 1;
    const shares = this.#sharesOf(run);
    const weights = shares.map((share) => this.#weightOf(share));
    for (const [i, share] of shares.entries()) share.credit += weights[i]!;
    let price = weights.reduce((sum, weight) => sum + weight, 0);
    const owed = [...shares].sort((a, b) => b.credit - a.credit);
    for (const share of owed) {
      const wish = share.arm.next(run);
      if (wish === undefined) {
        // Otherwise it would get all runs for a long time once it has something.
        const weight = weights[shares.indexOf(share)]!;
        share.credit -= weight;
        price -= weight;
        continue;
      }
      this.#count = run;
      share.credit -= price;
      this.#planned.push({ ...wish, run, arm: share.arm.name });
      return true;
    }
    return false;
  }

  /** Those that may have the run with this number. */
  #sharesOf(run: number): readonly Share[] {
    if (run <= this.#runs) return this.#shares;
    const rest = this.#runs + this.#further - this.#used;
    if (run > this.#runs + this.#further) return [];
    return this.#shares.filter(({ arm: { left = Number.POSITIVE_INFINITY } }) => left <= rest);
  }

  #weightOf({ arm, reward }: Share): number {
    const own = Math.max(LEAST, reward);
    const { finishes = false, due = 0 } = arm;
    if (!finishes && due === 0) return own;
    // An arm that has made no run may have nothing to try, such as one for seeds where nothing is random.
    const others = this.#shares.filter(
      (each) => each.arm !== arm && this.#figures.get(each.arm.name)!.runs > 0,
    );
    if (others.length === 0) return own;
    const repeated = 1 - Math.max(...others.map((each) => each.reward));
    const all = others.reduce((sum, each) => sum + Math.max(LEAST, each.reward), 0);
    if (due > 0) return Math.max(own, this.#timesOf(due) * all);
    const least = arm.goesThroughAll === true ? 1 : 0;
    return Math.max(own, Math.min(FINISHING, Math.max(least, repeated / FEW_ORDERS)) * all);
  }

  /** How many times as many runs as all others an arm gets that must make so many: as many, unless it needs more. */
  #timesOf(due: number): number {
    const others = Math.max(1, DUE_BY * this.#runs - this.#count - due);
    return Math.max(1, due / others);
  }
}
