import { OrreryError } from '../../errors/index.js';
import type { BufferAction, CallbackAction, Grant, InputAction, Producer } from './action.js';
import { ActionLines } from './action_lines.js';
import { type IndexedCallback, ModelIndex } from './model_index.js';
import type { NodeModel } from './node_model.js';
import { undeclared } from './undeclared.js';

/** The most actions that one input may cause; more can only result from a mistake in the configuration. */
const MOST_ACTIONS = 20_000;
/** A longer chain is followed in parts, as a cycle is, so that recursion stays bounded. */
const DEEPEST = 256;
const DEFAULT_MOST_GRANTS = 64;

export interface ActionGraphOptions {
  /** The most inputs and times in the graph; further ones wait. Default: 64. */
  readonly mostGrants?: number;
}

/**
 * The running, waiting and expected actions in a system of nodes whose callbacks and outputs are known, after
 * the callback graph of ros2_def. When an input is admitted, all its consequences enter the graph, in an
 * order that follows from the inputs and the configuration alone; a callback runs when its message has
 * arrived and no earlier action uses its node, its topics or its services.
 *
 * A topic that leads back to a callback that caused it is followed once its message has arrived: the next
 * input waits until all such messages of the previous one have arrived or were omitted; then these enter.
 */
export class ActionGraph {
  readonly #index: ModelIndex;
  readonly #mostGrants: number;
  readonly #lines = new ActionLines();
  readonly #inputs = new Map<string, number>();
  readonly #enabled: CallbackAction[] = [];
  /** The callbacks on the path to the place where the graph is being extended. */
  readonly #path = new Set<unknown>();
  #deferred: BufferAction[] = [];
  #clocked: CallbackAction[] = [];
  #nextId = 1;
  #grants = 0;
  #liveGrants = 0;
  #actions = 0;
  #reconfiguring = 0;
  #changingProvider = 0;
  #time = 0;

  /** @param nodes - in the order in which they run when one message reaches several of them */
  constructor(nodes: readonly NodeModel[], { mostGrants }: ActionGraphOptions = {}) {
    this.#index = new ModelIndex(nodes);
    this.#mostGrants = mostGrants ?? DEFAULT_MOST_GRANTS;
  }

  /** How many actions there are: inputs, expected messages and Status messages, callbacks. */
  get size(): number {
    return this.#actions;
  }

  /** Whether the data provider waits for no further callback. */
  get allowsProviderUpdate(): boolean {
    return this.#changingProvider === 0;
  }

  /** Whether the next input on a topic may enter. */
  admitsInput(topic: string): boolean {
    return this.#admits() && (this.#inputs.get(topic) ?? 0) === 0;
  }

  /** Whether a later time may enter. */
  admitsTime(): boolean {
    return this.#admits() && this.#clocked.length === 0;
  }

  /** When the next timer expires, in ns; undefined without timers. */
  nextTimer(): number | undefined {
    return this.#index.expiryAfter(this.#time);
  }

  /** Admits an input, if {@link ActionGraph.admitsInput} allows it; its message arrives later. */
  grantInput(topic: string): InputAction {
    const grant = this.#grant();
    const input: InputAction = {
      ...{ id: this.#nextId++, kind: 'input', grant, topic, buffers: [], gone: false },
    };
    this.#count(grant, 1);
    this.#readersOf(this.#expect(topic, input));
    return input;
  }

  /**
   * Advances to a time, if {@link ActionGraph.admitsTime} allows it: expiring timers wait for the clock
   * message.
   * @throws OrreryError `ORR_ORCHESTRATOR_TIME` if the step passes a time at which a timer expires
   */
  grantTime(time: number): void {
    const next = this.nextTimer();
    if (time < this.#time || (next !== undefined && time > next)) {
      throw new OrreryError(
        'ORR_ORCHESTRATOR_TIME',
        `The time goes from ${this.#time} ns to ${time} ns, but a timer expires at ${next} ns; ` +
          'never go back, and stop at each expiry.',
      );
    }
    this.#time = time;
    const due = this.#index.timersAt(time);
    if (due.length === 0) return;
    const grant = this.#grant();
    for (const timers of due) this.#clocked.push(...this.#extend(timers, grant));
  }

  /** Adds a running callback that nothing in the graph has started: a timer of a real node. */
  begin(callback: IndexedCallback): CallbackAction {
    const [action] = this.#extend([callback], this.#grant());
    action!.state = 'running';
    return action!;
  }

  /** Called when the time that was admitted last has reached the nodes. */
  clockArrived(): void {
    const clocked = this.#clocked;
    this.#clocked = [];
    for (const action of clocked) this.#ready(action, undefined);
  }

  /** Called when a message of an input or a running callback has arrived. */
  arrived(producer: Producer, topic: string, data: unknown): void {
    const at = producer.buffers.findIndex((buffer) => buffer.topic === topic);
    const buffer = producer.buffers[at];
    if (buffer === undefined) {
      const who = producer.kind === 'input' ? `The input ${producer.topic}` : producer.node.name;
      throw undeclared(who, topic);
    }
    producer.buffers.splice(at, 1);
    buffer.state = 'arrived';
    buffer.data = data;
    // A deferred message stays until all others of its round have arrived.
    if (!buffer.deferred) this.#count(producer.grant, -1);
    this.#leave(buffer);
    for (const reader of buffer.readers) this.#ready(reader, data);
    this.#endIfComplete(producer);
    this.#followDeferred();
  }

  /** Called when a node has said that its running callback is over, without the omitted outputs. */
  status(action: CallbackAction, omitted: readonly string[] = []): void {
    if (action.awaitsStatus) {
      action.awaitsStatus = false;
      this.#count(action.grant, -1);
    }
    for (const topic of omitted) {
      const at = action.buffers.findIndex((buffer) => buffer.topic === topic);
      if (at < 0) continue;
      this.#remove(action.buffers.splice(at, 1)[0]!);
    }
    this.#endIfComplete(action);
    this.#followDeferred();
  }

  /** The callbacks that may run now, in order; they count as running from here on. */
  takeRunnable(): readonly CallbackAction[] {
    const runnable = this.#enabled.filter(({ state }) => state === 'ready');
    this.#enabled.length = 0;
    for (const action of runnable) action.state = 'running';
    return runnable.sort((a, b) => a.id - b.id);
  }

  #admits(): boolean {
    const hasRoom = this.#liveGrants < this.#mostGrants;
    return hasRoom && this.#deferred.length === 0 && this.#reconfiguring === 0;
  }

  #grant(): Grant {
    return { number: ++this.#grants, live: 0 };
  }

  /**
   * Adds callbacks, then their messages, then the callbacks that these start. Several are timers of one
   * node that expire together; each must join its lines before anything that any of them causes.
   */
  #extend(callbacks: readonly IndexedCallback[], grant: Grant): CallbackAction[] {
    const ticket = this.#nextId;
    const actions = callbacks.map((each) => this.#add(each, grant, ticket));
    const buffers = actions.map((action) =>
      action.callback.outputs.map((topic) => this.#expect(topic, action)),
    );
    for (const [at, action] of actions.entries()) {
      this.#path.add(action.callback);
      for (const buffer of buffers[at]!) this.#readersOf(buffer);
      this.#path.delete(action.callback);
    }
    return actions;
  }

  #add({ node, callback }: IndexedCallback, grant: Grant, ticket: number) {
    const action: CallbackAction = {
      ...{ id: this.#nextId++, kind: 'callback', grant, node, callback, time: this.#time, ticket },
      ...{ buffers: [], state: 'waiting', blockers: 0, awaitsStatus: callback.sendsStatus },
    };
    this.#count(grant, callback.sendsStatus ? 2 : 1);
    this.#flags(action, 1);
    this.#lines.join(action);
    return action;
  }

  #expect(topic: string, producer: Producer): BufferAction {
    const buffer: BufferAction = {
      ...{ id: this.#nextId++, topic, producer, readers: [], deferred: false, state: 'expected' },
    };
    producer.buffers.push(buffer);
    this.#count(producer.grant, 1);
    this.#lines.expect(buffer);
    return buffer;
  }

  #readersOf(buffer: BufferAction): void {
    const readers = this.#index.readers.get(buffer.topic) ?? [];
    if (this.#path.size >= DEEPEST || readers.some((each) => this.#path.has(each.callback))) {
      buffer.deferred = true;
      this.#deferred.push(buffer);
      return;
    }
    for (const reader of readers) {
      buffer.readers.push(...this.#extend([reader], buffer.producer.grant));
    }
  }

  /** Once every deferred message of a round has arrived or was omitted, the arrived ones enter. */
  #followDeferred(): void {
    if (this.#deferred.some(({ state }) => state === 'expected')) return;
    const round = this.#deferred.filter(({ state }) => state === 'arrived');
    this.#deferred = [];
    for (const buffer of round) {
      buffer.deferred = false;
      this.#readersOf(buffer);
      this.#count(buffer.producer.grant, -1);
      for (const reader of buffer.readers) this.#ready(reader, buffer.data);
    }
  }

  #ready(action: CallbackAction, data: unknown): void {
    if (action.state !== 'waiting') return;
    action.state = 'ready';
    action.data = data;
    if (action.blockers === 0) this.#enabled.push(action);
  }

  #endIfComplete(producer: Producer): void {
    if (producer.buffers.length > 0) return;
    if (producer.kind === 'callback') {
      if (!producer.awaitsStatus && producer.state === 'running') this.#end(producer);
    } else if (!producer.gone) {
      producer.gone = true;
      this.#count(producer.grant, -1);
    }
  }

  #end(action: CallbackAction): void {
    action.state = 'gone';
    this.#count(action.grant, action.awaitsStatus ? -2 : -1);
    this.#flags(action, -1);
    this.#leave(action);
  }

  /** Removes a message that will not arrive, and everything it would have caused. */
  #remove(buffer: BufferAction): void {
    buffer.state = 'gone';
    this.#count(buffer.producer.grant, -1);
    this.#leave(buffer);
    for (const reader of buffer.readers) {
      for (const below of reader.buffers.splice(0)) this.#remove(below);
      this.#end(reader);
    }
  }

  #leave(action: BufferAction | CallbackAction): void {
    for (const released of this.#lines.left(action)) {
      if (released.state === 'ready') this.#enabled.push(released);
    }
  }

  #flags({ callback }: CallbackAction, by: 1 | -1): void {
    if (callback.mayCauseReconfiguration) this.#reconfiguring += by;
    if (callback.changesDataProviderState) this.#changingProvider += by;
    if (callback.trigger.kind !== 'topic') return;
    const { topic } = callback.trigger;
    this.#inputs.set(topic, (this.#inputs.get(topic) ?? 0) + by);
  }

  #count(grant: Grant, by: number): void {
    if (grant.live === 0) this.#liveGrants++;
    grant.live += by;
    this.#actions += by;
    if (grant.live === 0) this.#liveGrants--;
    if (grant.live > MOST_ACTIONS) {
      throw new OrreryError(
        'ORR_ORCHESTRATOR_GRAPH',
        `One input causes more than ${MOST_ACTIONS} callbacks and messages according to the configuration; ` +
          'give each callback only the outputs that it has.',
      );
    }
  }
}
