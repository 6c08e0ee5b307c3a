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
  type MistypedReport,
  reportGraph,
  reportMistyped,
  reportPublisher,
  reportSubscription,
  reportUnspun,
  type UnspunReport,
} from './graph_report.js';
import { HeaderStamps } from './header_stamps.js';
import { reportHeldUp } from './held_up_report.js';
import { type NeverSettlesReport, reportLostCallbacks } from './never_settles_report.js';
import { reportUnanswered } from './unanswered_report.js';

// Captured at load time: user code may later see another one.
const copyOf = structuredClone;

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
 * Notes what was in the graph during a run, including what had gone by its end. Identical endpoints of a node count
 * as one, so nodes that come and go all the time take no more memory than one of them.
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
  readonly #mistyped = new Map<string, MistypedReport>();
  #modules: readonly NeverSettlesReport[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
    graph.listeners.add('note', {
      entityEnding: (entity) => this.#ended(entity),
      nodeEnding: (node) => this.#left(node),
      mistyped: (client, server) => {
        const report = reportMistyped(client, server);
        this.#mistyped.set(JSON.stringify(report), report);
      },
    });
  }

  /** Modules that await what nothing can settle, which is known at the end. */
  noteModules(modules: readonly NeverSettlesReport[]): void {
    this.#modules = modules;
  }

  /** It reads only the messages of lifecycle nodes and of tf, and the stamps of headers. */
  message(publisher: Publisher, bytes: Uint8Array): void {
    // Called for every message, although few are read.
    publisher.isWitnessed ??=
      HeaderStamps.reads(publisher) || FrameParents.reads(publisher) || isTransition(publisher);
    if (!publisher.isWitnessed) return;
    this.#stamps.message(publisher, bytes);
    this.#frames.message(publisher, bytes);
    if (!isTransition(publisher)) return;
    const { goal_state } = publisher.type.decode(bytes) as { goal_state: { label: string } };
    const node = publisher.node.fullName;
    const state = goal_state.label;
    const activated = state === 'active' || (this.#lifecycle.get(node)?.activated ?? false);
    this.#lifecycle.set(node, { node, state, activated });
  }

  /**
   * The whole graph, including what exists now. Each checkpoint of a run calls this, so existing entities are added
   * to copies.
   */
  report(incompatible: readonly IncompatibilityReport[]): GraphReport {
    const now = reportGraph(this.#graph, incompatible);
    const all = copyOf(this.#topics);
    const services = copyOf(this.#services);
    for (const { name, publishers, subscriptions } of now.topics) {
      for (const one of publishers) add(all, name, 'publishers', one);
      for (const one of subscriptions) add(all, name, 'subscriptions', one);
    }
    for (const { name, servers, clients, requests } of now.services) {
      const service = serviceIn(services, name);
      for (const one of servers) service.servers.add(one);
      for (const one of clients) service.clients.add(one);
      service.requests += requests ?? 0;
    }
    for (const node of this.#graph.nodes) this.#take(node);
    const present = new Set(now.nodes);
    const twice = repeated(now.nodes);
    return {
      nodes: [...now.nodes, ...[...this.#gone].filter((name) => !present.has(name))],
      topics: [...all].map(([name, { publishers, subscriptions }]) => ({
        name,
        publishers: [...publishers.values()],
        subscriptions: [...subscriptions.values()],
      })),
      services: [...services].map(([name, { servers, clients, requests }]) => ({
        name,
        servers: [...servers],
        clients: [...clients],
        requests,
      })),
      incompatible: distinct(incompatible),
      mistyped: [...this.#mistyped.values()],
      duplicates: [...new Set([...this.#duplicates, ...twice])],
      lifecycle: [...this.#lifecycle.values()],
      frames: this.#frames.report(),
      zeroStamps: this.#stamps.report(),
      unanswered: reportUnanswered(this.#graph),
      heldUp: reportHeldUp(this.#graph),
      neverSettles: [...reportLostCallbacks(this.#graph), ...this.#modules],
      unspun: [...this.#unspun.values()],
      given: { remaps: argumentsOf(this.#remaps), parameters: argumentsOf(this.#parameters) },
    };
  }

  /** What is only known while a node exists. */
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
      add(this.#topics, entity.name, 'publishers', reportPublisher(entity));
    } else if (entity instanceof Subscription) {
      add(this.#topics, entity.name, 'subscriptions', reportSubscription(entity));
    } else if (entity instanceof Service) {
      serviceIn(this.#services, entity.name).servers.add(entity.node.fullName);
    } else if (entity instanceof Client) {
      const service = serviceIn(this.#services, entity.name);
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
}

function add(
  topics: Map<string, Sides>,
  topic: string,
  side: keyof Sides,
  endpoint: EndpointReport,
): void {
  let sides = topics.get(topic);
  if (sides === undefined) {
    sides = { publishers: new Map(), subscriptions: new Map() };
    topics.set(topic, sides);
  }
  const { count, ...same } = endpoint;
  const key = JSON.stringify(same);
  const before = sides[side].get(key)?.count ?? 0;
  sides[side].set(key, { ...endpoint, count: before + count });
}

function serviceIn(services: Map<string, ServiceSides>, name: string): ServiceSides {
  let service = services.get(name);
  if (service === undefined) {
    service = { servers: new Set(), clients: new Set(), requests: 0 };
    services.set(name, service);
  }
  return service;
}

/** Whether its messages report the state of a node. */
function isTransition({ type, name }: Publisher): boolean {
  return type.name === 'lifecycle_msgs/msg/TransitionEvent' && name.endsWith(TRANSITION_EVENT);
}

function argumentsOf(known: ReadonlyMap<string, boolean>): GivenArgument[] {
  return [...known].map(([text, used]) => ({ text, used }));
}

/** The names that occur more than once. */
function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
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
