import { type Client, type Request, type Response, Service, Subscription } from '../graph/index.js';
import type { MessageObject, MessageType } from '../interfaces/index.js';
import { Announcer } from './announcer.js';
import type { LiveWorld } from './live_world.js';
import { Mirror } from './mirror.js';
import { type MirroredService, OutsideClient } from './mirrored.js';
import type { Wire, WireInput } from './wire.js';

/** The most samples kept for each writer whose node is not known yet. */
const MAX_EARLY = 1000;

type Sample = Extract<WireInput, { kind: 'sample' }>;

/** The range of sample numbers that the run has received from a writer. */
interface Heard {
  readonly first: number;
  last: number;
}

/**
 * Connects a run and a network: announces the nodes of the run, mirrors those of others, and applies inputs from
 * outside when they are due. It does not matter whether these come from a real network or from a tape.
 */
export class LiveSession {
  readonly mirror: Mirror;
  readonly announcer: Announcer;
  /** Inputs that could not be read. */
  refused = 0;
  readonly #early = new Map<string, Sample[]>();
  readonly #heard = new Map<string, Heard>();
  readonly #outsideClients = new Map<Service, OutsideClient>();
  /** Requests to servers outside that have no answer yet, by number. */
  readonly #open = new Map<
    number,
    { readonly client: Client; readonly sequence: number; readonly server: MirroredService }
  >();
  readonly #asked = new WeakMap<Client, number>();

  /** @param arrive - receives each input as it arrives; {@link apply} applies it when its time has come */
  constructor(
    readonly world: LiveWorld,
    readonly wire: Wire,
    domain: number,
    readonly arrive: (input: WireInput) => void,
  ) {
    const { graph, types, distro } = world;
    this.mirror = new Mirror(graph, {
      ...{ domain, types },
      ask: (request, server) => this.#ask(request, server),
      placed: (guid) => this.#catchUp(guid),
    });
    this.announcer = new Announcer(graph, wire, {
      ...{ domain, arrive, hashes: distro !== 'humble', isMirrored: this.mirror.isMirrored },
    });
  }

  /** Applies an input from outside at the present time. */
  apply(input: WireInput): void {
    switch (input.kind) {
      case 'news':
        this.mirror.outside.note(input.news);
        if (input.news.what === 'endpoint gone') this.#forget(input.news.guid);
        break;
      case 'sample':
        this.#sample(input);
        break;
      case 'request':
        this.#request(input.id, input.number, input.payload);
        break;
      case 'reply':
        this.#reply(input.number, input.payload);
    }
  }

  #forget(guid: string): void {
    this.#early.delete(guid);
    this.#heard.delete(guid);
  }

  #sample(sample: Sample): void {
    const publisher = this.mirror.publisherOf(sample.writer);
    if (publisher === undefined) {
      const early = this.#early.get(sample.writer) ?? [];
      if (early.length < MAX_EARLY) this.#early.set(sample.writer, [...early, sample]);
      else this.refused++;
      return;
    }
    const heard = this.#heard.get(sample.writer);
    const { sequence } = sample;
    // Each subscription has a reader, and the graph gives all of them what the first reader got.
    if (heard !== undefined && sequence >= heard.first && sequence <= heard.last) return;
    const message = this.#decode(publisher.type, sample.payload);
    if (message === undefined) return;
    const arrival = this.mirror.arrivalOf(publisher.node);
    if (heard !== undefined && sequence < heard.first) {
      // An older sample is only for this reader, which requested the history.
      const subscription = this.announcer.entityOf(sample.id);
      if (!(subscription instanceof Subscription)) return;
      const { now } = this.world.graph.kernel;
      const own = subscription.raw ? { serialized: publisher.type.encode(message) } : message;
      arrival.during(() => subscription.accept(own, publisher, sequence, now, 0, 0));
      return;
    }
    if (heard === undefined) this.#heard.set(sample.writer, { first: sequence, last: sequence });
    else heard.last = sequence;
    arrival.during(() => publisher.publish(message, { transfer: true }));
  }

  #catchUp(guid: string): void {
    const early = this.#early.get(guid) ?? [];
    this.#early.delete(guid);
    for (const sample of early) this.#sample(sample);
  }

  #decode(type: MessageType, payload: Uint8Array): MessageObject | undefined {
    try {
      return type.decode(payload);
    } catch {
      this.refused++;
      return undefined;
    }
  }

  #request(id: number, number: number, payload: Uint8Array): void {
    const server = this.announcer.entityOf(id);
    if (!(server instanceof Service)) return;
    const content = this.#decode(server.type.request, payload);
    if (content === undefined) return;
    const client = this.#outsideClient(server, id);
    this.mirror
      .arrivalOf(client.node)
      .during(() => client.ask(server, number, content, this.world.graph));
  }

  #outsideClient(server: Service, id: number): OutsideClient {
    let client = this.#outsideClients.get(server);
    if (client === undefined || client.destroyed) {
      client = new OutsideClient(this.mirror.anybody, server, ({ sequence, content }: Response) =>
        this.wire.respond(id, sequence, server.type.response.encode(content)),
      );
      this.#outsideClients.set(server, client);
    }
    return client;
  }

  #ask({ client, sequence, content }: Request, server: MirroredService): void {
    const id = this.announcer.idOf(client);
    // A single call reaches all servers outside.
    if (id === undefined || this.#asked.get(client) === sequence) return;
    this.#asked.set(client, sequence);
    const call: number = this.wire.call(id, client.type.request.encode(content), (payload) =>
      this.arrive({ kind: 'reply', id, number: call, payload }),
    );
    this.#open.set(call, { client, sequence, server });
  }

  #reply(number: number, payload: Uint8Array): void {
    const asked = this.#open.get(number);
    if (asked === undefined) return;
    this.#open.delete(number);
    const { client, sequence, server } = asked;
    const content = this.#decode(client.type.response, payload);
    // The response counts even if the server has gone in the meantime.
    if (content === undefined || client.destroyed) return;
    const { graph } = this.world;
    const node = server.node.destroyed ? this.mirror.anybody : server.node;
    this.mirror.arrivalOf(node).during(() => {
      const digest = graph.observer === undefined ? 0 : graph.observer.called(server, content);
      client.receive({ client, sequence, content, cause: graph.cause, digest });
    });
  }
}
