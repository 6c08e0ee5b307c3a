import type {
  Client,
  Delivery,
  Entity,
  Graph,
  Qos,
  Request,
  Response,
  Route,
  Sample,
  SerializedMessage,
  Service,
  Subscription,
} from '../../graph/index.js';
import {
  bytesWithoutPlaces,
  CdrWriter,
  type MessageObject,
  type MessageType,
} from '../../interfaces/index.js';
import { pathName } from '../../models/index.js';
import type { Agents } from '../agents.js';
import type { NetworkClock } from '../network_clock.js';
import type { NetworkSimulator } from '../network_simulator.js';
import { BestEffortStream } from './best_effort_stream.js';
import { DatagramSender } from './datagram_sender.js';
import type { MessageStream } from './message_stream.js';
import { type ReliableSettings, ReliableStream } from './reliable_stream.js';

export interface NetworkRouteOptions {
  readonly graph: Graph;
  readonly agents: Agents;
  readonly network: NetworkSimulator;
  readonly clock: NetworkClock;
  /** Largest IP packet in bytes. */
  readonly mtu: number;
  readonly settings: ReliableSettings;
}

/** The stream of a writer to the readers in one process, which share what arrives there. */
interface Connection {
  readonly stream: MessageStream;
  /** The publication that is being passed on, and its deliveries. */
  sequence: number;
  time: number;
  deliveries: (() => void)[];
}

/** The most samples that a keep-all history holds, as in room `dds`. */
const MAX_KEEP_ALL_SAMPLES = 65_536;

/**
 * Sends messages from one agent to another over the network, with their sizes in RTPS over UDP and
 * IP. A message for several readers in one process travels once, as between two
 * participants.
 */
export class NetworkRoute implements Route {
  readonly #options: NetworkRouteOptions;
  readonly #next: Delivery;
  readonly #connections = new WeakMap<Entity, Map<string, Connection>>();
  /** A size must not depend on the folder of the system. */
  readonly #writer = new CdrWriter(1 << 12, true);

  constructor(options: NetworkRouteOptions, next: Delivery) {
    this.#options = options;
    this.#next = next;
  }

  send(sample: Sample, subscription: Subscription): void {
    const { publisher, message, sequence } = sample;
    const deliver = () => this.#next.send(sample, subscription);
    const size = () => this.#size(publisher.type, message);
    this.#pass(publisher, subscription, sequence, size, deliver);
  }

  call(request: Request, server: Service): void {
    const { client, content, sequence } = request;
    const deliver = () => this.#next.call(request, server);
    this.#pass(client, server, sequence, () => this.#size(server.type.request, content), deliver);
  }

  answer(response: Response, server: Service, client: Client): void {
    const { content } = response;
    const deliver = () => this.#next.answer(response, server, client);
    // Responses to different clients may have the same number, so none of them share a stream.
    this.#pass(server, client, -1, () => this.#size(server.type.response, content), deliver);
  }

  #pass(
    from: Entity & { readonly qos: Qos },
    to: Entity & { readonly qos: Qos },
    sequence: number,
    size: () => number,
    deliver: () => void,
  ): void {
    const { agents } = this.#options;
    const sender = agents.of(from.node);
    const receiver = agents.of(to.node);
    if (sender === receiver || sender < 0 || receiver < 0) {
      deliver();
      return;
    }
    const { now } = this.#options.clock;
    const connection = this.#connection(from, to, sender, receiver);
    if (sequence >= 0 && connection.sequence === sequence && connection.time === now) {
      connection.deliveries.push(deliver);
      return;
    }
    const deliveries = [deliver];
    Object.assign(connection, { sequence, time: now, deliveries });
    const deliverAll = () => {
      for (const each of deliveries) each();
    };
    connection.stream.send({ bytes: size(), deliver: deliverAll });
  }

  #size(type: MessageType, message: MessageObject): number {
    const { serialized } = message as Partial<SerializedMessage>;
    if (serialized instanceof Uint8Array) return bytesWithoutPlaces(type, serialized).length;
    this.#writer.reset();
    type.encodeInto(this.#writer, message);
    return this.#writer.position;
  }

  #connection(
    from: Entity & { readonly qos: Qos },
    to: Entity & { readonly qos: Qos },
    sender: number,
    receiver: number,
  ): Connection {
    let connections = this.#connections.get(from);
    if (connections === undefined) {
      connections = new Map();
      this.#connections.set(from, connections);
    }
    const reliable = from.qos.reliability === 'reliable' && to.qos.reliability === 'reliable';
    const key = `${receiver} ${to.node.program} ${reliable}`;
    let connection = connections.get(key);
    if (connection === undefined || connection.stream.ended) {
      const stream = this.#stream(from, to, sender, receiver, reliable);
      connection = { stream, sequence: 0, time: -1, deliveries: [] };
      connections.set(key, connection);
    }
    return connection;
  }

  #stream(
    from: Entity & { readonly qos: Qos },
    to: Entity,
    senderAgent: number,
    receiverAgent: number,
    reliable: boolean,
  ): MessageStream {
    const { graph, network, clock, mtu, settings } = this.#options;
    const target = pathName(from, to);
    const sender = new DatagramSender(network, mtu, senderAgent, receiverAgent);
    const report = (fault: string) =>
      graph.observer?.faulted({ fault: `network_${fault}`, time: clock.now, target });
    if (!reliable) return new BestEffortStream(sender, settings.datagram, report);
    const { history, depth } = from.qos;
    return new ReliableStream({
      sender,
      clock,
      settings,
      depth: history === 'keep_all' ? MAX_KEEP_ALL_SAMPLES : Math.min(depth, MAX_KEEP_ALL_SAMPLES),
      onGivenUp: () => report('given_up'),
      ended: () => from.destroyed || to.destroyed,
    });
  }
}
