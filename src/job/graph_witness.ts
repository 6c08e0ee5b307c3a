import {
  Client,
  type Entity,
  type Graph,
  type GraphNode,
  Publisher,
  Service,
  Subscription,
} from '../graph/index.js';
import type { MessageSink } from '../trace/index.js';
import {
  type EndpointReport,
  type GraphReport,
  type IncompatibilityReport,
  type LifecycleReport,
  reportGraph,
  reportPublisher,
  reportSubscription,
} from './graph_report.js';

const TRANSITION_EVENT = '/transition_event';

interface Sides {
  readonly publishers: Map<string, EndpointReport>;
  readonly subscriptions: Map<string, EndpointReport>;
}

/**
 * Sees what was in the graph during a run, also what was gone at its end. Alike endpoints of a node
 * count as one, so that nodes that come and go all the time take no more room than one of them.
 */
export class GraphWitness implements MessageSink {
  readonly #graph: Graph;
  readonly #gone = new Set<string>();
  readonly #duplicates = new Set<string>();
  readonly #topics = new Map<string, Sides>();
  readonly #services = new Map<string, { servers: Set<string>; clients: Set<string> }>();
  readonly #lifecycle = new Map<string, LifecycleReport>();

  constructor(graph: Graph) {
    this.#graph = graph;
    graph.onEntityEnd = (entity) => this.#ended(entity);
    graph.onNodeEnd = (node) => this.#left(node);
  }

  /** Of all messages, it reads those of lifecycle nodes. */
  message(publisher: Publisher, bytes: Uint8Array): void {
    // Asked of every message: the types' names hardly ever have the same length.
    if (publisher.type.name !== 'lifecycle_msgs/msg/TransitionEvent') return;
    if (!publisher.name.endsWith(TRANSITION_EVENT)) return;
    const { goal_state } = publisher.type.decode(bytes) as { goal_state: { label: string } };
    const node = publisher.node.fullName;
    const state = goal_state.label;
    const activated = state === 'active' || (this.#lifecycle.get(node)?.activated ?? false);
    this.#lifecycle.set(node, { node, state, activated });
  }

  /** The whole graph, with what is there now. */
  report(incompatible: readonly IncompatibilityReport[]): GraphReport {
    const now = reportGraph(this.#graph, incompatible);
    for (const { name, publishers, subscriptions } of now.topics) {
      for (const one of publishers) this.#add(name, 'publishers', one);
      for (const one of subscriptions) this.#add(name, 'subscriptions', one);
    }
    for (const { name, servers, clients } of now.services) {
      const service = this.#service(name);
      for (const one of servers) service.servers.add(one);
      for (const one of clients) service.clients.add(one);
    }
    const present = new Set(now.nodes);
    const twice = now.nodes.filter((name, index) => now.nodes.indexOf(name) !== index);
    return {
      nodes: [...now.nodes, ...[...this.#gone].filter((name) => !present.has(name))],
      topics: [...this.#topics].map(([name, { publishers, subscriptions }]) => ({
        name,
        publishers: [...publishers.values()],
        subscriptions: [...subscriptions.values()],
      })),
      services: [...this.#services].map(([name, { servers, clients }]) => ({
        name,
        servers: [...servers],
        clients: [...clients],
      })),
      incompatible: distinct(incompatible),
      duplicates: [...new Set([...this.#duplicates, ...twice])],
      lifecycle: [...this.#lifecycle.values()],
    };
  }

  #ended(entity: Entity): void {
    if (entity instanceof Publisher) {
      this.#add(entity.name, 'publishers', reportPublisher(entity));
    } else if (entity instanceof Subscription) {
      this.#add(entity.name, 'subscriptions', reportSubscription(entity));
    } else if (entity instanceof Service) {
      this.#service(entity.name).servers.add(entity.node.fullName);
    } else if (entity instanceof Client) {
      this.#service(entity.name).clients.add(entity.node.fullName);
    }
  }

  #left(node: GraphNode): void {
    this.#gone.add(node.fullName);
    const alike = this.#graph.nodes.filter(({ fullName }) => fullName === node.fullName);
    if (alike.length > 1) this.#duplicates.add(node.fullName);
  }

  #add(topic: string, side: keyof Sides, endpoint: EndpointReport): void {
    let sides = this.#topics.get(topic);
    if (sides === undefined) {
      sides = { publishers: new Map(), subscriptions: new Map() };
      this.#topics.set(topic, sides);
    }
    const { count, ...same } = endpoint;
    const key = JSON.stringify(same);
    const before = sides[side].get(key)?.count ?? 0;
    sides[side].set(key, { ...endpoint, count: before + count });
  }

  #service(name: string) {
    let service = this.#services.get(name);
    if (service === undefined) {
      service = { servers: new Set(), clients: new Set() };
      this.#services.set(name, service);
    }
    return service;
  }
}

/** Each pair once, however often its nodes came and went. */
function distinct(pairs: readonly IncompatibilityReport[]): IncompatibilityReport[] {
  const byKey = new Map<string, IncompatibilityReport>();
  for (const pair of pairs) {
    const { topic, reason, publisher, subscription } = pair;
    byKey.set(JSON.stringify([topic, reason, publisher.node, subscription.node]), pair);
  }
  return [...byKey.values()];
}
