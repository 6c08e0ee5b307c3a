/** Holds messages to the nodes of a ros2_def configuration until its callback graph admits them. */
import { OrreryError } from '../errors/index.js';
import type {
  CallbackTiming,
  Delivery,
  Graph,
  GraphNode,
  Observer,
  Publisher,
  Route,
  Sample,
  Subscription,
  Waitable,
} from '../graph/index.js';
import type { Runnable } from '../kernel/index.js';
import {
  ActionGraph,
  type CallbackAction,
  type CallbackModel,
  type NodeModel,
  undeclared,
} from './actions/index.js';

/** Messages from outside that wait until they are admitted. */
const MOST_OFFERS = 100_000;

/** One publication with its deliveries to nodes of the configuration. */
interface Arrival {
  readonly publisher: Publisher;
  readonly sequence: number;
  readonly cause: number;
  readonly deliveries: Map<string, (readonly [Sample, Subscription])[]>;
}

/**
 * Every message to a configured node waits here. A message that a configured callback has sent belongs to its
 * action, any other is an input, which waits until the graph admits it. The real end of a callback counts, so
 * no Status message is needed: outputs not sent by then are omitted.
 */
export class OrderGate implements Route, Observer, Runnable {
  readonly #graph: Graph;
  readonly #next: Delivery;
  #order!: ActionGraph;
  #models!: ReadonlyMap<string, NodeModel>;
  readonly #fail: (error: OrreryError) => void;
  readonly #offers: Arrival[] = [];
  /** The publication whose deliveries are not all known yet. */
  #arriving: Arrival | undefined;
  /** Actions whose message was delivered and whose callback has not begun. */
  readonly #passed = new Map<Waitable, CallbackAction[]>();
  readonly #running = new Map<number, CallbackAction[]>();
  /** Callbacks of configured nodes that become actions only when they send something. */
  readonly #others = new Map<number, Waitable>();
  /** Callbacks whose function has returned; callbacks of `timed` nodes then still take virtual time. */
  readonly #returned = new Map<number, GraphNode>();
  readonly #timed = new Set<number>();
  /** Callbacks that awaited something and are over now. */
  readonly #settled = new Set<number>();
  #isPlanned = false;
  /** Called when everything is over; no input is admitted until another configuration comes. */
  #whenEmpty: (() => void) | undefined;
  #isHeld = false;

  constructor(
    graph: Graph,
    nodes: readonly NodeModel[],
    next: Delivery,
    fail: (error: OrreryError) => void,
  ) {
    this.#graph = graph;
    this.#next = next;
    this.#fail = fail;
    this.configure(nodes);
  }

  /** Takes a configuration; inputs that wait are admitted by it. */
  configure(nodes: readonly NodeModel[]): void {
    // An action ends when its callback does, whatever it has sent by then.
    const ending = nodes.map(
      (node): NodeModel => ({
        ...node,
        callbacks: node.callbacks.map((callback) => ({ ...callback, sendsStatus: true })),
      }),
    );
    this.#order = new ActionGraph(ending);
    this.#models = new Map(ending.map((node) => [node.name, node]));
    this.#isHeld = false;
    this.#plan();
  }

  send(sample: Sample, subscription: Subscription): void {
    const model = this.#modelOf(subscription.node);
    if (model === undefined || triggered(model, subscription.name) === undefined) {
      this.#next.send(sample, subscription);
      return;
    }
    const { publisher, sequence, cause } = sample;
    let arrival = this.#arriving;
    if (arrival?.publisher !== publisher || arrival.sequence !== sequence) {
      this.#enter();
      arrival = { publisher, sequence, cause, deliveries: new Map() };
      this.#arriving = arrival;
    }
    const known = arrival.deliveries.get(model.name) ?? [];
    arrival.deliveries.set(model.name, [...known, [sample, subscription]]);
    this.#plan();
  }

  callbackStarted(entity: Waitable, number: number): void {
    const action = this.#passed.get(entity)?.shift();
    if (action !== undefined) this.#running.set(number, [action]);
    else if (this.#modelOf(entity.node) !== undefined) this.#others.set(number, entity);
  }

  callbackEnded(entity: Waitable, number: number): void {
    if (!this.#running.has(number) && !this.#others.has(number)) return;
    this.#returned.set(number, entity.node);
    if (this.#graph.outbox !== undefined) this.#timed.add(number);
    this.#plan();
  }

  callbackSettled(_entity: Waitable, number: number): void {
    if (!this.#returned.has(number)) return;
    this.#settled.add(number);
    this.#plan();
  }

  callbackCompleted({ number }: CallbackTiming): void {
    if (this.#timed.delete(number)) this.#plan();
  }

  /** Called when a node leaves, which does not end the actions that it has begun. */
  nodeEnding(node: GraphNode): void {
    if (this.#modelOf(node) === undefined) return;
    for (const [entity, actions] of this.#passed) {
      if (entity.node !== node) continue;
      this.#passed.delete(entity);
      for (const action of actions) this.#end(action);
    }
    for (const [number, actions] of this.#running) {
      if (actions.some((action) => action.node.name === node.fullName.slice(1))) {
        this.#finish(number);
      }
    }
    this.#plan();
  }

  /** Admits no input until another configuration comes, and calls back when all callbacks are over. */
  hold(whenEmpty: () => void): void {
    this.#isHeld = true;
    this.#whenEmpty = whenEmpty;
    this.#plan();
  }

  /** A description of what is under way. */
  describe(): string {
    const running = [...this.#running.values(), ...this.#passed.values()]
      .flat()
      .map(({ node, callback: { trigger } }) =>
        trigger.kind === 'topic' ? `${node.name} ${trigger.topic}` : `${node.name} timer`,
      );
    const waiting = this.#offers.map(({ publisher }) => publisher.name);
    return `${this.#order.size} actions; running: ${running.join(', ') || 'none'}; inputs that wait: ${waiting.join(', ') || 'none'}`;
  }

  label(): string {
    return 'the order of ros2_def';
  }

  /** Processes what has happened since the last call, and delivers what is admitted. */
  run(): boolean {
    this.#isPlanned = false;
    this.#enter();
    for (const number of [...this.#returned.keys()]) {
      if (!this.#timed.has(number) && !this.#graph.isOpen(number)) this.#finish(number);
    }
    this.#pass();
    for (;;) {
      const [offer] = this.#offers;
      if (offer === undefined || this.#isHeld || !this.#order.admitsInput(offer.publisher.name))
        break;
      this.#offers.shift();
      const { name } = offer.publisher;
      this.#order.arrived(this.#order.grantInput(name), name, offer);
      this.#pass();
    }
    if (this.#whenEmpty !== undefined && this.#order.size === 0) {
      const empty = this.#whenEmpty;
      this.#whenEmpty = undefined;
      empty();
    }
    return false;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#graph.kernel.ready.push(this);
  }

  #modelOf({ fullName }: GraphNode): NodeModel | undefined {
    return this.#models.get(fullName.slice(1));
  }

  /** Enters the publication whose deliveries are all known now. */
  #enter(): void {
    const arrival = this.#arriving;
    if (arrival === undefined) return;
    this.#arriving = undefined;
    const producer = this.#producerOf(arrival);
    if (producer !== undefined) {
      this.#order.arrived(producer, arrival.publisher.name, arrival);
      return;
    }
    this.#offers.push(arrival);
    if (this.#offers.length > MOST_OFFERS) {
      const sentence = `More than ${MOST_OFFERS} inputs wait to be admitted by the configuration; publish them less often.`;
      this.#fail(new OrreryError('ORR_ORCHESTRATOR_LIMIT', sentence));
    }
  }

  #producerOf({ publisher, cause: direct }: Arrival): CallbackAction | undefined {
    const { name } = publisher;
    const cause = direct === 0 ? this.#awaitingSender(publisher) : direct;
    const actions = this.#running.get(cause) ?? [];
    const sender = actions.find(({ buffers }) => buffers.some(({ topic }) => topic === name));
    if (sender !== undefined) return sender;
    const other = this.#others.get(cause);
    const model = other && this.#modelOf(other.node);
    const timer = model?.callbacks.find(
      ({ trigger, outputs }) => trigger.kind === 'timer' && outputs.includes(name),
    );
    const isNew = !actions.some(({ callback }) => callback === timer);
    if (model !== undefined && timer !== undefined && isNew) {
      const begun = this.#order.begin({ node: model, callback: timer });
      this.#running.set(cause, [...actions, begun]);
      return begun;
    }
    const [first] = actions;
    if (first !== undefined) this.#fail(undeclared(first.node.name, name));
    else if (other !== undefined && other.kind !== 'service') {
      this.#fail(undeclared(other.node.fullName, name));
    }
    return undefined;
  }

  /** The number of the callback that continues after an await and sends this message; 0 if there is none. */
  #awaitingSender({ node, name }: Publisher): number {
    for (const [number, home] of this.#returned) {
      const isAsync = this.#graph.isOpen(number) || this.#settled.has(number);
      if (home !== node || !isAsync) continue;
      const sends = (this.#running.get(number) ?? []).some(({ buffers }) =>
        buffers.some(({ topic }) => topic === name),
      );
      if (sends || this.#others.get(number)?.kind === 'timer') return number;
    }
    return 0;
  }

  /** Delivers to all callbacks that may run. */
  #pass(): void {
    for (;;) {
      const actions = this.#order.takeRunnable();
      if (actions.length === 0) return;
      for (const action of actions) this.#deliver(action);
    }
  }

  #deliver(action: CallbackAction): void {
    const { deliveries } = action.data as Arrival;
    const all = deliveries.get(action.node.name) ?? [];
    const first = all.find(([sample, { filter }]) => filter?.(sample.message) ?? true);
    // The node is absent, does not subscribe to the topic, or rejects this message.
    if (first === undefined || first[1].destroyed) this.#end(action);
    else this.#passed.set(first[1], [...(this.#passed.get(first[1]) ?? []), action]);
    for (const [sample, subscription] of all) this.#next.send(sample, subscription);
  }

  #finish(number: number): void {
    this.#returned.delete(number);
    this.#settled.delete(number);
    this.#timed.delete(number);
    this.#others.delete(number);
    for (const action of this.#running.get(number) ?? []) this.#end(action);
    this.#running.delete(number);
  }

  #end(action: CallbackAction): void {
    this.#order.status(
      action,
      action.buffers.map(({ topic }) => topic),
    );
  }
}

function triggered({ callbacks }: NodeModel, topic: string): CallbackModel | undefined {
  return callbacks.find(({ trigger }) => trigger.kind === 'topic' && trigger.topic === topic);
}
