import { Digest, type Kernel, NumberedItems, RandomStreams } from '../kernel/index.js';
import { AwaitingCallback, loosenAll } from './awaiting_callback.js';
import {
  combineObservers,
  type FullObserver,
  OBSERVER_STAGES,
  type ObserverStage,
} from './combine_observers.js';
import type { Discovery } from './discovery.js';
import { Domain } from './domain.js';
import type { Waitable } from './entity.js';
import { EpochTime } from './epoch_time.js';
import type { Executor } from './executor.js';
import {
  combineListeners,
  type FullListener,
  type GraphListener,
  LISTENER_STAGES,
  type ListenerStage,
} from './graph_listener.js';
import { GraphNode, type GraphNodeOptions } from './graph_node.js';
import { isThenable } from './is_thenable.js';
import type { Observer } from './observer.js';
import type { ClockView, Outbox } from './outbox.js';
import type { Delivery, PublicationDelay } from './route.js';
import { RouteChain } from './route_chain.js';
import { Stages } from './stages.js';
import type { Vigil } from './vigil.js';

export interface GraphOptions {
  readonly kernel: Kernel;
  readonly seed?: bigint | number | string;
  /** Whether the order digest is kept. Default: true. */
  readonly orderDigest?: boolean;
}

/** Makes the fields writable that every callback and publication reads; only the graph itself may write them. */
function writable(graph: Graph): { -readonly [K in 'observer' | 'route' | 'listener']: Graph[K] } {
  return graph;
}

/**
 * All nodes of one simulation, and who receives what. It also keeps the order digest: every callback, in order, with
 * its virtual time.
 */
export class Graph {
  readonly kernel: Kernel;
  readonly random: RandomStreams;
  readonly #domains = new Map<number, Domain>();
  readonly #digest = new Digest();
  #digestedTime = -1;
  /** Callbacks that await something, by number, oldest first. */
  readonly awaiting = new NumberedItems<AwaitingCallback>();
  #loosensAt = 0;
  readonly #digesting: boolean;
  readonly #time = new EpochTime();
  #pendingStart: bigint | undefined;
  #nodeCount = 0;
  #callbacks = 0;
  #current: Waitable | undefined;
  #currentNumber = 0;
  #last: Waitable | undefined;
  /** For each program, the owner of everything without a node, e.g. top-level timers. It is in no domain. */
  readonly #hosts = new Map<string, GraphNode>();
  readonly #programExecutors = new Map<string, Executor>();
  #loading = 'main';
  /** {@link observers}, {@link routes} and {@link listeners}, each combined into one; undefined if there are none. */
  readonly observer: FullObserver | undefined = undefined;
  readonly route: Delivery | undefined = undefined;
  readonly listener: FullListener | undefined = undefined;
  /** Observers of every callback and publication: the trace, the recorder. */
  readonly observers = new Stages<ObserverStage, Observer>(OBSERVER_STAGES, (all) => {
    writable(this).observer = combineObservers(all);
  });
  /** Routes decide every single delivery instead of the graph. */
  readonly routes = new RouteChain((first) => {
    writable(this).route = first;
  });
  /** Listeners that are told what enters and leaves the graph. */
  readonly listeners = new Stages<ListenerStage, GraphListener>(LISTENER_STAGES, (all) => {
    writable(this).listener = combineListeners(all);
  });
  /** The number of publications so far, as counted by the publishers. */
  messages = 0;
  /** Delays publications before they are delivered to anyone. */
  publicationDelay: PublicationDelay | undefined;
  /** Holds back what the running callback sends if that callback takes time. */
  outbox: Outbox | undefined;
  /** How node clocks differ from virtual time. */
  clockView: ClockView | undefined;
  /** How long endpoints need to find each other. */
  discovery: Discovery | undefined;
  /** Called whenever endpoints appear, vanish or find each other. */
  readonly watchers = new Set<() => void>();
  /** Checks the realm of user code when callbacks begin, act, or fail to act. */
  vigil: Vigil | undefined;
  /** Called with the error of an `async` callback that was rejected. */
  onRejection: ((error: unknown, entity: Waitable) => void) | undefined;

  constructor(options: GraphOptions) {
    this.kernel = options.kernel;
    this.#digesting = options.orderDigest ?? true;
    this.random = new RandomStreams(options.seed ?? 0);
  }

  /** Tells {@link watchers} that endpoints may have appeared, vanished or found each other. */
  changed(): void {
    if (this.watchers.size > 0) for (const watcher of [...this.watchers]) watcher();
  }

  /** Epoch of the simulation's start, in ns: what the clock of a node reads at offset 0. */
  get epoch(): bigint {
    return this.#time.epoch;
  }

  /** Virtual time as a node's clock shows it, in ns since the epoch. */
  get time(): bigint {
    const time = this.#time.read(this.kernel.now);
    return this.clockView === undefined ? time : this.clockView.read(this.#current?.node, time);
  }

  /**
   * Moves the clock, which has been at 0, to `start`. Timers created before are overdue then and are called once,
   * the most overdue first (rslcpp's first instant).
   */
  jumpTo(start: bigint): void {
    this.kernel.timers.jump(start);
    this.#time.epoch = start;
    this.#pendingStart = undefined;
  }

  /** Sets the clock to `start` at the beginning; `pending` is the time to which it will jump later. */
  startAt(start: bigint, pending?: bigint): void {
    this.#time.epoch = start;
    this.#pendingStart = pending;
  }

  /** The time to which the clock will jump once the nodes are constructed; undefined afterwards. */
  get pendingStart(): bigint | undefined {
    return this.#pendingStart;
  }

  /** Number of the callback that is running; 0 outside of callbacks. */
  get cause(): number {
    return this.#current === undefined ? 0 : this.#currentNumber;
  }

  /** Callbacks run so far. */
  get callbacks(): number {
    return this.#callbacks;
  }

  /** The entity whose callback is running; undefined outside of callbacks. */
  get current(): Waitable | undefined {
    return this.#current;
  }

  /** The entity whose callback is running or ran last, named when something fails. */
  get last(): Waitable | undefined {
    return this.#last;
  }

  /**
   * Assigns to this program everything that is created outside of callbacks, until the next call. Between two turns
   * of the crank, this replaces the program of the last callback.
   */
  enterProgram(name: string): void {
    this.#loading = name;
    this.#last = undefined;
  }

  /** The program whose code runs: that of the current or last callback, otherwise the one that is loading. */
  get program(): string {
    return this.#last === undefined ? this.#loading : this.#last.node.program;
  }

  /** The node to which requests of the running code are attributed. */
  get owner(): GraphNode {
    return this.#last === undefined ? this.hostOf(this.#loading) : this.#last.node;
  }

  /** The owner of what a program requests without a node. */
  hostOf(program: string): GraphNode {
    let host = this.#hosts.get(program);
    if (host === undefined) {
      host = new GraphNode(this, this.#nodeCount++, { name: program, program });
      this.#hosts.set(program, host);
      const executor = this.#programExecutors.get(program);
      if (executor !== undefined) host.attach(executor);
    }
    return host;
  }

  /** Makes this executor run what the program requests from the engine outside of callbacks. */
  runProgramOn(program: string, executor: Executor): void {
    this.#programExecutors.set(program, executor);
    this.#hosts.get(program)?.attach(executor);
  }

  /** Stops even what the program requested outside of callbacks, until this time in ns since the start. */
  freezeProgram(program: string, until: number): void {
    const host = this.#hosts.get(program);
    if (host !== undefined) host.frozenUntil = until;
  }

  /** Order digest of the run so far: every callback's node, entity and time. */
  get orderDigest(): string {
    return this.#digest.hex();
  }

  domain(id: number): Domain {
    let domain = this.#domains.get(id);
    if (domain === undefined) {
      domain = new Domain(id);
      this.#domains.set(id, domain);
    }
    return domain;
  }

  /** All nodes, domain by domain, in the order of creation. */
  get nodes(): GraphNode[] {
    return [...this.#domains.values()].flatMap((domain) => domain.nodes);
  }

  createNode(options: GraphNodeOptions): GraphNode {
    const node = new GraphNode(this, this.#nodeCount++, options);
    this.domain(node.domain).addNode(node);
    this.listener?.nodeCreated(node);
    return node;
  }

  removeNode(node: GraphNode): void {
    this.domain(node.domain).removeNode(node);
  }

  /**
   * Notes that a callback of this entity starts; callback `cause` triggered it (0: none) with an input whose content
   * has the digest `input` (0: no input, or not digested).
   */
  begin(entity: Waitable, cause: number, input: number): void {
    const number = ++this.#callbacks;
    this.vigil?.began(number);
    this.#current = entity;
    this.#currentNumber = number;
    this.#last = entity;
    if (this.#digesting) {
      const { now } = this.kernel;
      if (now !== this.#digestedTime) {
        this.#digestedTime = now;
        this.#digest.integer(now);
      }
      this.#digest.word((entity.node.number << 16) ^ entity.index);
    }
    if (this.observer !== undefined) this.observer.callbackStarted(entity, number, cause, input);
  }

  /** Notes that the callback has returned `result`. */
  end(entity: Waitable, result: unknown): void {
    this.#current = undefined;
    if (this.observer !== undefined) this.observer.callbackEnded(entity, this.#currentNumber);
    if (!isThenable(result)) return;
    this.outbox?.returned(result);
    this.#watch(result, entity, this.#currentNumber);
  }

  /** Acts on behalf of an earlier callback, which then counts as the cause of what is sent. */
  resume(entity: Waitable, number: number, action: () => void): void {
    const before = this.#current;
    const numberBefore = this.#currentNumber;
    this.#current = entity;
    this.#currentNumber = number;
    this.#last = entity;
    try {
      action();
    } finally {
      this.#current = before;
      this.#currentNumber = numberBefore;
    }
  }

  /** Whether callback `number` is running, or the promise that it returned is still open. */
  isOpen(number: number): boolean {
    return number === this.cause || this.awaiting.has(number);
  }

  #watch(result: PromiseLike<unknown>, entity: Waitable, number: number): void {
    const { size } = this.awaiting;
    if (size >= this.#loosensAt) this.#loosensAt = loosenAll(this.awaiting.values(), size);
    this.awaiting.set(number, new AwaitingCallback(entity, this.kernel.now, result));
    const settled = () => {
      this.awaiting.delete(number);
      this.observer?.callbackSettled(entity, number);
    };
    result.then(settled, (error: unknown) => {
      settled();
      if (this.onRejection === undefined) throw error;
      this.onRejection(error, entity);
    });
  }
}
