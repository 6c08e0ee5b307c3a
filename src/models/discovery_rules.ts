import type {
  Client,
  Discovery,
  Entity,
  Graph,
  Publisher,
  Service,
  Subscription,
} from '../graph/index.js';
import type { Delayed } from '../kernel/index.js';
import { createSampler } from './distribution.js';
import { matchesName } from './matches_name.js';
import { pathName } from './path_name.js';
import type { DiscoveryModel } from './system_models.js';

/** Times to match by rules; each pair draws once, from its own stream. */
export class DiscoveryRules implements Discovery {
  readonly #graph: Graph;
  readonly #model: DiscoveryModel;
  /** When a client and a server find each other. */
  readonly #known = new WeakMap<Client, WeakMap<Service, number>>();

  constructor(graph: Graph, model: DiscoveryModel) {
    this.#graph = graph;
    this.#model = model;
  }

  matching(publisher: Publisher, subscription: Subscription): number {
    return this.#draw(publisher, subscription);
  }

  introduce(client: Client, server: Service): void {
    let servers = this.#known.get(client);
    if (servers === undefined) {
      servers = new WeakMap();
      this.#known.set(client, servers);
    }
    const { kernel } = this.#graph;
    const known = kernel.now + this.#draw(client, server);
    servers.set(server, known);
    if (known > kernel.now) kernel.delays.push(known, new Found(this.#graph, client));
  }

  knows(client: Client, server: Service): boolean {
    const since = this.#known.get(client)?.get(server) ?? 0;
    return this.#graph.kernel.now >= since;
  }

  #draw(from: Entity, to: Entity): number {
    const rule = this.#model.rules.find(
      ({ topic = '*', node = '*' }) =>
        matchesName(topic, from.name) &&
        (matchesName(node, from.node.fullName) || matchesName(node, to.node.fullName)),
    );
    if (rule === undefined) return 0;
    const random = this.#graph.random.stream(`discovery ${pathName(from, to)}`);
    return createSampler(rule.time, random).next();
  }
}

/** The moment from which a client knows a server. */
class Found implements Delayed {
  position = -1;
  readonly background = false;
  readonly #graph: Graph;
  readonly #client: Client;

  constructor(graph: Graph, client: Client) {
    this.#graph = graph;
    this.#client = client;
  }

  run(): boolean {
    this.#graph.changed();
    return false;
  }

  label(): string {
    return `discovery of ${this.#client.name}`;
  }
}
