import { type Graph, Waitable } from '../graph/index.js';
import type { Runnable } from '../kernel/index.js';

/** Counts the callbacks of each node that have run. */
export class CallbackLog {
  readonly #graph: Graph;
  readonly #counts = new Map<string, number>();
  /** What was about to run when {@link before} was last called. */
  #next: Waitable | undefined;
  #callbacks = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Notes that this is about to run. */
  before(item: Runnable): void {
    this.settle();
    this.#next = item instanceof Waitable ? item : undefined;
  }

  /** Counts what was about to run: only afterwards is it known whether it was a callback. */
  settle(): void {
    const { callbacks } = this.#graph;
    if (this.#next !== undefined && callbacks > this.#callbacks) this.#count(this.#next);
    this.#callbacks = callbacks;
    this.#next = undefined;
  }

  /** How many callbacks of the node have begun. */
  callbacksOf(node: string): number {
    return this.#counts.get(node) ?? 0;
  }

  #count({ node: { fullName } }: Waitable): void {
    this.#counts.set(fullName, this.callbacksOf(fullName) + 1);
  }
}
