import type { Graph, Route, Sample, Subscription } from '../graph/index.js';
import type { Delayed } from '../kernel/index.js';
import type { DeliveryChoices } from './delivery_choices.js';

/** One way of messages that may be delayed. */
interface Way {
  readonly from: string;
  /** The receiving node; numbered where it has several subscriptions of the topic. */
  readonly to: string;
  count: number;
  /** When the latest message so far arrives. */
  lastArrival: number;
}

/** Delivers by decisions of the schedule, then as the graph or the models would have. */
export class ExploredRoute implements Route {
  readonly #graph: Graph;
  readonly #choices: DeliveryChoices;
  readonly #next: Route | undefined;
  readonly #ways = new WeakMap<Subscription, Map<string, Way>>();
  /** How many subscriptions of a node a topic of another node has reached. */
  readonly #receivers = new Map<string, number>();
  readonly call?: NonNullable<Route['call']>;
  readonly answer?: NonNullable<Route['answer']>;

  constructor(graph: Graph, choices: DeliveryChoices, next: Route | undefined) {
    this.#graph = graph;
    this.#choices = choices;
    this.#next = next;
    if (next?.call !== undefined) this.call = next.call.bind(next);
    if (next?.answer !== undefined) this.answer = next.answer.bind(next);
  }

  send(sample: Sample, subscription: Subscription): void {
    const { publisher } = sample;
    if (!this.#choices.concerns(publisher.name)) {
      this.#pass(sample, subscription);
      return;
    }
    const way = this.#way(publisher.node.fullName, subscription);
    const delay = this.#choices.delay(publisher.name, way.from, way.to, ++way.count);
    if (delay === 'lost') return;
    const { now } = this.#graph.kernel;
    way.lastArrival = Math.max(way.lastArrival, now + delay);
    if (way.lastArrival === now) this.#pass(sample, subscription);
    else {
      const arrival = new LateDelivery(
        way,
        `${sample.publisher.name} on its way to ${way.to}`,
        () => this.#pass(sample, subscription),
      );
      this.#graph.kernel.delays.push(way.lastArrival, arrival);
    }
  }

  #pass(sample: Sample, subscription: Subscription): void {
    if (this.#next === undefined) subscription.receive(sample);
    else this.#next.send(sample, subscription);
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

/** A message under way. */
class LateDelivery implements Delayed {
  position = -1;
  readonly background = false;
  /** Along one way messages arrive in order. */
  readonly lane: Way;
  readonly #label: string;
  readonly #deliver: () => void;

  constructor(way: Way, label: string, deliver: () => void) {
    this.lane = way;
    this.#label = label;
    this.#deliver = deliver;
  }

  run(): boolean {
    this.#deliver();
    return false;
  }

  label(): string {
    return this.#label;
  }
}
