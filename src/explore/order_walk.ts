import type { StepOptions } from '../schedule/index.js';
import type { Job, Wish } from './arm.js';
import type { Trial } from './laboratory.js';
import { type Branch, earliest, OrderTree } from './order_tree.js';

/**
 * Runs the branches of a tree of orders. Every other run takes the branch that departs earliest and goes on at random,
 * so that orders far from the default come as early as those near to it. Where dependencies are only supposed, every
 * run does: others try what is near to the default.
 */
export class OrderWalk {
  readonly tree = new OrderTree();
  readonly #seed: string;
  readonly #supposed: StepOptions | undefined;
  readonly #branches = new Map<number, Branch>();
  #count = 0;

  /** @param supposed - what counts as a dependency. Default: what the experiment declares */
  constructor(seed: string, supposed?: StepOptions) {
    this.#seed = seed;
    this.#supposed = supposed;
  }

  /** About how many runs are left; infinite before the first one. */
  get left(): number {
    return Math.max(0, this.tree.estimate - this.tree.runs);
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
    const supposed = this.#supposed;
    const isDrawn = supposed !== undefined || this.#count % 2 === 1;
    const branch = this.tree.next(isDrawn ? earliest : undefined);
    if (branch === undefined) return undefined;
    this.#count++;
    this.#branches.set(run, branch);
    const seed = isDrawn ? { seed: `${this.#seed} ${run}` } : {};
    const strategy = { ...branch.strategy, ...seed };
    return { strategy, alternatives: 0, ...(supposed === undefined ? {} : { steps: supposed }) };
  }

  made({ run }: Job, { outcome }: Trial): void {
    const branch = this.#branches.get(run)!;
    this.#branches.delete(run);
    this.tree.made(branch, outcome?.explored.steps);
  }
}
