import {
  type LiveEndpoint,
  LiveGraph,
  type LiveNews,
  rosTopic,
  rosType,
  serviceOfType,
} from '../dds/index.js';
import {
  type Entity,
  type Graph,
  type GraphNode,
  Publisher,
  type Request,
} from '../graph/index.js';
import type { TypeRegistry } from '../interfaces/index.js';
import { DelayedAction } from '../kernel/index.js';
import { Arrival, MirroredService, MirroredSubscription } from './mirrored.js';
import { fromWire } from './qos_on_wire.js';

/**
 * A ROS 2 participant announces the node of a new endpoint a moment after the endpoint. How long to wait for that,
 * in virtual ns; afterwards the endpoint belongs to a hidden node.
 */
const PATIENCE = 500_000_000;
/** Name of the nodes for participants that are not ROS 2's; the leading `_` hides them. */
const HIDDEN = '_dds_';
const PREFIX_DIGITS = 24;

interface MirroredNode {
  readonly node: GraphNode;
  readonly arrival: Arrival;
}

export interface MirrorOptions {
  readonly domain: number;
  readonly types: TypeRegistry;
  /** Sends the request of a client of the run to a server outside. */
  readonly ask: (request: Request, server: MirroredService) => void;
  /** Called when the publisher that mirrors a writer outside has been created. */
  readonly placed: (guid: string) => void;
}

/** Mirrors the nodes and endpoints of others as nodes and entities of the graph. */
export class Mirror {
  /** What the run knows about the others so far. */
  readonly outside = new LiveGraph();
  readonly #nodes = new Map<string, MirroredNode>();
  readonly #own = new Set<GraphNode>();
  readonly #entities = new Map<string, Entity>();
  /** GUIDs of endpoints whose node is not known yet. */
  readonly #homeless = new Set<string>();
  #making = false;

  constructor(
    readonly graph: Graph,
    readonly options: MirrorOptions,
  ) {
    this.outside.watch((news) => this.#follow(news));
  }

  readonly isMirrored = (node: GraphNode): boolean => this.#making || this.#own.has(node);

  /** The publisher that mirrors a writer outside. */
  publisherOf(guid: string): Publisher | undefined {
    const entity = this.#entities.get(guid);
    return entity instanceof Publisher ? entity : undefined;
  }

  /** The entity whose callbacks carry the inputs from this node. */
  arrivalOf(node: GraphNode): Arrival {
    return this.#of(node).arrival;
  }

  #of(node: GraphNode): MirroredNode {
    for (const each of this.#nodes.values()) if (each.node === node) return each;
    throw new Error(`${node.fullName} is not mirrored`);
  }

  /** A hidden node that represents all clients outside. */
  get anybody(): GraphNode {
    return this.#node('anybody', '/', '_orrery_outside').node;
  }

  #follow(news: LiveNews): void {
    switch (news.what) {
      case 'endpoint':
        this.#changed(news.endpoint);
        break;
      case 'endpoint gone':
        this.#homeless.delete(news.guid);
        this.#entities.get(news.guid)?.destroy();
        this.#entities.delete(news.guid);
        this.#sweep();
        break;
      case 'nodes':
        for (const { namespace, name, readers, writers } of news.nodes) {
          const first = readers[0] ?? writers[0];
          if (first !== undefined) this.#node(first.slice(0, PREFIX_DIGITS), namespace, name);
        }
        for (const guid of [...this.#homeless]) this.#place(guid, false);
        this.#sweep();
        break;
      case 'peer gone':
        this.#sweep();
    }
  }

  #changed({ guid }: LiveEndpoint): void {
    // The graph does not show those properties of an endpoint that can change.
    if (this.#entities.has(guid)) return;
    this.#homeless.add(guid);
    const isOfRos = this.outside.peerOf(guid)?.enclave !== undefined;
    this.#place(guid, !isOfRos);
    if (!this.#homeless.has(guid)) return;
    const { kernel } = this.graph;
    const late = new DelayedAction(
      () => this.#place(guid, true),
      () => 'the node of an endpoint outside',
      undefined,
      true,
    );
    kernel.delays.push(kernel.now + PATIENCE, late);
  }

  /** Creates the entity of an endpoint if its node is known or the wait for it is over. */
  #place(guid: string, isLate: boolean): void {
    const endpoint = this.outside.endpoints.get(guid);
    if (endpoint === undefined || !this.#homeless.has(guid)) return;
    const home = this.outside.nodeOf(guid);
    if (home === undefined && !isLate) return;
    this.#homeless.delete(guid);
    const prefix = guid.slice(0, PREFIX_DIGITS);
    const owner = () =>
      home === undefined
        ? this.#node(prefix, '/', HIDDEN + prefix).node
        : this.#node(prefix, home.namespace, home.name).node;
    const entity = this.#make(endpoint, owner);
    if (entity === undefined) return;
    this.#entities.set(guid, entity);
    if (entity instanceof Publisher) this.options.placed(guid);
  }

  /**
   * Returns undefined for an endpoint that the graph cannot represent: another kind of topic, an unknown type, a
   * client.
   */
  #make(endpoint: LiveEndpoint, owner: () => GraphNode): Entity | undefined {
    const { types } = this.options;
    const topic = rosTopic(endpoint.topic);
    const type = rosType(endpoint.type);
    if (topic === undefined || type === undefined) return undefined;
    const qos = fromWire(endpoint.qos);
    if (topic.kind === 'topic') {
      if (!types.has(type)) return undefined;
      const message = types.message(type);
      return endpoint.kind === 'writer'
        ? new Publisher(owner(), topic.name, message, qos)
        : new MirroredSubscription(owner(), topic.name, message, qos);
    }
    const service = serviceOfType(type);
    if (topic.kind !== 'request' || endpoint.kind !== 'reader' || service === undefined) {
      return undefined;
    }
    if (!types.has(type)) return undefined;
    return new MirroredService(owner(), topic.name, types.service(service), qos, this.options.ask);
  }

  #node(prefix: string, namespace: string, name: string): MirroredNode {
    const key = `${prefix} ${namespace} ${name}`;
    let mirrored = this.#nodes.get(key);
    if (mirrored === undefined) {
      this.#making = true;
      const node = this.graph.createNode({ name, namespace, domain: this.options.domain });
      this.#making = false;
      this.#own.add(node);
      mirrored = { node, arrival: new Arrival(node) };
      this.#nodes.set(key, mirrored);
    }
    return mirrored;
  }

  /** Removes nodes that no participant lists any longer. */
  #sweep(): void {
    const listed = new Set(
      this.outside.nodes.flatMap(({ namespace, name, readers, writers }) => {
        const first = readers[0] ?? writers[0];
        return first === undefined ? [] : [`${first.slice(0, PREFIX_DIGITS)} ${namespace} ${name}`];
      }),
    );
    for (const [key, { node, arrival }] of this.#nodes) {
      const isInUse = [...node.entities].some((entity) => entity !== arrival);
      if (isInUse || listed.has(key) || key.startsWith('anybody ')) continue;
      this.#nodes.delete(key);
      this.#own.delete(node);
      node.destroy();
    }
  }
}
