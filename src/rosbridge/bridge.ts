import type { MessageObject, MessageType, TypeRegistry } from '../interfaces/index.js';
import { ClientsNode } from './clients_node.js';
import { fromJson, stamped } from './message_json.js';
import { OfferedServices } from './offered_services.js';
import { refused } from './refused.js';
import { RunView } from './run_view.js';
import { Sample } from './sample.js';
import type {
  BridgeEvent,
  BridgeThreadData,
  Pace,
  PaceWish,
  RunCommand,
} from './thread_messages.js';

const NEW_RUN = { start: 0n, canRepeat: false, lastRequest: 0 } as const;

export type OnSample = (sample: Sample) => void;

/** What a session is told about. */
export interface BridgeWatcher {
  /** Topics, services or nodes have come or gone. */
  changed(): void;
  /** Virtual time has gone on. */
  ticked(): void;
  /** The run was paused, or is faster or slower than before. */
  paced(requestId: string): void;
}

/** A topic that clients subscribe to. */
interface Heard {
  readonly guid: string;
  readonly type: MessageType;
  readonly listeners: Set<OnSample>;
}

/** A topic that clients advertise. */
interface Advertised {
  readonly guid: string;
  readonly type: MessageType;
  users: number;
  sequence: number;
}

/** A request that a server of the run has not answered yet. */
interface OpenCall {
  readonly server: number;
  readonly response: MessageType;
  readonly answered: (reply: Reply) => void;
}

export type Reply =
  | { readonly type: MessageType; readonly message: MessageObject }
  | { readonly failure: string };

/** A run and its web clients: what they subscribe to, publish and call, in messages of ROS. */
export class Bridge {
  readonly view: RunView;
  readonly offered: OfferedServices;
  readonly #node: ClientsNode;
  readonly #heard = new Map<string, Heard>();
  readonly #advertised = new Map<string, Advertised>();
  readonly #calls = new Map<number, OpenCall>();
  readonly #watchers = new Set<BridgeWatcher>();
  #numbers: number;

  /** @param more - see `BridgeThreadData` */
  constructor(
    readonly types: TypeRegistry,
    readonly tell: (event: BridgeEvent) => void,
    readonly more: Pick<BridgeThreadData, 'start' | 'canRepeat' | 'lastRequest'> = NEW_RUN,
  ) {
    this.#numbers = more.lastRequest;
    this.view = new RunView(more.start);
    this.#node = new ClientsNode((news) => tell({ kind: 'news', news }));
    this.offered = new OfferedServices(types, this.#node);
  }

  /** Takes a command of the run. */
  handle(command: RunCommand): void {
    if (command.kind === 'write') {
      const topic = this.view.endpoints.get(command.id)?.name;
      this.view.note(command);
      if (topic !== undefined) this.#spread(topic, command.payload);
      return;
    }
    this.view.note(command);
    this.#tellWatchers(command);
    if (command.kind === 'removed') {
      for (const [number, { server }] of this.#calls) {
        if (server === command.id) this.#answer(number, { failure: 'The server has gone.' });
      }
    }
    if (command.kind === 'ask') this.#ask(command);
    if (command.kind !== 'respond') return;
    const type = this.#calls.get(command.number)?.response;
    if (type === undefined) return;
    const sample = new Sample(type, command.payload);
    const unreadable = { failure: `The answer does not fit ${type.name}.` };
    const reply = sample.isReadable ? { type, message: sample.message } : unreadable;
    this.#answer(command.number, reply);
  }

  /** Passes a request of the run to the client that offers the service. */
  #ask({ id, number, payload: given }: Extract<RunCommand, { kind: 'ask' }>): void {
    const service = this.offered.get(this.view.endpoints.get(id)?.name ?? '');
    if (service === undefined) return;
    const { type, onRequest } = service;
    const sample = new Sample(type.request, given);
    // The run may know another definition of the type.
    if (!sample.isReadable) return;
    onRequest(sample.message, (reply) => {
      if ('failure' in reply) return;
      const payload = type.response.encode(reply.message);
      this.tell({ kind: 'reply', number, payload });
    });
  }

  #tellWatchers(command: RunCommand): void {
    for (const watcher of this.#watchers) {
      if (command.kind === 'write' || command.kind === 'respond' || command.kind === 'ask')
        continue;
      if (command.kind !== 'pace') watcher.changed();
      else if (command.requestId === undefined) watcher.ticked();
      else watcher.paced(command.requestId);
    }
  }

  get pace(): Pace {
    return this.view.pace;
  }

  /** Asks the run to pause, to continue, or to change its speed. */
  setPace(wish: PaceWish): void {
    this.tell({ kind: 'pace', wish });
  }

  /** @returns a function that ends it */
  watch(watcher: BridgeWatcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  #answer(number: number, reply: Reply): void {
    const call = this.#calls.get(number);
    this.#calls.delete(number);
    call?.answered(reply);
  }

  #spread(topic: string, payload: Uint8Array): void {
    const heard = this.#heard.get(topic);
    if (heard === undefined) return;
    const sample = new Sample(heard.type, payload);
    // The run may know another definition of the type, e.g. from a bag; then nobody can read the message.
    if (!sample.isReadable) return;
    for (const listener of heard.listeners) listener(sample);
  }

  /** The names and types of the topics that the run or a client has. */
  get topics(): Map<string, string> {
    const topics = new Map<string, string>();
    for (const { kind, name, type } of this.view.endpoints.values()) {
      if (kind === 'writer' || kind === 'reader') topics.set(name, type);
    }
    for (const own of [this.#advertised, this.#heard]) {
      for (const [name, { type }] of own) if (!topics.has(name)) topics.set(name, type.name);
    }
    return topics;
  }

  /** The names and types of the services that the run or a client offers. */
  get services(): Map<string, string> {
    const ofRun = this.view.all('server').map(({ name, type }) => [name, type] as const);
    return new Map([...this.offered.all, ...ofRun]);
  }

  #typeOf(topic: string, wanted: string | undefined): MessageType {
    const present = this.topics.get(topic);
    if (present === undefined && wanted === undefined) {
      throw refused(`The topic ${topic} does not exist yet; give its type.`);
    }
    const type = this.types.message(wanted ?? present!);
    if (present === undefined || present === type.name) return type;
    throw refused(`The topic ${topic} has the type ${present}, not ${type.name}.`);
  }

  /** @returns a function that ends the subscription */
  subscribe(topic: string, wanted: string | undefined, listener: OnSample): () => void {
    let heard = this.#heard.get(topic);
    if (heard === undefined) {
      const type = this.#typeOf(topic, wanted);
      const isLatched = this.view.all('writer', topic).some((each) => each.isLatched);
      const durability = isLatched ? 'transient_local' : 'volatile';
      const qos = { reliability: 'best_effort', durability } as const;
      const guid = this.#node.add('reader', topic, type.name, qos);
      heard = { guid, type, listeners: new Set() };
      this.#heard.set(topic, heard);
      this.#tellWanted();
    } else this.#typeOf(topic, wanted);
    const { type, listeners, guid } = heard;
    listeners.add(listener);
    for (const payload of this.view.latched(topic)) {
      const sample = new Sample(type, payload);
      if (sample.isReadable) listener(sample);
    }
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      this.#heard.delete(topic);
      this.#node.remove('reader', guid);
      this.#tellWanted();
    };
  }

  #tellWanted(): void {
    this.tell({ kind: 'wanted', topics: [...this.#heard.keys()] });
  }

  /** @returns a function that withdraws the advertisement */
  advertise(topic: string, wanted: string | undefined, isLatched: boolean): () => void {
    const type = this.#typeOf(topic, wanted);
    let own = this.#advertised.get(topic);
    if (own === undefined) {
      const durability = isLatched ? 'transient_local' : 'volatile';
      const guid = this.#node.add('writer', topic, type.name, { durability });
      own = { guid, type, users: 0, sequence: 0 };
      this.#advertised.set(topic, own);
    }
    const advertised = own;
    advertised.users++;
    return () => {
      if (--advertised.users > 0) return;
      this.#advertised.delete(topic);
      this.#node.remove('writer', advertised.guid);
    };
  }

  /** Publishes on an advertised topic, to the run and to the clients that subscribe to it. */
  publish(topic: string, json: unknown): void {
    const { type } = this.#advertised.get(topic)!;
    this.#publish(topic, type.encode(fromJson(type, stamped(type, json, this.pace.time))));
  }

  /**
   * Like {@link publish}, for an encoded message.
   * @throws OrreryError if it does not fit its type
   */
  publishEncoded(topic: string, payload: Uint8Array): void {
    const { type } = this.#advertised.get(topic)!;
    this.#publish(topic, type.encode(type.decode(payload)));
  }

  #publish(topic: string, payload: Uint8Array): void {
    const advertised = this.#advertised.get(topic)!;
    const { guid: writer } = advertised;
    const sequence = ++advertised.sequence;
    this.tell({ kind: 'sample', topic, writer, sequence, payload });
    this.#spread(topic, payload);
  }

  /**
   * Calls a service of the run.
   * @returns a function that abandons the call
   */
  call(service: string, args: unknown, answered: (reply: Reply) => void): () => void {
    return this.callEncoded(service, { json: args }, answered);
  }

  /** Like {@link call}, with arguments that may already be encoded. */
  callEncoded(
    service: string,
    args: { readonly json: unknown } | { readonly payload: Uint8Array },
    answered: (reply: Reply) => void,
  ): () => void {
    const offered = this.offered.get(service);
    if (offered !== undefined) {
      const { request } = offered.type;
      let isOpen = true;
      const given = 'json' in args ? fromJson(request, args.json) : request.decode(args.payload);
      offered.onRequest(given, (reply) => isOpen && answered(reply));
      return () => {
        isOpen = false;
      };
    }
    const server = this.view.server(service);
    if (server === undefined) throw refused(`Nobody offers the service ${service}.`);
    const { request, response } = this.types.service(server.type);
    const given =
      'json' in args ? fromJson(request, args.json) : request.decode(new Uint8Array(args.payload));
    const payload = request.encode(given);
    const number = ++this.#numbers;
    this.#calls.set(number, { server: server.id, response, answered });
    this.tell({ kind: 'request', id: server.id, number, payload });
    return () => void this.#calls.delete(number);
  }
}
