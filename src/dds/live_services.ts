/** The clients and servers of a program, in its socket thread. */
import { MAX_OPEN_CALLS } from './limits.js';
import type { LiveCommand, LiveEvent } from './live_protocol.js';
import { ServiceClient, type ServiceOptions, ServiceServer } from './ros_service.js';
import type { RequestId } from './ros_service_header.js';
import type { UdpDriver } from './udp_driver.js';

/** Period in ms at which a client without a server looks for one. */
const LOOK_MS = 5;

type Call = Extract<LiveCommand, { kind: 'call' | 'respond' }>;

interface Client {
  readonly client: ServiceClient;
  /** The program's number of a call by the engine's number, and the reverse. */
  readonly numbers: Map<number, number>;
  readonly calls: Map<number, number>;
  readonly waiting: Call[];
  wasReady: boolean;
}

interface Server {
  readonly server: ServiceServer;
  readonly requests: Map<number, RequestId>;
  count: number;
}

export class LiveServices {
  readonly #clients = new Map<number, Client>();
  readonly #servers = new Map<number, Server>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly driver: UdpDriver,
    readonly tell: (event: LiveEvent, payload?: Uint8Array) => void,
    readonly mayGive: () => boolean,
  ) {}

  addClient(id: number, options: ServiceOptions): void {
    const { participant } = this.driver;
    const client = new ServiceClient(participant, options, this.driver.now(), (payload, call) => {
      const number = made.numbers.get(call);
      made.numbers.delete(call);
      if (number === undefined) return;
      made.calls.delete(number);
      this.tell({ kind: 'reply', id, number, payload: payload.slice() }, payload);
    });
    const made: Client = {
      ...{ client, numbers: new Map(), calls: new Map(), waiting: [], wasReady: false },
    };
    this.#clients.set(id, made);
    this.look();
  }

  addServer(id: number, options: ServiceOptions): void {
    const { participant } = this.driver;
    const onRequest = (payload: Uint8Array, request: RequestId) => {
      const number = ++made.count;
      made.requests.set(number, request);
      // A program that never answers must not make the thread hold ever more requests.
      if (made.requests.size > MAX_OPEN_CALLS) made.requests.delete(number - MAX_OPEN_CALLS);
      this.tell({ kind: 'request', id, number, payload: payload.slice() }, payload);
    };
    const now = this.driver.now();
    const server = new ServiceServer(participant, options, now, onRequest, this.mayGive);
    const made: Server = { server, requests: new Map(), count: 0 };
    this.#servers.set(id, made);
  }

  call(command: Call): void {
    const client = this.#clients.get(command.id);
    if (client === undefined) return;
    if (client.calls.size + client.waiting.length >= MAX_OPEN_CALLS) {
      this.tell({ kind: 'refused', id: command.id, count: 1 });
    } else if (client.client.isReady) this.#call(client, command);
    else {
      client.waiting.push(command);
      this.look();
    }
  }

  /** Called when the program takes requests again. */
  resume(): void {
    for (const { server } of this.#servers.values()) server.read(this.driver.now());
  }

  #call({ client, numbers, calls }: Client, { number, payload }: Call): void {
    const call = client.call(payload, this.driver.now());
    numbers.set(call, number);
    calls.set(number, call);
  }

  respond({ id, number, payload }: Call): void {
    const server = this.#servers.get(id);
    const request = server?.requests.get(number);
    if (server === undefined || request === undefined) return;
    server.requests.delete(number);
    server.server.respond(payload, request, this.driver.now());
  }

  forget(id: number, number: number): void {
    const client = this.#clients.get(id);
    const waits = client?.waiting.findIndex((each) => each.number === number) ?? -1;
    if (waits >= 0) client!.waiting.splice(waits, 1);
    const call = client?.calls.get(number);
    if (client === undefined || call === undefined) return;
    client.calls.delete(number);
    client.numbers.delete(call);
    client.client.forget(call);
  }

  /** The GUIDs of a client or server. */
  endpointsOf(id: number) {
    return this.#clients.get(id)?.client ?? this.#servers.get(id)?.server;
  }

  remove(id: number): void {
    const endpoints = this.endpointsOf(id);
    if (endpoints === undefined) return;
    const { participant } = this.driver;
    const now = this.driver.now();
    participant.removeReader(endpoints.reader, now);
    participant.removeWriter(endpoints.writer, now);
    this.#clients.delete(id);
    this.#servers.delete(id);
  }

  /** Notifies clients that have found or lost a server; those without one look again soon. */
  look(): void {
    let isWaiting = false;
    for (const [id, each] of this.#clients) {
      const { isReady } = each.client;
      if (isReady !== each.wasReady) {
        each.wasReady = isReady;
        this.tell({ kind: 'ready', id, isReady });
        if (isReady) for (const call of each.waiting.splice(0)) this.#call(each, call);
      }
      // A server that has been discovered may not know both endpoints yet.
      isWaiting ||= !isReady;
    }
    if (isWaiting) this.driver.wake();
    if (!isWaiting || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.look();
    }, LOOK_MS);
    this.#timer.unref();
  }
}
