import {
  Client,
  type Entity,
  type GivenArgument,
  type Graph,
  type GraphNode,
  Publisher,
  Service,
  Subscription,
} from '../graph/index.js';
import type { MessageSink } from '../trace/index.js';
import { FrameParents } from './frame_parents.js';
import {
  type EndpointReport,
  type GraphReport,
  type IncompatibilityReport,
  type LifecycleReport,
  reportGraph,
  reportPublisher,
  reportSubscription,
  reportUnspun,
  type UnspunReport,
} from './graph_report.js';
import { HeaderStamps } from './header_stamps.js';

const TRANSITION_EVENT = '/transition_event';

interface ServiceSides {
  readonly servers: Set<string>;
  readonly clients: Set<string>;
  requests: number;
}

interface Sides {
  readonly publishers: Map<string, EndpointReport>;
  readonly subscriptions: Map<string, EndpointReport>;
}

/**
 * Notes what was in the graph during a run, including what had gone by its end. Equal endpoints of a
 * node count as one, so nodes that come and go all the time take no more memory than one of them.
 */
export class GraphWitness implements MessageSink {
  readonly #graph: Graph;
  readonly #gone = new Set<string>();
  readonly #duplicates = new Set<string>();
  readonly #topics = new Map<string, Sides>();
  readonly #services = new Map<string, ServiceSides>();
  readonly #lifecycle = new Map<string, LifecycleReport>();
  readonly #frames = new FrameParents();
  readonly #stamps = new HeaderStamps();
  readonly #unspun = new Map<string, UnspunReport>();
  readonly #remaps = new Map<string, boolean>();
  readonly #parameters = new Map<string, boolean>();

  constructor(graph: Graph) {
    this.#graph = graph;
    graph.listeners.add('note', {
      entityEnding: (entity) => this.#ended(entity),
      nodeEnding: (node) => this.#left(node),
    });
  }

  /** It reads only the messages of lifecycle nodes and of tf, and the stamps of headers. */
  message(publisher: Publisher, bytes: Uint8Array): void {
    this.#stamps.message(publisher, bytes);
    this.#frames.message(publisher, bytes);
    // Called for every message; type names rarely have the same length, so this is fast.
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
    for (const { name, servers, clients, requests } of now.services) {
      const service = this.#service(name);
      for (const one of servers) service.servers.add(one);
      for (const one of clients) service.clients.add(one);
      service.requests += requests ?? 0;
    }
    for (const node of this.#graph.nodes) this.#take(node);
    const present = new Set(now.nodes);
    const twice = now.nodes.filter((name, index) => now.nodes.indexOf(name) !== index);
    return {
      nodes: [...now.nodes, ...[...this.#gone].filter((name) => !present.has(name))],
      topics: [...this.#topics].map(([name, { publishers, subscriptions }]) => ({
        name,
        publishers: [...publishers.values()],
        subscriptions: [...subscriptions.values()],
      })),
      services: [...this.#services].map(([name, { servers, clients, requests }]) => ({
        name,
        servers: [...servers],
        clients: [...clients],
        requests,
      })),
      incompatible: distinct(incompatible),
      duplicates: [...new Set([...this.#duplicates, ...twice])],
      lifecycle: [...this.#lifecycle.values()],
      frames: this.#frames.report(),
      zeroStamps: this.#stamps.report(),
      unspun: [...this.#unspun.values()],
      given: { remaps: argumentsOf(this.#remaps), parameters: argumentsOf(this.#parameters) },
    };
  }

  /** What is known of a node only while it exists. */
  #take(node: GraphNode): void {
    this.#spin(node);
    const { remaps = [], parameters = [] } = node.given?.() ?? {};
    const note = (known: Map<string, boolean>, { text, used }: GivenArgument) =>
      known.set(text, used || known.get(text) === true);
    for (const each of remaps) note(this.#remaps, each);
    for (const each of parameters) note(this.#parameters, each);
  }

  /** Whether it is spun, seen before the first of its entities ends. */
  #spin(node: GraphNode): void {
    if (node.wasSpun) this.#unspun.delete(node.fullName);
    else if (!this.#unspun.has(node.fullName)) {
      const unspun = reportUnspun(node);
      if (unspun !== undefined) this.#unspun.set(node.fullName, unspun);
    }
  }

  #ended(entity: Entity): void {
    this.#spin(entity.node);
    if (entity instanceof Publisher) {
      this.#add(entity.name, 'publishers', reportPublisher(entity));
    } else if (entity instanceof Subscription) {
      this.#add(entity.name, 'subscriptions', reportSubscription(entity));
    } else if (entity instanceof Service) {
      this.#service(entity.name).servers.add(entity.node.fullName);
    } else if (entity instanceof Client) {
      const service = this.#service(entity.name);
      service.clients.add(entity.node.fullName);
      service.requests += entity.requests;
    }
  }

  #left(node: GraphNode): void {
    this.#gone.add(node.fullName);
    this.#take(node);
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
      service = { servers: new Set(), clients: new Set(), requests: 0 };
      this.#services.set(name, service);
    }
    return service;
  }
}

function argumentsOf(known: ReadonlyMap<string, boolean>): GivenArgument[] {
  return [...known].map(([text, used]) => ({ text, used }));
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
