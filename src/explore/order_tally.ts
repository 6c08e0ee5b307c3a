import type { RunOutcome } from '../record/index.js';

/** The numbers of different orders in the runs of a search. */
export interface OrderCounts {
  /** Distinct orders of callbacks, by order digest. */
  readonly orders: number;
  /**
   * Distinct runs as the nodes see them: each node's callbacks in order, with their inputs and outputs. Orders that
   * differ only between callbacks of different nodes count once.
   */
  readonly views: number;
  /**
   * Good's and Turing's estimate (Good 1953) of the probability that one more run has a new order: the share of the
   * drawn runs whose order was seen only once. Undefined if no run was drawn.
   */
  readonly unseen: number | undefined;
}

/** What the nodes saw in a run, as a key. */
export function viewOf({ digest }: Pick<RunOutcome, 'digest'>): string {
  return Object.entries(digest.nodes).flat().join(' ');
}

/** Counts the orders of callbacks that runs show. */
export class OrderTally {
  readonly #orders = new Set<string>();
  readonly #views = new Set<string>();
  /** How often each order was drawn. */
  readonly #drawn = new Map<string, number>();
  #draws = 0;

  /** @param drawn - whether the run was drawn independently from one distribution */
  note({ digest }: RunOutcome, drawn: boolean): void {
    this.#orders.add(digest.order);
    this.#views.add(viewOf({ digest }));
    if (!drawn) return;
    this.#draws++;
    this.#drawn.set(digest.order, (this.#drawn.get(digest.order) ?? 0) + 1);
  }

  get orders(): number {
    return this.#orders.size;
  }

  counts(): OrderCounts {
    const once = [...this.#drawn.values()].filter((count) => count === 1).length;
    return {
      orders: this.#orders.size,
      views: this.#views.size,
      unseen: this.#draws === 0 ? undefined : once / this.#draws,
    };
  }
}
