import type { Digest, RandomStream } from '../kernel/index.js';
import { CallbackGroup, type CallbackGroupType } from './callback_group.js';
import { type Entity, Waitable } from './entity.js';
import type { Executor } from './executor.js';
import type { Graph } from './graph.js';
import { expandName, joinName, type RemapRule, remapName } from './names.js';
import { Timer } from './timer.js';

export interface GraphNodeOptions {
  readonly name: string;
  /** Absolute namespace; the root is `/`. */
  readonly namespace?: string;
  readonly domain?: number;
  readonly remap?: readonly RemapRule[];
  /** Name of the program that it belongs to. Default: the one whose code runs. */
  readonly program?: string;
}

/** An argument of a node, and whether the node has used it. */
export interface GivenArgument {
  /** A remap rule as written, or the name of a parameter. */
  readonly text: string;
  readonly used: boolean;
}

export interface GivenArguments {
  readonly remaps: readonly GivenArgument[];
  readonly parameters: readonly GivenArgument[];
}

/** A node: the owner of entities, attached to at most one executor. */
export class GraphNode {
  readonly graph: Graph;
  /** Number within the simulation, in the order of creation. */
  readonly number: number;
  readonly name: string;
  readonly namespace: string;
  readonly fullName: string;
  readonly domain: number;
  /** Name of the program that created it. */
  readonly program: string;
  readonly remap: readonly RemapRule[];
  /**
   * Kept here by the observer that digests what the node's callbacks receive and send, because a field is fast to
   * read.
   */
  digest: Digest | undefined;
  /** In order of creation. */
  readonly entities = new Set<Entity>();
  /** All entities without their own group; mutually exclusive, as in ROS 2. */
  readonly defaultGroup = new CallbackGroup(this, 'default', 'mutually_exclusive');
  /** How many ns its clock, and therefore its timers, advance in one ns of virtual time. */
  clockRate = 1;
  /** Returns the node's own state, if the node exposes it; read by explorers and debuggers. */
  state: (() => unknown) | undefined;
  /** The object that user code holds, e.g. the client library's node; shown by debuggers. */
  client: object | undefined;
  /** Whether its program has waited for one of its entities; undefined unless programs do that themselves, as in Python. */
  isAwaited: boolean | undefined;
  /** Its arguments from the command line and files; read by the doctor. */
  given: (() => GivenArguments) | undefined;
  /** Returns the group of a new entity; undefined for the default group. */
  groupOf: ((entity: Waitable) => CallbackGroup | undefined) | undefined;
  /** Until this time, in ns since the start, not even the node's JavaScript timers are called. */
  frozenUntil = 0;
  #executor: Executor | undefined;
  #wasSpun = false;
  #entityCount = 0;
  #destroyed = false;

  /** Use {@link Graph.createNode}. */
  constructor(graph: Graph, number: number, options: GraphNodeOptions) {
    this.graph = graph;
    this.number = number;
    this.name = options.name;
    this.namespace = options.namespace ?? '/';
    this.fullName = joinName(this.namespace, this.name);
    this.domain = options.domain ?? 0;
    this.program = options.program ?? graph.program;
    this.remap = options.remap ?? [];
  }

  get executor(): Executor | undefined {
    return this.#executor;
  }

  /** The executor of the node, and those of its callback groups. */
  get executors(): ReadonlySet<Executor> {
    const executors = new Set<Executor>();
    if (this.#executor !== undefined) executors.add(this.#executor);
    for (const entity of this.entities) {
      if (entity instanceof Waitable && entity.executor) executors.add(entity.executor);
    }
    return executors;
  }

  /** Whether an executor has ever run its callbacks. */
  get wasSpun(): boolean {
    return this.isAwaited ?? this.#wasSpun;
  }

  get destroyed(): boolean {
    return this.#destroyed;
  }

  /** This node's own random stream, which depends only on the seed and its full name. */
  get random(): RandomStream {
    return this.graph.random.stream(this.fullName);
  }

  nextEntityIndex(): number {
    return this.#entityCount++;
  }

  /** Expands and remaps a topic or service name. */
  resolve(name: string): string {
    return remapName(expandName(name, this), this.remap, this);
  }

  createCallbackGroup(name: string, type: CallbackGroupType): CallbackGroup {
    return new CallbackGroup(this, name, type);
  }

  /** Adds a new entity of this node. */
  own(entity: Entity): void {
    this.entities.add(entity);
    this.graph.listener?.entityCreated(entity);
    if (!(entity instanceof Waitable)) return;
    if (this.groupOf !== undefined) entity.group = this.groupOf(entity);
    const { executor } = entity;
    if (entity instanceof Timer) executor?.addTimer(entity);
    else executor?.add?.(entity);
  }

  /**
   * Makes the executor run this node's callbacks from now on, beginning with those for what has already arrived.
   */
  attach(executor: Executor): void {
    if (this.#executor === executor) return;
    this.detach();
    this.#executor = executor;
    this.#wasSpun = true;
    for (const entity of this.entities) {
      if (!(entity instanceof Waitable)) continue;
      const own = entity.group?.executor ?? executor;
      if (entity instanceof Timer) {
        own.addTimer(entity);
      } else {
        own.add?.(entity);
        entity.announceBacklog();
      }
    }
  }

  /**
   * Detaches the node: no callback runs until it is attached again, and messages that arrive in the meantime are
   * queued.
   */
  detach(): void {
    const executor = this.#executor;
    if (executor === undefined) return;
    this.#executor = undefined;
    for (const entity of this.entities) {
      if (!(entity instanceof Waitable)) continue;
      const own = entity.group?.executor ?? executor;
      if (entity instanceof Timer) own.removeTimer(entity);
      else own.remove?.(entity);
    }
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.graph.listener?.nodeEnding(this);
    for (const entity of [...this.entities]) entity.destroy();
    this.detach();
    this.graph.removeNode(this);
  }
}
