import type { Entity, Graph, Publisher, Subscription } from '../graph/index.js';
import type { DiscoveryDecision } from './decision.js';
import type { Journal } from './journal.js';

/** A publisher and a subscription that would have found each other at `from`, and do so at `until`. */
interface Pending {
  readonly decision: DiscoveryDecision;
  readonly from: number;
  readonly until: number;
}

/**
 * Which saved decisions about discovery change anything: endpoints that find each other later are the same as
 * before unless something is sent, or somebody asks for the other, in that time. A decision that changes
 * nothing has not come to pass.
 */
export class DiscoveryEffects {
  readonly #graph: Graph;
  readonly #journal: Journal;
  readonly #pending = new Map<Entity, readonly Pending[]>();

  constructor(graph: Graph, journal: Journal) {
    this.#graph = graph;
    this.#journal = journal;
    graph.observers.add('watch', {
      published: (publisher) => {
        this.touched(publisher);
        return 0;
      },
    });
  }

  /** Notes that the two find each other later, by `decision.after`, than after `wait` ns. */
  delay(
    decision: DiscoveryDecision,
    publisher: Publisher,
    subscription: Subscription,
    wait: number,
  ): void {
    this.#journal.idle(decision);
    const from = this.#graph.kernel.now + wait;
    const isTold = [publisher, subscription].some(({ events }) => events?.matched !== undefined);
    const isLate = [publisher, subscription].every(({ qos }) => qos.durability !== 'volatile');
    if (isTold || (isLate && publisher.sequence > 0)) {
      this.#journal.useOnce(decision);
      return;
    }
    const pending = { decision, from, until: from + decision.after };
    for (const endpoint of [publisher, subscription]) {
      this.#pending.set(endpoint, [...(this.#pending.get(endpoint) ?? []), pending]);
    }
  }

  /** Something is sent by the endpoint, or somebody asks whom it has found. */
  touched(endpoint: Publisher | Subscription): void {
    const pending = this.#pending.get(endpoint);
    if (pending === undefined) return;
    const { now } = this.#graph.kernel;
    for (const { decision, from, until } of pending) {
      if (now >= from && now < until) this.#journal.useOnce(decision);
    }
  }
}
