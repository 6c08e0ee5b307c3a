import type { Graph, Incompatibility, Publisher, Qos, Subscription } from '../graph/index.js';

/** One end of a topic, at the end of a run. */
export interface EndpointReport {
  readonly node: string;
  readonly type: string;
  readonly qos: Qos;
  /** Messages published, or overwritten in a subscription's queue before they were handled. */
  readonly count: number;
}

export interface TopicReport {
  readonly name: string;
  readonly publishers: readonly EndpointReport[];
  readonly subscriptions: readonly EndpointReport[];
}

/** Two endpoints that met and will never exchange a message. */
export interface IncompatibilityReport {
  readonly topic: string;
  readonly reason: Incompatibility['reason'];
  readonly publisher: EndpointReport;
  readonly subscription: EndpointReport;
}

/** What a lifecycle node went through. */
export interface LifecycleReport {
  readonly node: string;
  /** The label of its last state. */
  readonly state: string;
  /** Whether it was ever active. */
  readonly activated: boolean;
}

/** The graph of a run as plain data: as the run left it, and what was gone by then. */
export interface GraphReport {
  /** Full names, in the order of creation; a name twice if two nodes have it. */
  readonly nodes: readonly string[];
  readonly topics: readonly TopicReport[];
  readonly services: readonly {
    readonly name: string;
    readonly servers: readonly string[];
    readonly clients: readonly string[];
  }[];
  readonly incompatible: readonly IncompatibilityReport[];
  /** Full names that two nodes had at the same time, where that is known. */
  readonly duplicates?: readonly string[];
  /** The lifecycle nodes that changed their state, where that is known. */
  readonly lifecycle?: readonly LifecycleReport[];
}

/** Describes the graph as it is now. */
export function reportGraph(
  graph: Graph,
  incompatible: readonly IncompatibilityReport[],
): GraphReport {
  const domains = [...new Set(graph.nodes.map((node) => node.domain))].map((id) =>
    graph.domain(id),
  );
  return {
    nodes: graph.nodes.map((node) => node.fullName),
    topics: domains.flatMap((domain) =>
      domain.topics.map((topic) => ({
        name: topic.name,
        publishers: topic.publishers.map(reportPublisher),
        subscriptions: topic.subscriptions.map(reportSubscription),
      })),
    ),
    services: domains.flatMap((domain) =>
      domain.services.map(({ name, servers, clients }) => ({
        name,
        servers: servers.map(({ node }) => node.fullName),
        clients: clients.map(({ node }) => node.fullName),
      })),
    ),
    incompatible,
  };
}

export function reportIncompatibility(pair: Incompatibility): IncompatibilityReport {
  return {
    topic: pair.topic,
    reason: pair.reason,
    publisher: reportPublisher(pair.publisher),
    subscription: reportSubscription(pair.subscription),
  };
}

export function reportPublisher(publisher: Publisher): EndpointReport {
  const { node, type, qos, sequence } = publisher;
  return { node: node.fullName, type: type.name, qos, count: sequence };
}

export function reportSubscription(subscription: Subscription): EndpointReport {
  const { node, type, qos, overwritten } = subscription;
  return { node: node.fullName, type: type.name, qos, count: overwritten };
}

/** In words, for the warnings of a run. */
export function describeIncompatibility(pair: Incompatibility): string {
  const { topic, reason, publisher, subscription } = pair;
  const [offer, request] = [publisher.node.fullName, subscription.node.fullName];
  return reason === 'type'
    ? `${topic}: ${offer} publishes ${publisher.type.name} but ${request} subscribes to ${subscription.type.name}; no message will pass.`
    : `${topic}: the ${reason} that ${offer} offers does not satisfy what ${request} requests; no message will pass.`;
}
