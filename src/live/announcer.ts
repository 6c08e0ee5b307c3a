import { ddsTopic, ddsType, endpointUserData, type ServiceOptions } from '../dds/index.js';
import {
  Client,
  type Entity,
  type Graph,
  type GraphListener,
  type GraphNode,
  type Observer,
  Publisher,
  Service,
  Subscription,
} from '../graph/index.js';
import type { MessageObject, ServiceType } from '../interfaces/index.js';
import { toWire } from './qos_on_wire.js';
import type { Wire, WireInput } from './wire.js';

/** `hashes` is false for Humble, which has no type hashes and longer gids in its graph. */
export interface AnnouncerOptions {
  readonly domain: number;
  readonly hashes: boolean;
  /** Whether a node mirrors one from the network. */
  readonly isMirrored: (node: GraphNode) => boolean;
  /** Receives the inputs of the run. */
  readonly arrive: (input: WireInput) => void;
}

/** Announces a run's nodes and endpoints to the network, and what they publish. */
export class Announcer implements Observer, GraphListener {
  readonly #ids = new Map<Entity, number>();
  readonly #entities = new Map<number, Entity>();
  readonly #nodes = new Map<GraphNode, Set<number>>();

  constructor(
    readonly graph: Graph,
    readonly wire: Wire,
    readonly options: AnnouncerOptions,
  ) {
    graph.observers.add('watch', this);
    graph.listeners.add('note', this);
  }

  idOf(entity: Entity): number | undefined {
    return this.#ids.get(entity);
  }

  entityOf(id: number): Entity | undefined {
    return this.#entities.get(id);
  }

  /** How many messages the subscription with this reader keeps. */
  depthOf(id: number): number {
    const entity = this.#entities.get(id);
    if (!(entity instanceof Subscription) || entity.qos.history === 'keep_all') {
      return Number.POSITIVE_INFINITY;
    }
    return Math.max(1, entity.qos.depth);
  }

  nodeCreated(node: GraphNode): void {
    if (node.domain !== this.options.domain || this.options.isMirrored(node)) return;
    this.#nodes.set(node, new Set());
    this.#tellNodes();
  }

  nodeEnding(node: GraphNode): void {
    if (this.#nodes.delete(node)) this.#tellNodes();
  }

  entityCreated(entity: Entity): void {
    const endpoints = this.#nodes.get(entity.node);
    if (endpoints === undefined) return;
    const id = this.#announce(entity);
    if (id === undefined) return;
    this.#ids.set(entity, id);
    this.#entities.set(id, entity);
    endpoints.add(id);
    this.#tellNodes();
  }

  entityEnding(entity: Entity): void {
    const id = this.#ids.get(entity);
    if (id === undefined) return;
    this.#ids.delete(entity);
    this.#entities.delete(id);
    this.wire.remove(id);
    if (this.#nodes.get(entity.node)?.delete(id)) this.#tellNodes();
  }

  published(
    publisher: Publisher,
    message: MessageObject | undefined,
    bytes: Uint8Array | undefined,
  ): number {
    const id = this.#ids.get(publisher);
    if (id === undefined) return 0;
    this.wire.write(id, bytes === undefined ? publisher.type.encode(message!) : bytes.slice());
    return 0;
  }

  #announce(entity: Entity): number | undefined {
    const { wire, options } = this;
    const { arrive } = options;
    if (entity instanceof Publisher) return wire.createWriter(this.#topic(entity));
    if (entity instanceof Subscription) {
      const id: number = wire.createReader(this.#topic(entity), {
        onSample: ({ writer, sequence, payload, isDisposal }) => {
          if (!isDisposal) arrive({ kind: 'sample', id, writer, sequence, payload });
        },
      });
      return id;
    }
    if (entity instanceof Client) return wire.createClient(this.#service(entity));
    if (!(entity instanceof Service)) return undefined;
    const id: number = wire.createServer(this.#service(entity), (payload, number) =>
      arrive({ kind: 'request', id, number, payload }),
    );
    return id;
  }

  #topic({ name, type, qos }: Publisher | Subscription) {
    const hash = this.options.hashes ? { typeHash: type.hash } : {};
    return {
      topic: ddsTopic({ kind: 'topic', name }),
      type: ddsType(type.name),
      qos: toWire(qos),
      userData: endpointUserData(hash),
    };
  }

  #service({ name, type, qos }: { name: string; type: ServiceType; qos: Service['qos'] }) {
    const { request, response } = type;
    const hashes = { requestHash: request.hash, responseHash: response.hash };
    const options: ServiceOptions = { name, type: type.name, qos: toWire(qos) };
    return this.options.hashes ? { ...options, ...hashes } : options;
  }

  #tellNodes(): void {
    this.wire.setNodes(
      [...this.#nodes].map(([{ namespace, name }, endpoints]) => ({
        ...{ namespace, name, endpoints: [...endpoints] },
      })),
    );
  }
}
