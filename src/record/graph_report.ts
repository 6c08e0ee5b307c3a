import {
  type Client,
  type GivenArguments,
  type Graph,
  type GraphNode,
  type Incompatibility,
  type Publisher,
  type Qos,
  Service,
  Subscription,
  Timer,
} from '../graph/index.js';
import type { HeldUpReport } from './held_up_report.js';
import type { NeverSettlesReport } from './never_settles_report.js';
import type { UnansweredReport } from './unanswered_report.js';

/** One end of a topic, at the end of a run. */
export interface EndpointReport {
  readonly node: string;
  readonly type: string;
  readonly qos: Qos;
  /** Where the callback of a subscription is defined, if known (in Python): file, line and function. */
  readonly code?: string;
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

/** A client and a server of one name whose types differ. */
export interface MistypedReport {
  readonly service: string;
  readonly server: string;
  readonly serves: string;
  readonly client: string;
  readonly calls: string;
}

/** The lifecycle of a node during the run. */
export interface LifecycleReport {
  readonly node: string;
  /** The label of its last state. */
  readonly state: string;
  /** Whether it was ever active. */
  readonly activated: boolean;
}

/** A frame of `/tf` or `/tf_static` and one of its parents. */
export interface FrameReport {
  readonly child: string;
  readonly parent: string;
  /** Full names of the nodes that published this. */
  readonly nodes: readonly string[];
}

/** Messages with a header whose stamp is zero although the time is not. */
export interface ZeroStampReport {
  readonly topic: string;
  readonly node: string;
  readonly count: number;
  /** Messages with a header that were published. */
  readonly total: number;
}

/** A node that no executor ever ran. */
export interface UnspunReport {
  readonly node: string;
  /** How many entities wait for it without ever being called. */
  readonly subscriptions: number;
  readonly timers: number;
  readonly services: number;
}

/** The graph of a run as plain data: as it was at the end of the run, and what had already gone. */
export interface GraphReport {
  /** Full names, in the order of creation; a name twice if two nodes have it. */
  readonly nodes: readonly string[];
  readonly topics: readonly TopicReport[];
  readonly services: readonly {
    readonly name: string;
    readonly servers: readonly string[];
    readonly clients: readonly string[];
    /** Requests sent by the clients, if known. */
    readonly requests?: number;
  }[];
  readonly incompatible: readonly IncompatibilityReport[];
  readonly mistyped?: readonly MistypedReport[];
  /** Full names that two nodes had at the same time, if known. */
  readonly duplicates?: readonly string[];
  /** The lifecycle nodes that changed their state, if known. */
  readonly lifecycle?: readonly LifecycleReport[];
  readonly frames?: readonly FrameReport[];
  readonly zeroStamps?: readonly ZeroStampReport[];
  readonly unspun?: readonly UnspunReport[];
  readonly unanswered?: readonly UnansweredReport[];
  readonly heldUp?: readonly HeldUpReport[];
  readonly neverSettles?: readonly NeverSettlesReport[];
  /** Remap rules and parameters that were given, each used if any node used it. */
  readonly given?: GivenArguments;
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
        requests: clients.reduce((sum, client) => sum + client.requests, 0),
      })),
    ),
    incompatible,
  };
}

/** Entities that the client library makes for every node. */
const OF_EVERY_NODE =
  /^\/(parameter_events|clock|rosout)$|\/(get_parameters|set_parameters|set_parameters_atomically|get_parameter_types|list_parameters|describe_parameters|get_type_description|get_logger_levels|set_logger_levels)$/;

/** What never runs in a node that is never spun; undefined if nothing is missed. */
export function reportUnspun(node: GraphNode): UnspunReport | undefined {
  if (node.wasSpun) return undefined;
  // Entities outside user code are called in other ways.
  const isOfUser = node.client !== undefined && node.executors.size === 0;
  if (!isOfUser && node.isAwaited === undefined) return undefined;
  let [subscriptions, timers, services] = [0, 0, 0];
  for (const entity of node.entities) {
    if (entity instanceof Timer) timers++;
    else if (entity instanceof Subscription && !OF_EVERY_NODE.test(entity.name)) subscriptions++;
    else if (entity instanceof Service && !OF_EVERY_NODE.test(entity.name)) services++;
  }
  if (subscriptions + timers + services === 0) return undefined;
  return { node: node.fullName, subscriptions, timers, services };
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
  const { place } = subscription;
  const code = place && `${place.file}:${place.line} (${place.function})`;
  return { node: node.fullName, type: type.name, qos, count: overwritten, ...(code && { code }) };
}

/** In words, for the warnings of a run. */
export function describeIncompatibility(pair: Incompatibility): string {
  const { topic, reason, publisher, subscription } = pair;
  const [offer, request] = [publisher.node.fullName, subscription.node.fullName];
  return reason === 'type'
    ? `${topic}: ${offer} publishes ${publisher.type.name} but ${request} subscribes to ${subscription.type.name}; no message will pass.`
    : `${topic}: the ${reason} that ${offer} offers does not satisfy what ${request} requests; no message will pass.`;
}

export function reportMistyped(client: Client, server: Service): MistypedReport {
  return {
    service: client.name,
    server: server.node.fullName,
    serves: server.type.name,
    client: client.node.fullName,
    calls: client.type.name,
  };
}
