import type {
  Client,
  Delivery,
  Entity,
  Graph,
  Request,
  Response,
  Route,
  Sample,
  Service,
  Subscription,
} from '../graph/index.js';
import { CdrWriter, type MessageObject, type MessageType } from '../interfaces/index.js';
import { DelayedAction } from '../kernel/index.js';
import { createSampler, type Sampler } from './distribution.js';
import { MessageFaults } from './faults/message_faults.js';
import { LinkChannel } from './link_channel.js';
import { matchesAny, matchesName } from './matches_name.js';
import { pathName } from './path_name.js';
import type { LinkRule, SystemModels } from './system_models.js';

/** The path from one sender to one receiver. */
interface Path {
  readonly name: string;
  readonly delay: Sampler | undefined;
  readonly channel: LinkChannel | undefined;
  readonly reorder: boolean;
  /** When the latest message so far arrives. */
  lastArrival: number;
}

/**
 * Delivers by link rules and message faults: what arrives, when, and in which condition. Every path
 * (sender, receiver) draws from its own streams.
 */
export class ModelRoute implements Route {
  readonly #graph: Graph;
  readonly #models: SystemModels;
  readonly #next: Delivery;
  readonly #faults: MessageFaults;
  readonly #paths = new WeakMap<Entity, WeakMap<Entity, Path>>();
  readonly #channels = new Map<LinkRule, LinkChannel>();
  readonly #writer = new CdrWriter(1 << 12);

  constructor(graph: Graph, models: SystemModels, next: Delivery) {
    this.#graph = graph;
    this.#next = next;
    this.#models = models;
    this.#faults = new MessageFaults(graph, models.faults ?? []);
  }

  send(sample: Sample, subscription: Subscription): void {
    const { publisher, message } = sample;
    const deliver = (own: MessageObject) =>
      this.#next.send({ ...sample, message: own }, subscription);
    this.#pass(publisher, subscription, publisher.type, message, deliver);
  }

  call(request: Request, server: Service): void {
    const deliver = (content: MessageObject) => this.#next.call({ ...request, content }, server);
    this.#pass(request.client, server, server.type.request, request.content, deliver);
  }

  answer(response: Response, server: Service, client: Client): void {
    const deliver = (content: MessageObject) =>
      this.#next.answer({ ...response, content }, server, client);
    this.#pass(server, client, server.type.response, response.content, deliver);
  }

  #pass(
    from: Entity,
    to: Entity,
    type: MessageType,
    message: MessageObject,
    deliver: (message: MessageObject) => void,
  ): void {
    const path = this.#path(from, to);
    const fate = this.#faults.judge(from, to, type, message);
    for (const { content, extraDelay, overtaken } of fate) {
      const arrival = this.#arrival(path, type, content, extraDelay, overtaken);
      if (arrival === undefined) continue;
      if (arrival <= this.#graph.kernel.now) deliver(content);
      else this.#arriveAt(arrival, path, () => deliver(content));
    }
  }

  /** Messages of one path arrive in order. */
  #arriveAt(time: number, path: Path, deliver: () => void): void {
    const late = new DelayedAction(deliver, () => `arrival of ${path.name}`, path);
    this.#graph.kernel.delays.push(time, late);
  }

  #arrival(
    path: Path,
    type: MessageType,
    message: MessageObject,
    extra: number,
    overtaken: boolean,
  ): number | undefined {
    const { now } = this.#graph.kernel;
    let sent: number | undefined = now;
    if (path.channel !== undefined) {
      sent = path.channel.send(this.#size(type, message), now);
      if (sent === undefined) {
        this.#graph.observer?.faulted({ fault: 'queue_full', time: now, target: path.name });
        return undefined;
      }
    }
    const arrival = sent + (path.delay?.next() ?? 0) + extra;
    if (path.reorder || overtaken) return arrival;
    path.lastArrival = Math.max(path.lastArrival, arrival);
    return path.lastArrival;
  }

  #size(type: MessageType, message: MessageObject): number {
    this.#writer.reset();
    type.encodeInto(this.#writer, message);
    return this.#writer.position;
  }

  #path(from: Entity, to: Entity): Path {
    let paths = this.#paths.get(from);
    if (paths === undefined) {
      paths = new WeakMap();
      this.#paths.set(from, paths);
    }
    let path = paths.get(to);
    if (path === undefined) {
      path = this.#createPath(from, to);
      paths.set(to, path);
    }
    return path;
  }

  #createPath(from: Entity, to: Entity): Path {
    const name = pathName(from, to);
    const rule = (this.#models.links ?? []).find((each) => this.#fits(each, from, to));
    const random = this.#graph.random.stream(`link ${name}`);
    return {
      name,
      delay: rule?.delay === undefined ? undefined : createSampler(rule.delay, random),
      channel: rule === undefined ? undefined : this.#channel(rule),
      reorder: rule?.reorder ?? false,
      lastArrival: 0,
    };
  }

  #channel(rule: LinkRule): LinkChannel | undefined {
    if (rule.bandwidth === undefined) return undefined;
    let channel = this.#channels.get(rule);
    if (channel === undefined) {
      channel = new LinkChannel(rule.bandwidth, rule.queue);
      this.#channels.set(rule, channel);
    }
    return channel;
  }

  #fits(rule: LinkRule, from: Entity, to: Entity): boolean {
    return (
      matchesName(rule.topic ?? '*', from.name) &&
      matchesName(rule.from ?? '*', from.node.fullName) &&
      matchesName(rule.to ?? '*', to.node.fullName) &&
      this.#on(rule.from_machine, from) &&
      this.#on(rule.to_machine, to)
    );
  }

  #on(machine: string | undefined, { node }: Entity): boolean {
    if (machine === undefined) return true;
    return matchesAny(this.#models.machines?.[machine]?.nodes ?? [], node.fullName);
  }
}
