/** The counterparts of a process's endpoints, in the socket thread. */
import {
  type EndpointData,
  type Reader,
  type RosGraph,
  rosTopic,
  rosType,
  ServiceClient,
  ServiceServer,
  serviceOfType,
  type UdpDriver,
  type Writer,
} from '../dds/index.js';
import { withoutInterception } from './intercepted_names.js';
import { forReaders, forWriters, type Mirrored, orderOf, roleOf } from './mirrored.js';
import type { DeclaredEndpoint } from './thread_protocol.js';
import type { TimedOutput } from './timed_output.js';

/** The most endpoints of a process, and the most unanswered requests. */
const MAX_ENDPOINTS = 10_000;
const CLOCK = '/clock';
export const EVENTS = '/parameter_events';

export interface MirrorListener {
  /** Called when an output of the process has arrived. */
  output(timed: TimedOutput, from: Mirrored): void;
  /**
   * Called with the response to one of our calls, by the number that the client assigned; copy the
   * payload to keep it.
   */
  reply(from: Mirrored, call: number, payload: Uint8Array, sentAt: bigint | undefined): void;
  changed(): void;
}

export class MirroredEndpoints {
  readonly all = new Map<string, Mirrored>();
  readonly #byHandle = new Map<number, Mirrored>();
  /** Subscriptions, or clients, of one name: one counterpart serves them all; the first is declared. */
  readonly #alike = new Map<string, Mirrored[]>();
  readonly #readers = new Map<string, { readonly reader: Reader; users: number }>();
  readonly #gone: number[] = [];
  readonly #lost = new Set<string>();
  #handles = 0;
  #requests = 0;
  /** How often an endpoint has appeared or disappeared. */
  changes = 0;
  /** The value of {@link changes} when endpoints were last declared. */
  #declared = 0;
  #allReaders: readonly Reader[] = [];
  #readersAt = 0;
  #clients = 0;

  constructor(
    readonly driver: UdpDriver,
    readonly listener: MirrorListener,
  ) {}

  /** Called when an endpoint of the process was found. */
  found(data: EndpointData, isWriter: boolean): void {
    const guid = data.guid.text;
    if (this.all.has(guid) || this.all.size >= MAX_ENDPOINTS) return;
    const topic = rosTopic(data.topic);
    const type = rosType(data.type);
    if (topic === undefined || type === undefined) return;
    const role = roleOf(topic.kind, isWriter);
    const service = serviceOfType(type);
    if (role === undefined || (topic.kind !== 'topic' && service === undefined)) return;
    const made: Mirrored = {
      ...{ handle: ++this.#handles, guid: data.guid, role, qos: data.qos },
      name: role === 'subscription' ? withoutInterception(topic.name) : topic.name,
      type: topic.kind === 'topic' ? type : service!,
      requests: new Map(),
      isDeclared: false,
    };
    this.changes++;
    if (role === 'client') this.#clients++;
    this.all.set(guid, made);
    this.#byHandle.set(made.handle, made);
    this.#oppose(made, data);
    this.driver.wake();
  }

  #oppose(made: Mirrored, data: EndpointData): void {
    if (made.role === 'publisher') {
      made.reader = this.#reader(data);
      return;
    }
    const key = `${made.role} ${made.name} ${made.type}`;
    const alike = this.#alike.get(key) ?? [];
    alike.push(made);
    this.#alike.set(key, alike);
    if (alike.length > 1) {
      made.isDeclared = true;
      return;
    }
    const { participant } = this.driver;
    const now = this.driver.now();
    const { topic, type, qos } = data;
    const service = { name: made.name, type: made.type, qos };
    // Within a process, clients reach servers directly.
    if (made.role === 'subscription') {
      const onAcknowledged = () => this.listener.changed();
      const options = { topic, type, qos: forReaders(qos) };
      made.writer = participant.createWriter(options, now, { onAcknowledged });
      // Code that waits for acknowledgements requests them, as from other writers.
      made.writer.awaitsAcknowledgement = false;
    } else if (made.role === 'server') {
      this.#withdraw(this.#alike.get(`client ${made.name} ${made.type}`)?.[0]);
      made.client = new ServiceClient(participant, service, now, (payload, call, _at, sentAt) =>
        this.listener.reply(made, call, payload, sentAt),
      );
    } else if (this.#alike.has(`server ${made.name} ${made.type}`)) {
      made.isDeclared = true;
    } else {
      made.server = new ServiceServer(participant, service, now, (payload, id, _at, sentAt) => {
        const number = ++this.#requests;
        made.requests.set(number, id);
        if (made.requests.size > MAX_ENDPOINTS) made.requests.delete(number - MAX_ENDPOINTS);
        const own = payload.slice();
        const output = { kind: 'request', handle: made.handle, number, payload: own } as const;
        this.listener.output({ output, sentAt }, made);
        this.listener.changed();
      });
    }
  }

  /** All publishers of a topic have one reader. */
  #reader({ topic, type, qos }: EndpointData): Reader {
    const key = `${topic} ${type}`;
    const known = this.#readers.get(key);
    if (known !== undefined) {
      known.users++;
      return known.reader;
    }
    const onData = (from: Reader) => this.#take(from);
    const onLost = () => this.#lost.add(rosTopic(topic)?.name ?? topic);
    const options = { topic, type, qos: forWriters(qos) };
    const listener = { onData, onLost };
    const reader = this.driver.participant.createReader(options, this.driver.now(), listener);
    this.#readers.set(key, { reader, users: 1 });
    return reader;
  }

  #take(reader: Reader): void {
    for (let next = reader.take(); next !== undefined; next = reader.take()) {
      const from = this.all.get(next.writer.text);
      if (next.isDisposal || from === undefined) continue;
      from.first ??= next.sequence;
      const payload = next.payload.slice();
      const output = { kind: 'message', handle: from.handle, payload } as const;
      this.listener.output({ output, sentAt: next.sourceTimestamp }, from);
    }
    this.listener.changed();
  }

  lost(guid: string): void {
    const made = this.all.get(guid);
    if (made === undefined) return;
    this.changes++;
    if (made.role === 'client') this.#clients--;
    this.all.delete(guid);
    if (made.role === 'publisher') {
      this.#forget(made);
      for (const [key, each] of this.#readers) {
        if (each.reader !== made.reader || --each.users > 0) continue;
        this.#readers.delete(key);
        this.driver.participant.removeReader(each.reader, this.driver.now());
      }
    } else {
      const key = `${made.role} ${made.name} ${made.type}`;
      const others = [...this.all.values()].some(
        (each) => `${each.role} ${each.name} ${each.type}` === key,
      );
      if (!others) {
        for (const each of this.#alike.get(key) ?? []) this.#forget(each);
        this.#alike.delete(key);
      }
    }
    this.driver.wake();
  }

  #forget(made: Mirrored): void {
    this.#byHandle.delete(made.handle);
    if (made.isDeclared) this.#gone.push(made.handle);
    this.#withdraw(made);
  }

  /** Removes the counterpart of an endpoint if no other endpoint uses it. */
  #withdraw(made: Mirrored | undefined): void {
    if (made === undefined) return;
    const { participant } = this.driver;
    const now = this.driver.now();
    const service = made.client ?? made.server;
    const writer = made.writer ?? service?.writer;
    if (writer !== undefined) participant.removeWriter(writer, now);
    if (service !== undefined) participant.removeReader(service.reader, now);
    made.writer = made.client = made.server = undefined;
  }

  of(handle: number): Mirrored | undefined {
    return this.#byHandle.get(handle);
  }

  /** The writer of the process's clock; undefined if the process does not read the clock. */
  get clock(): Writer | undefined {
    return this.#alike.get(`subscription ${CLOCK} rosgraph_msgs/msg/Clock`)?.[0]?.writer;
  }

  /** Whether every endpoint of the process has matched its counterpart. */
  get isHeard(): boolean {
    for (const { writer, reader, client, server } of this.all.values()) {
      if (client !== undefined && !client.isReady) return false;
      if (reader?.proxies.some(({ isReliable, isHeard }) => isReliable && !isHeard)) return false;
      if (isUnheard(writer) || isUnheard(server?.writer)) return false;
    }
    return true;
  }

  /** Whether the process may call services, and so may send a request before it answers. */
  get hasClients(): boolean {
    return this.#clients > 0;
  }

  /** The readers through which everything that the process sends arrives. */
  get readers(): readonly Reader[] {
    if (this.#readersAt !== this.changes) {
      this.#readersAt = this.changes;
      const all = [...this.all.values()].flatMap(readersOf);
      this.#allReaders = [...new Set(all)].filter((reader) => reader !== undefined);
    }
    return this.#allReaders;
  }

  /** Endpoints that have not been declared yet, in an order that does not depend on the network. */
  declare(graph: RosGraph): DeclaredEndpoint[] {
    if (this.#declared === this.changes) return [];
    this.#declared = this.changes;
    const fresh = [...this.all.values()].filter(({ isDeclared }) => !isDeclared);
    const declared = fresh.map((made): DeclaredEndpoint => {
      made.isDeclared = true;
      const home = graph.nodeOf(made.guid);
      const node = home && { name: home.name, namespace: home.namespace };
      const { handle, role, name, type, qos } = made;
      return { handle, role, name, type, qos, node };
    });
    return declared.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  }

  /** The volatile topics on which it published before anybody could hear it. */
  get missed(): string[] {
    return [...this.all.values()]
      .filter(
        ({ first = 1, qos, name }) => first > 1 && qos.durability === 'volatile' && name !== EVENTS,
      )
      .map(({ name }) => `publishes on ${name} before any subscription can receive it`)
      .sort();
  }

  /** The topics on which messages were lost for good since the last call. */
  takeLost(): string[] {
    const lost = [...this.#lost].sort();
    this.#lost.clear();
    return lost.map(
      (name) =>
        `sends more on ${name} at once than its queue keeps (the depth of its QoS), and some of it was lost on its way`,
    );
  }

  /** Handles of endpoints that have gone since the last call. */
  takeGone(): number[] {
    return this.#gone.splice(0);
  }
}

const readersOf = ({ reader, client, server }: Mirrored) => [
  reader,
  client?.reader,
  server?.reader,
];

function isUnheard(writer: Writer | undefined): boolean {
  if (writer === undefined) return false;
  const { proxies } = writer;
  return proxies.length === 0 || proxies.some(({ isReliable, isHeard }) => isReliable && !isHeard);
}
