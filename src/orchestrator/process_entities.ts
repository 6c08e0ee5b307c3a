/** The nodes and endpoints of a process as nodes and entities of the graph. */
import {
  Client,
  type Entity,
  type GraphNode,
  Publisher,
  type SampleInfo,
  type SerializedMessage,
  Service,
  Subscription,
  type Waitable,
} from '../graph/index.js';
import type { MessageObject } from '../interfaces/index.js';
import { fromWire } from '../live/index.js';
import type { Simulation } from '../simulation/index.js';
import type { ProcessExecutor } from './process_executor.js';
import type { DeclaredEndpoint, ProcessInput, ProcessOutput } from './thread_protocol.js';

/**
 * Messages that wait for a process. The depth of its own queue is not on the wire; it gets one
 * message at a time, so it loses none, and messages that are published too fast wait here.
 */
const DEPTH = 1000;
const CLOCK = '/clock';
const LOG = '/rosout';

/** Releases the process for something, on behalf of an entity. */
export type ReleaseFor = (entity: Waitable, input: ProcessInput) => unknown;

export interface EntitiesHost {
  readonly name: string;
  readonly domain: number;
  readonly release: ReleaseFor;
  warn(text: string): void;
}

export class ProcessEntities {
  readonly nodes = new Map<string, GraphNode>();
  readonly #own = new Set<GraphNode>();
  readonly #entities = new Map<number, Entity>();
  readonly #handles = new Map<Entity, number>();
  readonly #requests = new Map<number, (response: MessageObject) => void>();
  #count = 0;

  constructor(
    readonly simulation: Simulation,
    readonly executor: ProcessExecutor,
    readonly host: EntitiesHost,
  ) {}

  /** Creates the entity of an endpoint; an endpoint of unknown type is left out and reported. */
  declare(endpoint: DeclaredEndpoint): void {
    const { types } = this.simulation;
    const { handle, role, name, type } = endpoint;
    if (role === 'subscription' && name === CLOCK) return;
    if (!types.has(type)) {
      this.host.warn(
        `The program ${this.host.name} uses ${name} with the type ${type}, whose definition was not found, so nothing is exchanged there; install its package, or name its folder with --packages.`,
      );
      return;
    }
    const entity = this.#make(endpoint);
    this.#entities.set(handle, entity);
    this.#handles.set(entity, handle);
  }

  #make(endpoint: DeclaredEndpoint): Entity {
    const { types } = this.simulation;
    const { role, name, type } = endpoint;
    const node = this.#node(endpoint);
    const qos = fromWire(endpoint.qos);
    const { release } = this.host;
    switch (role) {
      case 'publisher':
        return new Publisher(node, name, types.message(type), qos);
      case 'subscription': {
        const take = (message: MessageObject, info: SampleInfo | undefined) =>
          this.#take(subscription, message, info);
        const subscription: Subscription = new Subscription(node, name, types.message(type), take, {
          ...{ qos: { ...qos, history: 'keep_last', depth: DEPTH }, wantsInfo: true, raw: true },
        });
        return subscription;
      }
      case 'server': {
        const service: Service = new Service(
          node,
          name,
          types.service(type),
          (request, respond) => {
            const number = ++this.#count;
            this.#requests.set(number, respond);
            const payload = service.type.request.encode(request);
            const handle = this.#handles.get(service)!;
            return release(service, { kind: 'request', handle, number, payload });
          },
          { ...qos, depth: DEPTH },
        );
        return service;
      }
      case 'client':
        return new Client(node, name, types.service(type), { ...qos, depth: DEPTH });
    }
  }

  #take(subscription: Subscription, message: MessageObject, info: SampleInfo | undefined): unknown {
    // Within a process, messages are delivered directly.
    if (info?.publisher !== undefined && this.#own.has(info.publisher.node)) return undefined;
    // A raw subscription gets a message in this form.
    const payload = (message as SerializedMessage).serialized;
    const handle = this.#handles.get(subscription)!;
    return this.host.release(subscription, { kind: 'message', handle, payload });
  }

  #node({ node }: DeclaredEndpoint): GraphNode {
    const { name, namespace } = node ?? { name: `_dds_${this.host.name}`, namespace: '/' };
    const key = `${namespace} ${name}`;
    let made = this.nodes.get(key);
    if (made === undefined) {
      made = this.simulation.graph.createNode({ name, namespace, domain: this.host.domain });
      this.nodes.set(key, made);
      this.#own.add(made);
      made.attach(this.executor);
    }
    return made;
  }

  of(handle: number): Entity | undefined {
    return this.#entities.get(handle);
  }

  has(node: GraphNode): boolean {
    return this.#own.has(node);
  }

  /** Until when all nodes are frozen; kernel time. */
  get frozenUntil(): number {
    return Math.min(...[...this.nodes.values()].map(({ frozenUntil }) => frozenUntil));
  }

  /** The name of a topic or service. */
  nameOf(handle: number): string {
    return this.#entities.get(handle)?.name ?? 'a topic that is not known';
  }

  gone(handle: number): void {
    const entity = this.#entities.get(handle);
    this.#entities.delete(handle);
    if (entity === undefined) return;
    this.#handles.delete(entity);
    entity.destroy();
  }

  /** Performs an output of the process in the run; returns whether anybody will answer. */
  perform(output: ProcessOutput): 'done' | 'asked' | 'unheard' {
    const entity = this.#entities.get(output.handle);
    if (output.kind === 'response') {
      const respond = this.#requests.get(output.number);
      this.#requests.delete(output.number);
      if (entity instanceof Service) respond?.(entity.type.response.decode(output.payload));
      return 'done';
    }
    if (output.kind === 'message') {
      if (entity instanceof Publisher) this.#publish(entity, output.payload);
      return 'done';
    }
    if (!(entity instanceof Client)) return 'unheard';
    const { handle, number } = output;
    const isHeard = entity.available;
    entity.send(entity.type.request.decode(output.payload), (response) => {
      const payload = entity.type.response.encode(response);
      return this.host.release(entity, { kind: 'response', handle, number, payload });
    });
    return isHeard ? 'asked' : 'unheard';
  }

  #publish(publisher: Publisher, payload: Uint8Array): void {
    if (publisher.name !== LOG) {
      publisher.publishSerialized(payload);
      return;
    }
    // ROS 2 stamps lines of the log with the time of day.
    const { time } = this.simulation.graph;
    const stamp = { sec: Number(time / 1_000_000_000n), nanosec: Number(time % 1_000_000_000n) };
    publisher.publish({ ...publisher.type.decode(payload), stamp }, { transfer: true });
  }

  /** Removes the nodes of a process that is gone. */
  removeAll(): void {
    for (const node of this.nodes.values()) node.destroy();
    this.nodes.clear();
    this.#entities.clear();
    this.#requests.clear();
  }
}
