import type { Client, Discovery, Graph, Publisher, Service, Subscription } from '../graph/index.js';
import type { Endpoints } from './endpoints.js';
import { reaches } from './ends.js';

/** How long undiscovered endpoints alone keep a run going: one lease, in ns. */
const PATIENCE_NS = 10e9;

/** Discovery on the wire: endpoints know each other once their participants have matched them. */
export class WireDiscovery implements Discovery {
  endpoints: Endpoints | undefined;
  readonly #matched = new Map<Publisher, Set<Subscription>>();
  /** Pairs that the graph would match, with the time since which they have been waiting. */
  readonly #awaited = new Map<Publisher, Map<Subscription, number>>();
  #unknown: { readonly client: Client; readonly server: Service; readonly since: number }[] = [];

  constructor(readonly graph: Graph) {}

  matching(publisher: Publisher, subscription: Subscription): number {
    if (this.#matched.get(publisher)?.has(subscription)) return 0;
    this.#await(publisher, subscription);
    return Number.POSITIVE_INFINITY;
  }

  #await(publisher: Publisher, subscription: Subscription): void {
    let waiting = this.#awaited.get(publisher);
    if (waiting === undefined) {
      waiting = new Map();
      this.#awaited.set(publisher, waiting);
    }
    waiting.set(subscription, this.graph.kernel.now);
  }

  /** Notes that a writer has found a reader or lost it. */
  note(publisher: Publisher, subscription: Subscription, isMatched: boolean): void {
    const domain = this.graph.domain(publisher.node.domain);
    let matched = this.#matched.get(publisher);
    if (matched === undefined) {
      matched = new Set();
      this.#matched.set(publisher, matched);
    }
    if (isMatched) {
      matched.add(subscription);
      if (this.#awaited.get(publisher)?.delete(subscription)) domain.meet(publisher, subscription);
      return;
    }
    matched.delete(subscription);
    if (publisher.destroyed || subscription.destroyed) {
      if (publisher.destroyed) this.#matched.delete(publisher);
      return;
    }
    domain.part(publisher, subscription);
    this.#await(publisher, subscription);
  }

  introduce(client: Client, server: Service): void {
    if (this.knows(client, server)) return;
    this.#unknown.push({ client, server, since: this.graph.kernel.now });
  }

  /** Whether client and server know each other in both directions; otherwise a response would be lost. */
  knows(client: Client, server: Service): boolean {
    const there = this.endpoints?.endsOf(client);
    const back = this.endpoints?.endsOf(server);
    if (there?.outlet === undefined || back?.outlet === undefined) return false;
    return reaches(there.outlet, back.inlet!) && reaches(back.outlet, there.inlet!);
  }

  /** Checks whether clients have found their servers. */
  look(): void {
    if (this.#unknown.length === 0) return;
    const before = this.#unknown.length;
    this.#unknown = this.#unknown.filter(
      ({ client, server }) => !client.destroyed && !server.destroyed && !this.knows(client, server),
    );
    if (this.#unknown.length < before) this.graph.changed();
  }

  /** Whether endpoints that keep the run going may still be discovered. */
  get isSearching(): boolean {
    const { now } = this.graph.kernel;
    if (this.#unknown.some(({ since }) => now < since + PATIENCE_NS)) return true;
    for (const [publisher, waiting] of this.#awaited) {
      for (const [subscription, since] of waiting) {
        if (publisher.destroyed || subscription.destroyed) waiting.delete(subscription);
        else if (now < since + PATIENCE_NS) return true;
      }
      if (waiting.size === 0) this.#awaited.delete(publisher);
    }
    return false;
  }
}
