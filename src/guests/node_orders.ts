import type { GraphNode, Waitable } from '../graph/index.js';
import type { Kernel, Runnable } from '../kernel/index.js';
import type { Waiter } from './waiter.js';

/** A node and its place in the order in which an executor serves its nodes. */
class NodePlace implements Runnable {
  readonly isPlace = true;
  readonly node: GraphNode;
  readonly #where: string;

  constructor(node: GraphNode, where: string) {
    this.node = node;
    this.#where = where;
  }

  run(): boolean {
    return false;
  }

  label(): string {
    return `${this.node.fullName} in the order of nodes of ${this.#where}`;
  }
}

/** The order of one executor. */
interface Order {
  /** The list that it was made for. */
  listed: readonly Waitable[];
  /** The part of the list that precedes the entities of all nodes: parts of actions. */
  inCommon: ReadonlySet<Waitable>;
  readonly ranks: Map<GraphNode, number>;
}

/**
 * The orders in which the executors of a guest serve their nodes. Executors of rclpy keep their nodes in a set,
 * whose order differs at every start; here it is the order in which they were added, unless a decider chooses
 * another one.
 */
export class NodeOrders {
  readonly #kernel: Kernel;
  readonly #where: string;
  /** By executor. */
  readonly #orders = new Map<number, Order>();

  /** @param where - the name of the guest */
  constructor(kernel: Kernel, where: string) {
    this.#kernel = kernel;
    this.#where = where;
  }

  /** Gives a place to nodes that have none yet; later ones follow the others. */
  place(waiters: readonly Pick<Waiter, 'id' | 'entities' | 'fifo'>[]): void {
    if (this.#kernel.decider === undefined) return;
    for (const { id, entities, fifo } of waiters) {
      const known = this.#orders.get(id);
      if (fifo || known?.listed === entities) continue;
      const end = entities.findIndex(({ name }) => !name.includes('/_action/'));
      const inCommon = new Set(entities.slice(0, end < 0 ? entities.length : end));
      const order = { listed: entities, inCommon, ranks: known?.ranks ?? new Map() };
      this.#orders.set(id, order);
      this.#rank(order);
    }
  }

  #rank({ listed, inCommon, ranks }: Order): void {
    // The common part does not show the order of the nodes, because not all of them have such entities.
    const own = listed.filter((entity) => !inCommon.has(entity));
    const nodes = new Set([...own, ...listed].map(({ node }) => node));
    const left = [...nodes].filter((node) => !ranks.has(node));
    const places = left.map((node) => new NodePlace(node, this.#where));
    const { decider, now } = this.#kernel;
    while (places.length > 0) {
      const index = places.length === 1 ? 0 : decider!.choose(places, now);
      ranks.set(places.splice(index, 1)[0]!.node, ranks.size);
    }
  }

  /** Entities that are ready, in the order in which they are run. */
  sorted(id: number, ready: Waitable[]): Waitable[] {
    const order = this.#orders.get(id);
    if (order === undefined || order.ranks.size < 2 || ready.length < 2) return ready;
    const { ranks, inCommon } = order;
    const rank = ({ node }: Waitable) => ranks.get(node) ?? ranks.size;
    return ready.sort(
      (a, b) => Number(inCommon.has(b)) - Number(inCommon.has(a)) || rank(a) - rank(b),
    );
  }
}
