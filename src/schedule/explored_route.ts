import type {
  Client,
  Delivery,
  Graph,
  Request,
  Response,
  Route,
  Sample,
  Service,
  Subscription,
} from '../graph/index.js';
import { DelayedAction } from '../kernel/index.js';
import type { CallPart } from './decision.js';
import type { DeliveryChoices } from './delivery_choices.js';

/** One path of messages, on which something may happen. */
interface Way {
  readonly from: string;
  /** The receiving node; numbered where it has several subscriptions of the topic. */
  readonly to: string;
  count: number;
  /** When the latest message so far arrives. */
  lastArrival: number;
}

/** Delivers by decisions of the schedule, then as the graph or the models would. */
export class ExploredRoute implements Route {
  readonly #graph: Graph;
  readonly #choices: DeliveryChoices;
  readonly #next: Delivery;
  readonly #ways = new WeakMap<Subscription, Map<string, Way>>();
  readonly #calls = new WeakMap<Client, Map<string, Way>>();
  /** How many subscriptions of a node a topic of another node has reached; or on how many ways it calls a service. */
  readonly #receivers = new Map<string, number>();

  constructor(graph: Graph, choices: DeliveryChoices, next: Delivery) {
    this.#graph = graph;
    this.#choices = choices;
    this.#next = next;
  }

  send(sample: Sample, subscription: Subscription): void {
    const { name: topic, node } = sample.publisher;
    if (!this.#choices.concerns(topic)) {
      this.#next.send(sample, subscription);
      return;
    }
    const { now } = this.#graph.kernel;
    const way = this.#way(node.fullName, subscription);
    const place = { topic, from: way.from, to: way.to, message: ++way.count };
    const { delay, heldUp, again } = this.#choices.fate(place, now);
    if (delay === 'lost') return;
    // Messages on one path arrive in order, unless a single one is held up.
    const first = heldUp > 0 ? now + delay + heldUp : this.#inOrder(way, now + delay);
    const lane = heldUp > 0 ? undefined : way;
    if (again === undefined) {
      this.#deliver(sample, subscription, way, first, lane);
      return;
    }
    const copy = copyOf(sample, subscription);
    this.#deliver(sample, subscription, way, first, lane);
    const second = first + again;
    this.#deliver(copy, subscription, way, lane ? this.#inOrder(way, second) : second, lane);
  }

  call(request: Request, server: Service): void {
    const { client } = request;
    const pass = () => this.#next.call(request, server);
    this.#carry(client, server, client.node.fullName, server.node.fullName, 'request', pass);
  }

  answer(response: Response, server: Service, client: Client): void {
    const pass = () => this.#next.answer(response, server, client);
    // Other clients get the response as well, and ignore it.
    if (response.client !== client) pass();
    else this.#carry(client, server, server.node.fullName, client.node.fullName, 'response', pass);
  }

  /** A request or response arrives after its delay, and after those sent before it, unless it is lost. */
  #carry(
    client: Client,
    { name: topic }: Service,
    from: string,
    to: string,
    call: CallPart,
    pass: () => void,
  ): void {
    if (!this.#choices.concerns(topic)) {
      pass();
      return;
    }
    const { kernel } = this.#graph;
    const ways = this.#calls.get(client) ?? new Map<string, Way>();
    this.#calls.set(client, ways);
    const way = ways.get(`${call} ${to}`) ?? this.#callWay(topic, from, to, call);
    ways.set(`${call} ${to}`, way);
    const place = { topic, from: way.from, to: way.to, message: ++way.count };
    const delay = this.#choices.callDelay(place, call, kernel.now);
    if (delay === 'lost') return;
    const arrival = this.#inOrder(way, kernel.now + delay);
    if (arrival === kernel.now) pass();
    else {
      const label = () => `${call} of ${topic} on its way to ${to}`;
      kernel.delays.push(arrival, new DelayedAction(pass, label, way));
    }
  }

  /** A node may have several clients of one service, at one time or one after another. */
  #callWay(service: string, from: string, to: string, call: CallPart): Way {
    const key = `${call} ${service} ${from} ${to}`;
    const number = (this.#receivers.get(key) ?? 0) + 1;
    this.#receivers.set(key, number);
    return { from, to: number === 1 ? to : `${to} #${number}`, count: 0, lastArrival: 0 };
  }

  #inOrder(way: Way, arrival: number): number {
    way.lastArrival = Math.max(way.lastArrival, arrival);
    return way.lastArrival;
  }

  #deliver(
    sample: Sample,
    subscription: Subscription,
    way: Way,
    arrival: number,
    lane: Way | undefined,
  ): void {
    const { kernel } = this.#graph;
    if (arrival === kernel.now) this.#next.send(sample, subscription);
    else {
      const pass = () => this.#next.send(sample, subscription);
      const label = () => `${sample.publisher.name} on its way to ${way.to}`;
      kernel.delays.push(arrival, new DelayedAction(pass, label, lane));
    }
  }

  #way(from: string, subscription: Subscription): Way {
    let ways = this.#ways.get(subscription);
    if (ways === undefined) {
      ways = new Map();
      this.#ways.set(subscription, ways);
    }
    let way = ways.get(from);
    if (way === undefined) {
      const to = this.#receiver(from, subscription);
      way = { from, to, count: 0, lastArrival: 0 };
      ways.set(from, way);
    }
    return way;
  }

  #receiver(from: string, { name, node }: Subscription): string {
    const key = `${name} ${from} ${node.fullName}`;
    const number = (this.#receivers.get(key) ?? 0) + 1;
    this.#receivers.set(key, number);
    return number === 1 ? node.fullName : `${node.fullName} #${number}`;
  }
}

/** A second copy of the message, for the same subscription. */
function copyOf(sample: Sample, { raw }: Subscription): Sample {
  const { publisher, message } = sample;
  if (!raw) return { ...sample, message: publisher.type.copy(message) };
  const { serialized } = message as { readonly serialized: Uint8Array };
  return { ...sample, message: { serialized: new Uint8Array(serialized) } };
}
