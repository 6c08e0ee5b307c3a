import type { MessageObject, ServiceType } from '../interfaces/index.js';
import { NumberedItems } from '../kernel/index.js';
import type { Client } from './client.js';
import { introduceServer, isServedBy } from './domain.js';
import { Waitable } from './entity.js';
import type { GraphNode } from './graph_node.js';
import { DEFAULT_QOS, type Qos } from './qos.js';

/** Answers one request; further calls are ignored. */
export type Respond = (response: unknown) => void;

export type ServiceCallback = (
  request: MessageObject,
  respond: Respond,
  info: RequestInfo,
) => unknown;

/** The client that sent the request. */
export interface RequestInfo {
  readonly client: Client;
  /** Number of the request at its client, from 1. */
  readonly sequence: number;
}

/** A request in transit to a server. */
export interface Request extends RequestInfo {
  readonly content: MessageObject;
  readonly cause: number;
  readonly digest: number;
}

/** A request whose callback has begun and which has not been answered yet. */
export interface OpenRequest {
  readonly request: Request;
  /** When the callback began, in ns since the start. */
  readonly since: number;
  /** The number of the callback. */
  readonly callback: number;
}

/** The most open requests that are noted. */
const MOST_NOTED = 100;

/** A server of a service. Requests queue under the service's QoS; if the queue is full, the oldest is dropped. */
export class Service extends Waitable {
  readonly name: string;
  readonly type: ServiceType;
  readonly qos: Qos;
  protected readonly backlogLimit: number;
  readonly #callback: ServiceCallback;
  readonly #requests: Request[] = [];
  #beginning: RequestInfo | undefined;
  /** Requests that were dropped unanswered because the queue was full. */
  dropped = 0;
  /** Requests taken but not answered, by the number of the callback. */
  readonly openRequests = new NumberedItems<OpenRequest>();

  /** @param service - absolute and remapped */
  constructor(
    node: GraphNode,
    service: string,
    type: ServiceType,
    callback: ServiceCallback,
    qos: Qos = DEFAULT_QOS,
  ) {
    super(node, 'service');
    this.name = service;
    this.type = type;
    this.qos = qos;
    this.backlogLimit = qos.history === 'keep_all' ? Number.POSITIVE_INFINITY : qos.depth;
    this.#callback = callback;
    node.own(this);
    const { servers, clients } = node.graph.domain(node.domain).service(service);
    servers.push(this);
    for (const client of clients) introduceServer(client, this);
    node.graph.changed();
  }

  /** A request arrives. */
  receive(request: Request): void {
    if (this.#requests.length >= this.backlogLimit) {
      this.#requests.shift();
      this.dropped++;
    }
    this.#requests.push(request);
    this.announce();
  }

  override get pending(): number {
    return this.#requests.length;
  }

  /** The request whose callback is beginning; only while it begins. */
  get requestOfBeginning(): RequestInfo | undefined {
    return this.#beginning;
  }

  run(): boolean {
    const request = this.destroyed ? undefined : this.#requests.shift();
    if (request === undefined) return false;
    const { graph } = this.node;
    this.#beginning = request;
    graph.begin(this, request.cause, request.digest);
    const { cause: callback } = graph;
    let answered = false;
    let noted: OpenRequest | undefined;
    const respond = (response: unknown) => {
      if (answered || this.destroyed) return;
      answered = true;
      if (noted !== undefined) this.openRequests.delete(callback);
      this.#answer(request, response);
    };
    const since = graph.kernel.now;
    graph.end(this, this.#callback(request.content, respond, request));
    if (!answered && this.openRequests.size < MOST_NOTED) {
      noted = { request, since, callback };
      this.openRequests.set(callback, noted);
    }
    return true;
  }

  /** Sends the response now, or when its callback ends. */
  #answer(request: Request, response: unknown): void {
    const { outbox } = this.node.graph;
    if (outbox === undefined) this.#respond(request, this.type.response.normalize(response));
    else {
      const content = this.type.response.normalize(response);
      outbox.hold(this, () => this.#respond(request, content));
    }
  }

  /**
   * All clients of a service share one response topic: each receives every response and ignores those for others, as
   * in ROS 2 over DDS.
   */
  #respond(request: Request, content: MessageObject): void {
    const { graph, domain } = this.node;
    const { client, sequence } = request;
    const digest = graph.observer === undefined ? 0 : graph.observer.called(this, content);
    const answer = { client, sequence, content, cause: graph.cause, digest };
    const { route } = graph;
    for (const reader of graph.domain(domain).service(this.name).clients) {
      if (!isServedBy(reader, this)) continue;
      if (route === undefined) reader.receive(answer);
      else route.answer(answer, this, reader);
    }
  }

  override label(): string {
    return `service ${this.name} of ${this.node.fullName}`;
  }

  protected onDestroy(): void {
    this.node.graph.domain(this.node.domain).removeServer(this);
    this.node.entities.delete(this);
  }
}
