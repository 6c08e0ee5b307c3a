import type { MessageObject, ServiceType } from '../interfaces/index.js';
import { NumberedItems } from '../kernel/index.js';
import { introduceServer, isServedBy } from './domain.js';
import { Waitable } from './entity.js';
import type { GraphNode } from './graph_node.js';
import { DEFAULT_QOS, type Qos } from './qos.js';
import type { Service } from './service.js';

export type ResponseCallback = (response: MessageObject) => unknown;

/** A response in transit to the clients of a service. */
export interface Response {
  readonly client: Client;
  readonly sequence: number;
  readonly content: MessageObject;
  readonly cause: number;
  readonly digest: number;
}

/** A client of a service. */
export class Client extends Waitable {
  readonly name: string;
  readonly type: ServiceType;
  readonly qos: Qos;
  protected readonly backlogLimit: number;
  readonly #responses: Response[] = [];
  readonly #pending = new NumberedItems<ResponseCallback>();
  #sequence = 0;
  #beginning = 0;
  /** Responses that were overwritten before they were handled. */
  dropped = 0;

  /** @param service - absolute and remapped */
  constructor(node: GraphNode, service: string, type: ServiceType, qos: Qos = DEFAULT_QOS) {
    super(node, 'client');
    this.name = service;
    this.type = type;
    this.qos = qos;
    this.backlogLimit = qos.history === 'keep_all' ? Number.POSITIVE_INFINITY : qos.depth;
    node.own(this);
    const { servers, clients } = node.graph.domain(node.domain).service(service);
    clients.push(this);
    for (const server of servers) introduceServer(this, server);
  }

  /** How many requests the client has sent. */
  get requests(): number {
    return this.#sequence;
  }

  /** Whether a server exists now. */
  get available(): boolean {
    const service = this.node.graph.domain(this.node.domain).findService(this.name);
    if (service === undefined) return false;
    return service.servers.some((server) => this.#reaches(server));
  }

  /**
   * Sends a request to every server of the service; `callback` is called with the first response. Without a server,
   * the request is silently lost, as in ROS 2. Returns the request's sequence number.
   */
  send(request: unknown, callback: ResponseCallback): number {
    const { graph } = this.node;
    graph.vigil?.acts(graph.callbacks);
    const sequence = ++this.#sequence;
    const { outbox } = graph;
    const content = this.type.request.normalize(request);
    this.#pending.set(sequence, callback);
    if (outbox === undefined) this.#dispatch(content, sequence);
    else outbox.hold(this, () => this.#dispatch(content, sequence));
    return sequence;
  }

  #dispatch(content: MessageObject, sequence: number): void {
    const { graph } = this.node;
    const servers = this.#reachable();
    const { cause } = graph;
    const digest = graph.observer === undefined ? 0 : graph.observer.called(this, content);
    const last = servers.length - 1;
    for (let i = 0; i <= last; i++) {
      const own = i < last ? this.type.request.copy(content) : content;
      const request = { client: this, sequence, content: own, cause, digest };
      if (graph.route === undefined) servers[i]!.receive(request);
      else graph.route.call(request, servers[i]!);
    }
  }

  #reachable(): readonly Service[] {
    const { graph, domain } = this.node;
    const { servers } = graph.domain(domain).service(this.name);
    return servers.every((server) => this.#reaches(server))
      ? servers
      : servers.filter((server) => this.#reaches(server));
  }

  #reaches(server: Service): boolean {
    return isServedBy(this, server) && this.node.graph.discovery?.knows(this, server) !== false;
  }

  /** Stops waiting for the response to this request. */
  forget(sequence: number): void {
    this.#pending.delete(sequence);
  }

  /** A response arrives at the reader that each client of the service has. */
  receive(response: Response): void {
    if (this.#responses.length >= this.backlogLimit) {
      this.#responses.shift();
      this.dropped++;
    }
    this.#responses.push(response);
    this.announce();
  }

  override get pending(): number {
    return this.#responses.length;
  }

  /** Whether one of the waiting responses is for this client and not for another client of the service. */
  get hasResponse(): boolean {
    return this.#responses.some(({ client }) => client === this);
  }

  /** The number of the request whose response's callback is beginning; only while it begins. */
  get sequenceOfBeginning(): number {
    return this.#beginning;
  }

  /** Takes responses until one of them is for this client. */
  run(): boolean {
    if (this.destroyed) return false;
    for (;;) {
      const response = this.#responses.shift();
      if (response === undefined) return false;
      if (response.client !== this) continue;
      const callback = this.#pending.get(response.sequence);
      if (callback === undefined) return false;
      this.#pending.delete(response.sequence);
      const { graph } = this.node;
      this.#beginning = response.sequence;
      graph.begin(this, response.cause, response.digest);
      graph.end(this, callback(response.content));
      return true;
    }
  }

  override label(): string {
    return `response of ${this.name} → ${this.node.fullName}`;
  }

  protected onDestroy(): void {
    this.node.graph.domain(this.node.domain).removeClient(this);
    this.node.entities.delete(this);
  }
}
