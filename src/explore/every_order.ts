import type { RunEnd } from '../record/index.js';
import { isOrderDecision } from '../schedule/index.js';
import type { Arm, Job, SearchKnowledge, Wish } from './arm.js';
import type { Trial } from './laboratory.js';
import { viewOf } from './order_tally.js';
import { OrderWalk } from './order_walk.js';

/** How many runs in other orders must show nothing new before the search claims to have seen every order. */
const WITNESSES = 16;
/** Ends of runs in which everything that was ready has run. */
const WHOLE: ReadonlySet<RunEnd> = new Set(['until', 'idle', 'stalled', 'played', 'condition']);

/** What a search concludes about the orders that nodes can distinguish. */
export interface EveryOrderResult {
  /** Whether every order was run: no other one shows a node anything else. */
  readonly complete: boolean;
  /** Number of distinguishable orders that were run. */
  readonly orders: number;
  /** Number of runs in orders of other strategies in which no node saw anything new. */
  readonly witnesses: number;
  /** Why nothing can be concluded, however many runs are made; undefined if something can. */
  readonly unfit: string | undefined;
}

/**
 * The strategy that tries each order that nodes can distinguish. When it has run them all, the orders that other
 * strategies try are witnesses: if one shows a node something else, nodes share something unknown, and nothing is
 * concluded.
 *
 * Nodes of one program may share memory, but most do not. So, among other strategies, this one first tries each
 * order once as if they did not; these runs, too, are only witnesses.
 */
export class EveryOrder implements Arm {
  readonly name = 'dpor';
  readonly adapts = true;
  readonly #known: SearchKnowledge;
  /** Whether there are no other strategies, so that it must draw its own witnesses. */
  readonly #alone: boolean;
  /** As if nodes shared nothing; undefined: this is not tried, or it is declared. */
  readonly #supposed: OrderWalk | undefined;
  readonly #walk: OrderWalk;
  readonly #views = new Set<string>();
  /** What nodes saw in runs of other strategies. */
  readonly #others: string[] = [];
  #drawn = 0;
  #end: string | undefined;

  constructor(known: SearchKnowledge, { alone, isolated }: { alone: boolean; isolated: boolean }) {
    this.#known = known;
    this.#alone = alone;
    this.#walk = new OrderWalk(known.seed);
    if (!alone && !isolated) this.#supposed = new OrderWalk(known.seed, { isolated: true });
  }

  get finishes(): boolean {
    // Where faults or delays vary, seeing every order without them does not end the search.
    return this.goesThroughAll && !this.#walk.isDone;
  }

  get goesThroughAll(): boolean {
    // A seed that only may have an effect is searched as well, by others.
    return !this.#known.variesMore && !(this.#known.varySeed && this.#known.isRandom);
  }

  get left(): number {
    const walk = this.#supposed?.isDone === false ? this.#supposed : this.#walk;
    const isAll = this.goesThroughAll && !this.#known.varySeed;
    return isAll && !walk.isDone ? walk.left : Number.POSITIVE_INFINITY;
  }

  get result(): EveryOrderResult {
    const { orders, complete, unfit: why } = this.#walk.tree;
    const witnesses = this.#others.length;
    const isOdd = complete && this.#others.some((view) => !this.#views.has(view));
    const shared = isOdd
      ? 'an order at random showed a node something else, so nodes share more than messages'
      : undefined;
    const unfit = why ?? this.#end ?? shared;
    const isKnown = complete && unfit === undefined && witnesses >= WITNESSES;
    return { complete: isKnown, orders, witnesses, unfit };
  }

  next(run: number): Wish | undefined {
    if (this.#supposed?.isDone === false) return this.#supposed.next(run);
    const wish = this.#walk.next(run);
    if (wish !== undefined) return wish;
    if (!this.#alone || !this.#walk.tree.complete || this.#drawn >= WITNESSES) return undefined;
    this.#drawn++;
    const strategy = { kind: 'random', seed: `${this.#known.seed} ${run}` } as const;
    return { strategy, alternatives: 0 };
  }

  used(job: Job, trial: Trial): void {
    if (this.#supposed?.has(job.run)) this.#supposed.made(job, trial);
    if (!this.#walk.has(job.run)) return;
    this.#walk.made(job, trial);
    const { outcome, failure } = trial;
    if (failure === undefined && outcome !== undefined && !WHOLE.has(outcome.end)) {
      this.#end = `a run ends before everything that was ready has run (${outcome.end})`;
    }
  }

  /** Notes any run of the search, including those of other strategies. */
  note(job: Job | undefined, { outcome }: Trial): void {
    if (outcome === undefined) return;
    const { explored } = outcome;
    if (job !== undefined && this.#walk.has(job.run)) this.#views.add(viewOf(outcome));
    else if (explored.decisions.every(isOrderDecision)) this.#others.push(viewOf(outcome));
  }
}
