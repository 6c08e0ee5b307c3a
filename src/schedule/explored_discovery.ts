import type {
  Client,
  Discovery,
  Entity,
  Graph,
  Publisher,
  Service,
  Subscription,
} from '../graph/index.js';
import { DelayedAction } from '../kernel/index.js';
import { Chance } from './chance.js';
import { type DiscoveryDecision, isDiscoveryDecision } from './decision.js';
import { type Exploration, givenDecisions, isDrawing } from './exploration.js';
import type { Journal } from './journal.js';

/** How long endpoints need to find each other, in addition to what the models say. */
export class ExploredDiscovery implements Discovery {
  readonly #graph: Graph;
  readonly #journal: Journal;
  readonly #most: number;
  readonly #given: ReadonlyMap<string, DiscoveryDecision>;
  readonly #chance: Chance | undefined;
  readonly #next: Discovery | undefined;
  /** How many pairs of two nodes and a topic there were. */
  readonly #pairs = new Map<string, number>();
  /** When a client finds a server. */
  readonly #known = new WeakMap<Client, WeakMap<Service, number>>();

  constructor(graph: Graph, { strategy, discovery = 0 }: Exploration, journal: Journal) {
    this.#graph = graph;
    this.#journal = journal;
    this.#most = discovery;
    this.#next = graph.discovery;
    const given = givenDecisions(strategy).filter(isDiscoveryDecision);
    this.#given = new Map(given.map((each) => [keyOf(each), each]));
    if (isDrawing(strategy)) this.#chance = new Chance(strategy, 'discovery', journal);
  }

  matching(publisher: Publisher, subscription: Subscription): number {
    return (
      (this.#next?.matching(publisher, subscription) ?? 0) + this.#decide(publisher, subscription)
    );
  }

  introduce(client: Client, server: Service): void {
    this.#next?.introduce(client, server);
    const { kernel } = this.#graph;
    const found = kernel.now + this.#decide(client, server);
    const servers = this.#known.get(client) ?? new WeakMap<Service, number>();
    this.#known.set(client, servers.set(server, found));
    if (found === kernel.now) return;
    const tell = () => this.#graph.changed();
    kernel.delays.push(found, new DelayedAction(tell, () => `discovery of ${client.name}`));
  }

  knows(client: Client, server: Service): boolean {
    const since = this.#known.get(client)?.get(server) ?? 0;
    return this.#graph.kernel.now >= since && (this.#next?.knows(client, server) ?? true);
  }

  #decide(one: Entity, other: Entity): number {
    const { name } = one;
    // Every node has these, and no system waits for them.
    if (name === '/rosout' || name === '/parameter_events') return 0;
    const here = { found: name, from: one.node.fullName, to: this.#receiver(one, other) };
    const most = this.#most;
    this.#journal.offer(() => ({ decision: { ...here, after: most }, passes: [] }));
    const drawn = this.#chance?.between(0, most) ?? 0;
    const given = this.#given.get(keyOf(here));
    if (given !== undefined) {
      this.#journal.use(given);
      return given.after;
    }
    if (drawn > 0) this.#journal.take({ ...here, after: drawn });
    return drawn;
  }

  #receiver(one: Entity, other: Entity): string {
    const key = `${one.name} ${one.node.fullName} ${other.node.fullName}`;
    const number = (this.#pairs.get(key) ?? 0) + 1;
    this.#pairs.set(key, number);
    return number === 1 ? other.node.fullName : `${other.node.fullName} #${number}`;
  }
}

function keyOf({ found, from, to }: Pick<DiscoveryDecision, 'found' | 'from' | 'to'>): string {
  return `${found} ${from} ${to}`;
}
