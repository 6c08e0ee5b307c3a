/** A live system in ROS 2's terms: nodes with their topics, services and actions. */
import {
  type LiveGraph,
  type Qos,
  readEndpointUserData,
  rosTopic,
  rosType,
  serviceOfType,
} from '../dds/index.js';

/** An end of a topic or service. */
export interface EndpointInfo {
  readonly guid: string;
  /** The node that it belongs to; undefined if no node has announced it. */
  readonly node: NodeInfo | undefined;
  readonly type: string;
  readonly typeHash: string | undefined;
  readonly qos: Qos;
  readonly vendor: number;
}

/** A topic, service or action, with its ends. */
export interface NamedEndpoints {
  readonly name: string;
  /** Sorted. */
  readonly types: readonly string[];
  /** Publishers, or servers. */
  readonly givers: readonly EndpointInfo[];
  /** Subscriptions, or clients. */
  readonly takers: readonly EndpointInfo[];
}

export interface NodeInfo {
  readonly namespace: string;
  readonly name: string;
  readonly fullName: string;
}

const ACTION_PART = /^(.+)\/_action\/(?:feedback|status|send_goal|cancel_goal|get_result)$/;

/** Whether the commands of ROS 2 hide a name unless they are asked to show hidden ones. */
export function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('_'));
}

interface Collected {
  readonly givers: EndpointInfo[];
  readonly takers: EndpointInfo[];
}

export class SystemGraph {
  /** All sorted by name. */
  readonly topics: readonly NamedEndpoints[];
  readonly services: readonly NamedEndpoints[];
  readonly actions: readonly NamedEndpoints[];
  readonly nodes: readonly NodeInfo[];

  constructor(graph: LiveGraph) {
    const topics = new Map<string, Collected>();
    const services = new Map<string, Collected>();
    for (const endpoint of graph.endpoints.values()) {
      const topic = rosTopic(endpoint.topic);
      const type = rosType(endpoint.type);
      if (topic === undefined || type === undefined) continue;
      const service = topic.kind === 'topic' ? type : serviceOfType(type);
      // A service is represented by the endpoints of its requests.
      if (topic.kind === 'reply' || service === undefined) continue;
      const owner = graph.nodeOf(endpoint.guid);
      const info: EndpointInfo = {
        guid: endpoint.guid,
        node: owner === undefined ? undefined : nodeInfo(owner.namespace, owner.name),
        type: service,
        typeHash: readEndpointUserData(endpoint.userData).typeHash,
        qos: endpoint.qos,
        vendor: graph.peerOf(endpoint.guid)?.vendor ?? 0,
      };
      const collected = collect(topic.kind === 'topic' ? topics : services, topic.name);
      const gives = (endpoint.kind === 'writer') === (topic.kind === 'topic');
      (gives ? collected.givers : collected.takers).push(info);
    }
    this.topics = named(topics);
    this.services = named(services);
    this.actions = actionsAmong(this.topics);
    this.nodes = graph.nodes
      .map(({ namespace, name }) => nodeInfo(namespace, name))
      .sort((a, b) => compare(a.fullName, b.fullName));
  }

  topic(name: string): NamedEndpoints | undefined {
    return this.topics.find((each) => each.name === name);
  }

  service(name: string): NamedEndpoints | undefined {
    return this.services.find((each) => each.name === name);
  }

  action(name: string): NamedEndpoints | undefined {
    return this.actions.find((each) => each.name === name);
  }

  hasNode(fullName: string): boolean {
    return this.nodes.some((node) => node.fullName === fullName);
  }

  /** Names and types of the topics or services at which a node has an endpoint of this side. */
  of(
    node: string,
    all: readonly NamedEndpoints[],
    side: 'givers' | 'takers',
  ): { readonly name: string; readonly types: readonly string[] }[] {
    return all.flatMap((each) => {
      const own = each[side].filter((end) => end.node?.fullName === node);
      return own.length === 0 ? [] : [{ name: each.name, types: sorted(own.map((e) => e.type)) }];
    });
  }
}

function nodeInfo(namespace: string, name: string): NodeInfo {
  return { namespace, name, fullName: namespace === '/' ? `/${name}` : `${namespace}/${name}` };
}

function collect(map: Map<string, Collected>, name: string): Collected {
  let collected = map.get(name);
  if (collected === undefined) {
    collected = { givers: [], takers: [] };
    map.set(name, collected);
  }
  return collected;
}

/** The actions that topics belong to: those of a network, or of a recording. */
export function actionsAmong(topics: readonly NamedEndpoints[]): NamedEndpoints[] {
  return named(actionsOf(topics));
}

/** Finds actions by their feedback topics: the server publishes feedback, the clients subscribe to it. */
function actionsOf(topics: readonly NamedEndpoints[]): Map<string, Collected> {
  const actions = new Map<string, Collected>();
  for (const { name, givers, takers } of topics) {
    const action = ACTION_PART.exec(name)?.[1];
    if (action === undefined || !name.endsWith('/feedback')) continue;
    const typed = (ends: readonly EndpointInfo[]) =>
      ends.map((end) => ({ ...end, type: end.type.replace(/_FeedbackMessage$/, '') }));
    actions.set(action, { givers: typed(givers), takers: typed(takers) });
  }
  return actions;
}

function named(map: ReadonlyMap<string, Collected>): NamedEndpoints[] {
  return [...map]
    .map(([name, { givers, takers }]) => ({
      ...{ name, givers, takers, types: sorted([...givers, ...takers].map(({ type }) => type)) },
    }))
    .sort((a, b) => compare(a.name, b.name));
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort(compare);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
