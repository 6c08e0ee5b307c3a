import { RandomStreams } from '../kernel/index.js';
import type { StepOptions } from '../schedule/index.js';
import type { Job, Wish } from './arm.js';
import type { Trial } from './laboratory.js';
import { type Branch, OrderTree } from './order_tree.js';

/**
 * Runs the branches of a tree of orders. Every other run takes any branch and goes on at random, so that orders far from
 * the default come as early as those near to it.
 */
export class OrderWalk {
  readonly tree = new OrderTree();
  readonly #seed: string;
  readonly #steps: StepOptions | undefined;
  readonly #branches = new Map<number, Branch>();
  #count = 0;

  /** @param steps - what counts as a dependency. Default: what the experiment declares */
  constructor(seed: string, steps?: StepOptions) {
    this.#seed = seed;
    this.#steps = steps;
  }

  /** Whether there is nothing left to try. */
  get isDone(): boolean {
    return this.tree.complete || this.tree.unfit !== undefined;
  }

  /** Whether the run with this number was asked for, and is not noted yet. */
  has(run: number): boolean {
    return this.#branches.has(run);
  }

  /** The next run; undefined if there is none at present. */
  next(run: number): Wish | undefined {
    const isDrawn = this.#count % 2 === 1;
    const seed = `${this.#seed} ${run}`;
    const stream = new RandomStreams(seed).stream('exploration: branch');
    const branch = this.tree.next(isDrawn ? (open) => stream.integer(open) : undefined);
    if (branch === undefined) return undefined;
    this.#count++;
    this.#branches.set(run, branch);
    const strategy = isDrawn ? { ...branch.strategy, seed } : branch.strategy;
    const steps = this.#steps === undefined ? {} : { steps: this.#steps };
    return { strategy, alternatives: 0, ...steps };
  }

  made({ run }: Job, { outcome }: Trial): void {
    const branch = this.#branches.get(run)!;
    this.#branches.delete(run);
    this.tree.made(branch, outcome?.explored.steps);
  }
}
