import type { Entity, GraphNode, Publisher, Subscription } from '../../graph/index.js';
import { ActionEndpointInfo } from '../action/action_endpoint_info.js';
import { actionClientsInfo, actionServersInfo } from '../action/action_endpoints.js';
import { DistroUtils } from '../distro_utils.js';
import { TypeValidationError } from '../errors/index.js';
import { expandTopicName } from '../names/expand_topic_name.js';
import { validator } from '../names/validator.js';
import {
  type ServiceEndpoint,
  serviceEndpoint,
  type TopicEndpoint,
  topicEndpoint,
} from './endpoints.js';
import type { Node } from './node.js';

/** A name with the types with which it is used. */
export interface NameAndTypes {
  name: string;
  types: string[];
}

/** A node of the graph. */
export interface NodeNameAndNamespace {
  name: string;
  namespace: string;
}

/** A node of the graph with its security enclave. */
export interface NodeNameWithEnclave extends NodeNameAndNamespace {
  enclave: string;
}

/** The queries of a node about the graph. */
export class NodeGraph {
  readonly #node: Node;

  constructor(node: Node) {
    this.#node = node;
  }

  /** Topics that a node publishes, with their types. Throws if there is no such node. */
  getPublisherNamesAndTypesByNode(
    nodeName: string,
    namespace = '/',
    _noDemangle = false,
  ): NameAndTypes[] {
    return namesAndTypes(this.#entitiesOf(nodeName, namespace, 'publisher'));
  }

  /** Topics to which a node subscribes, with their types. Throws if there is no such node. */
  getSubscriptionNamesAndTypesByNode(
    nodeName: string,
    namespace = '/',
    _noDemangle = false,
  ): NameAndTypes[] {
    return namesAndTypes(this.#entitiesOf(nodeName, namespace, 'subscription'));
  }

  /** Services that a node offers, with their types. Throws if there is no such node. */
  getServiceNamesAndTypesByNode(nodeName: string, namespace = '/'): NameAndTypes[] {
    return namesAndTypes(this.#entitiesOf(nodeName, namespace, 'service'));
  }

  /** Services that a node uses, with their types. Throws if there is no such node. */
  getClientNamesAndTypesByNode(nodeName: string, namespace = '/'): NameAndTypes[] {
    return namesAndTypes(this.#entitiesOf(nodeName, namespace, 'client'));
  }

  /** All topics, with their types. */
  getTopicNamesAndTypes(_noDemangle = false): NameAndTypes[] {
    return namesAndTypes(
      this.#domain.topics.flatMap((topic) => [...topic.publishers, ...topic.subscriptions]),
    );
  }

  /** All services, with their types: also those that only have clients, as in ROS 2. */
  getServiceNamesAndTypes(): NameAndTypes[] {
    return namesAndTypes(
      this.#domain.services.flatMap((service) => [...service.servers, ...service.clients]),
    );
  }

  /** The publishers of a topic. */
  getPublishersInfoByTopic(topic: string, noDemangle = false): TopicEndpoint[] {
    const name = this.#topicName(topic, noDemangle);
    return (this.#domain.findTopic(name)?.publishers ?? []).map(topicEndpoint);
  }

  /** The subscriptions of a topic. */
  getSubscriptionsInfoByTopic(topic: string, noDemangle = false): TopicEndpoint[] {
    const name = this.#topicName(topic, noDemangle);
    return (this.#domain.findTopic(name)?.subscriptions ?? []).map(topicEndpoint);
  }

  /** The clients of a service; null, with a warning, before Lyrical. */
  getClientsInfoByService(service: string, noDemangle = false): ServiceEndpoint[] | null {
    if (isUnsupported('getClientsInfoByService', DistroUtils.DistroId.LYRICAL)) return null;
    const name = noDemangle ? service : this.#node.resolveServiceName(service);
    return (this.#domain.findService(name)?.clients ?? []).map(serviceEndpoint);
  }

  /** The servers of a service; null, with a warning, before Lyrical. */
  getServersInfoByService(service: string, noDemangle = false): ServiceEndpoint[] | null {
    if (isUnsupported('getServersInfoByService', DistroUtils.DistroId.LYRICAL)) return null;
    const name = noDemangle ? service : this.#node.resolveServiceName(service);
    return (this.#domain.findService(name)?.servers ?? []).map(serviceEndpoint);
  }

  /** Names of all nodes, in the order of creation. */
  getNodeNames(): string[] {
    return this.#node.getNodeNamesAndNamespaces().map((item) => item.name);
  }

  /** Names and namespaces of all nodes, in the order of creation. */
  getNodeNamesAndNamespaces(): NodeNameAndNamespace[] {
    return this.#domain.nodes.map(({ name, namespace }) => ({ name, namespace }));
  }

  /** Like {@link NodeGraph.getNodeNamesAndNamespaces}, with the security enclave of each node. */
  getNodeNamesAndNamespacesWithEnclaves(): NodeNameWithEnclave[] {
    const enclave = this.#node.context.rosArguments.enclave ?? '/';
    return this.#node.getNodeNamesAndNamespaces().map((item) => ({ ...item, enclave }));
  }

  /** How many publishers a topic has. */
  countPublishers(topic: string): number {
    return this.#domain.findTopic(this.#expand(topic))?.publishers.length ?? 0;
  }

  /** How many subscriptions a topic has. */
  countSubscribers(topic: string): number {
    return this.#domain.findTopic(this.#expand(topic))?.subscriptions.length ?? 0;
  }

  /** How many clients a service has; null, with a warning, on Humble. */
  countClients(serviceName: string): number | null {
    if (isUnsupported('countClients', DistroUtils.DistroId.IRON)) return null;
    return this.#domain.findService(this.#expand(serviceName))?.clients.length ?? 0;
  }

  /** How many servers a service has; null, with a warning, on Humble. */
  countServices(serviceName: string): number | null {
    if (isUnsupported('countServices', DistroUtils.DistroId.IRON)) return null;
    return this.#domain.findService(this.#expand(serviceName))?.servers.length ?? 0;
  }

  /** How many clients an action has. */
  countActionClients(actionName: string): number {
    return this.#node.getActionClientsInfoByAction(actionName).length;
  }

  /** How many servers an action has. */
  countActionServers(actionName: string): number {
    return this.#node.getActionServersInfoByAction(actionName).length;
  }

  /** The clients of an action. */
  getActionClientsInfoByAction(actionName: string): ActionEndpointInfo[] {
    return actionClientsInfo(this.#domain, this.#fullName(actionName)).map(
      (info) => new ActionEndpointInfo(info),
    );
  }

  /** The servers of an action. */
  getActionServersInfoByAction(actionName: string): ActionEndpointInfo[] {
    return actionServersInfo(this.#domain, this.#fullName(actionName)).map(
      (info) => new ActionEndpointInfo(info),
    );
  }

  get #domain() {
    return this.#node.handle.graph.domain(this.#node.handle.domain);
  }

  #expand(name: string): string {
    return expandTopicName(name, this.#node.name(), this.#node.namespace());
  }

  #fullName(name: string): string {
    const full = this.#expand(name);
    validator.validateFullTopicName(full);
    return full;
  }

  #topicName(topic: string, noDemangle: boolean): string {
    if (typeof topic !== 'string') {
      throw new TypeValidationError('topicName', topic, 'string', { nodeName: this.#node.name() });
    }
    return noDemangle ? topic : this.#node.resolveTopicName(topic);
  }

  #entitiesOf(nodeName: string, namespace: string, kind: string): Entity[] {
    return nodeEntities(this.#node.handle, nodeName, namespace, kind);
  }
}

/**
 * The entities of one kind that a node has.
 *
 * @throws {Error} if there is no such node.
 */
export function nodeEntities(
  asker: GraphNode,
  nodeName: string,
  namespace: string,
  kind: string,
): Entity[] {
  const domain = asker.graph.domain(asker.domain);
  const space = namespace === '' ? '/' : namespace;
  const nodes = domain.nodes.filter((node) => node.name === nodeName && node.namespace === space);
  if (nodes.length === 0) {
    throw new Error(`cannot get names and types: node '${nodeName}' in '${space}' does not exist`);
  }
  return nodes.flatMap((node) => [...node.entities].filter((entity) => entity.kind === kind));
}

/** Names with their types, sorted by name. */
function namesAndTypes(entities: readonly Entity[]): NameAndTypes[] {
  const found = new Map<string, Set<string>>();
  for (const entity of entities) {
    const types = found.get(entity.name) ?? new Set();
    types.add((entity as Publisher | Subscription).type.name);
    found.set(entity.name, types);
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, types]) => ({ name, types: [...types].sort() }));
}

function isUnsupported(method: string, since: number): boolean {
  if (DistroUtils.getDistroId() >= since) return false;
  console.warn(`${method} is not supported by this version of ROS 2`);
  return true;
}
