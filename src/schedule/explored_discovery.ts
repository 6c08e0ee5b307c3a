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
import { DiscoveryEffects } from './discovery_effects.js';
import { type Exploration, givenDecisions, isDrawing } from './exploration.js';
import type { Journal } from './journal.js';

/** When a client finds a server, and which decision says so. */
interface Meeting {
  readonly found: number;
  readonly given: DiscoveryDecision | undefined;
}

/** How long endpoints need to find each other, in addition to the times of the models. */
export class ExploredDiscovery implements Discovery {
  readonly #graph: Graph;
  readonly #journal: Journal;
  readonly #most: number;
  readonly #given: ReadonlyMap<string, DiscoveryDecision>;
  readonly #chance: Chance | undefined;
  readonly #next: Discovery | undefined;
  /** By topic and pair of nodes: how many pairs of endpoints there were. */
  readonly #pairs = new Map<string, number>();
  /** When a client finds a server, and the decision of a saved schedule that says so. */
  readonly #known = new WeakMap<Client, WeakMap<Service, Meeting>>();
  /** Of a saved schedule. */
  readonly #effects: DiscoveryEffects | undefined;

  constructor(graph: Graph, { strategy, discovery = 0 }: Exploration, journal: Journal) {
    this.#graph = graph;
    this.#journal = journal;
    this.#most = discovery;
    this.#next = graph.discovery;
    const given = givenDecisions(strategy).filter(isDiscoveryDecision);
    this.#given = new Map(given.map((each) => [keyOf(each), each]));
    const isSaved = strategy.kind === 'replay' && strategy.saved === true;
    if (isSaved && given.length > 0) this.#effects = new DiscoveryEffects(graph, journal);
    if (isDrawing(strategy)) this.#chance = new Chance(strategy, 'discovery', journal);
  }

  matching(publisher: Publisher, subscription: Subscription): number {
    const wait = this.#next?.matching(publisher, subscription) ?? 0;
    const { after, given } = this.#decide(publisher, subscription);
    if (given !== undefined) this.#effects?.delay(given, publisher, subscription, wait);
    return wait + after;
  }

  asked(endpoint: Publisher | Subscription): void {
    this.#effects?.touched(endpoint);
    this.#next?.asked?.(endpoint);
  }

  introduce(client: Client, server: Service): void {
    this.#next?.introduce(client, server);
    const { kernel } = this.#graph;
    const { after, given } = this.#decide(client, server);
    const found = kernel.now + after;
    const servers = this.#known.get(client) ?? new WeakMap<Service, Meeting>();
    this.#known.set(client, servers.set(server, { found, given }));
    if (this.#effects !== undefined && given !== undefined) this.#journal.idle(given);
    if (found === kernel.now) return;
    const tell = () => this.#graph.changed();
    kernel.delays.push(found, new DelayedAction(tell, () => `discovery of ${client.name}`));
  }

  knows(client: Client, server: Service): boolean {
    const { found = 0, given } = this.#known.get(client)?.get(server) ?? {};
    const knows = this.#next?.knows(client, server) ?? true;
    if (this.#graph.kernel.now >= found) return knows;
    if (knows && given !== undefined) this.#journal.useOnce(given);
    return false;
  }

  #decide(
    one: Entity,
    other: Entity,
  ): { readonly after: number; readonly given?: DiscoveryDecision } {
    const { name } = one;
    // Every node has these, and no system waits for them.
    if (name === '/rosout' || name === '/parameter_events') return { after: 0 };
    const here = { found: name, from: one.node.fullName, to: this.#receiver(one, other) };
    const most = this.#most;
    this.#journal.offer(() => ({ decision: { ...here, after: most }, passes: [] }));
    const drawn = this.#chance?.between(0, most) ?? 0;
    const given = this.#given.get(keyOf(here));
    if (given !== undefined) {
      // One that was saved is used as soon as it makes a difference.
      if (this.#effects === undefined) this.#journal.use(given);
      return { after: given.after, given };
    }
    if (drawn > 0) this.#journal.take({ ...here, after: drawn });
    return { after: drawn };
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
