import { DelayedAction } from '../kernel/index.js';
import type { Client } from './client.js';
import type { Incompatibility } from './endpoint_events.js';
import type { GraphNode } from './graph_node.js';
import type { Publisher } from './publisher.js';
import { incompatiblePolicy } from './qos.js';
import type { Service } from './service.js';
import type { Subscription } from './subscription.js';

/** Publishers and subscriptions of one name, in the order of creation. */
export interface Topic {
  readonly name: string;
  readonly publishers: Publisher[];
  readonly subscriptions: Subscription[];
}

/** Servers and clients of one service name, in the order of creation. */
export interface ServiceName {
  readonly name: string;
  readonly servers: Service[];
  readonly clients: Client[];
}

/** Nodes that can see each other. Domains are isolated from one another. */
export class Domain {
  readonly id: number;
  /** In the order of creation. */
  readonly nodes: GraphNode[] = [];
  readonly #topics = new Map<string, Topic>();
  readonly #services = new Map<string, ServiceName>();

  constructor(id: number) {
    this.id = id;
  }

  addNode(node: GraphNode): void {
    this.nodes.push(node);
  }

  removeNode(node: GraphNode): void {
    remove(this.nodes, node);
  }

  /** Topics that have an endpoint, sorted by name. */
  get topics(): Topic[] {
    return [...this.#topics.values()].sort(byName);
  }

  /** Services that have a server or a client, sorted by name. */
  get services(): ServiceName[] {
    return [...this.#services.values()].sort(byName);
  }

  findTopic(name: string): Topic | undefined {
    return this.#topics.get(name);
  }

  findService(name: string): ServiceName | undefined {
    return this.#services.get(name);
  }

  addPublisher(publisher: Publisher): void {
    const topic = this.#topic(publisher.name);
    topic.publishers.push(publisher);
    for (const subscription of topic.subscriptions) introduce(publisher, subscription);
    publisher.node.graph.changed();
  }

  addSubscription(subscription: Subscription): void {
    const topic = this.#topic(subscription.name);
    topic.subscriptions.push(subscription);
    for (const publisher of topic.publishers) introduce(publisher, subscription);
    subscription.node.graph.changed();
  }

  removePublisher(publisher: Publisher): void {
    const topic = this.#topic(publisher.name);
    remove(topic.publishers, publisher);
    for (const subscription of publisher.subscriptions) subscription.unmatch(publisher);
    this.#forgetTopic(topic);
    publisher.node.graph.changed();
  }

  removeSubscription(subscription: Subscription): void {
    const topic = this.#topic(subscription.name);
    remove(topic.subscriptions, subscription);
    for (const publisher of subscription.publishers) publisher.unmatch(subscription);
    this.#forgetTopic(topic);
    subscription.node.graph.changed();
  }

  /** Matches two endpoints that have found each other, for a discovery that cannot know the time beforehand. */
  meet(publisher: Publisher, subscription: Subscription): void {
    if (publisher.destroyed || subscription.destroyed) return;
    match(publisher, subscription);
    publisher.node.graph.changed();
  }

  /** Separates two endpoints that have lost each other although both still exist. */
  part(publisher: Publisher, subscription: Subscription): void {
    if (publisher.destroyed || subscription.destroyed) return;
    subscription.unmatch(publisher);
    publisher.unmatch(subscription);
    publisher.node.graph.changed();
  }

  /** The service of that name; created if it does not exist. */
  service(name: string): ServiceName {
    let service = this.#services.get(name);
    if (service === undefined) {
      service = { name, servers: [], clients: [] };
      this.#services.set(name, service);
    }
    return service;
  }

  removeServer(server: Service): void {
    const service = this.service(server.name);
    remove(service.servers, server);
    this.#forgetService(service);
    server.node.graph.changed();
  }

  removeClient(client: Client): void {
    const service = this.service(client.name);
    remove(service.clients, client);
    this.#forgetService(service);
  }

  /** Fixes the order in which one response reaches the given clients of a service. */
  setClientOrder(service: string, order: readonly Client[]): void {
    sortByRank(this.service(service).clients, order);
  }

  #topic(name: string): Topic {
    let topic = this.#topics.get(name);
    if (topic === undefined) {
      topic = { name, publishers: [], subscriptions: [] };
      this.#topics.set(name, topic);
    }
    return topic;
  }

  #forgetTopic(topic: Topic): void {
    if (topic.publishers.length + topic.subscriptions.length === 0) this.#topics.delete(topic.name);
  }

  #forgetService(service: ServiceName): void {
    if (service.servers.length + service.clients.length === 0) this.#services.delete(service.name);
  }
}

/** Matches the two if their types and QoS allow it; otherwise tells both why not. */
function introduce(publisher: Publisher, subscription: Subscription): void {
  if (publisher.type.name !== subscription.type.name) {
    publisher.events?.incompatibleType?.(subscription);
    subscription.events?.incompatibleType?.(publisher);
    report(publisher, subscription, 'type');
    return;
  }
  const policy = incompatiblePolicy(publisher.qos, subscription.qos);
  if (policy !== undefined) {
    publisher.events?.incompatibleQos?.(subscription, policy);
    subscription.events?.incompatibleQos?.(publisher, policy);
    report(publisher, subscription, policy);
    return;
  }
  const { graph } = publisher.node;
  const wait =
    graph.discovery === undefined ? 0 : graph.discovery.matching(publisher, subscription);
  if (wait === Number.POSITIVE_INFINITY) return;
  if (wait > 0) matchAfter(wait, publisher, subscription);
  else match(publisher, subscription);
}

/** Lets a client and a server of one name find each other; if their types differ, they never do, as over DDS. */
export function introduceServer(client: Client, server: Service): void {
  const { graph } = client.node;
  if (isServedBy(client, server)) graph.discovery?.introduce(client, server);
  else graph.listener?.mistyped(client, server);
}

/** Whether the two, which have one name, have one type, too. */
export function isServedBy(client: Client, server: Service): boolean {
  return client.type.name === server.type.name;
}

/** Lets two endpoints meet after a wait, if both still exist then. */
function matchAfter(wait: number, publisher: Publisher, subscription: Subscription): void {
  const { graph } = publisher.node;
  const meet = () => {
    if (publisher.destroyed || subscription.destroyed) return;
    match(publisher, subscription);
    graph.changed();
  };
  const label = () => `discovery of ${publisher.name}`;
  graph.kernel.delays.push(graph.kernel.now + wait, new DelayedAction(meet, label));
}

function match(publisher: Publisher, subscription: Subscription): void {
  subscription.match(publisher);
  publisher.match(subscription);
}

function report(
  publisher: Publisher,
  subscription: Subscription,
  reason: Incompatibility['reason'],
): void {
  const { graph } = publisher.node;
  graph.listener?.incompatible({ topic: publisher.name, reason, publisher, subscription });
}

/** Moves the items of `order` to the front, in that order. */
export function sortByRank<T>(list: T[], order: readonly T[]): void {
  const rank = new Map(order.map((item, index) => [item, index]));
  list.sort((a, b) => (rank.get(a) ?? order.length) - (rank.get(b) ?? order.length));
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
