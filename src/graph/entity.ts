import type { Runnable } from '../kernel/index.js';
import type { CallbackGroup } from './callback_group.js';
import type { Executor } from './executor.js';
import type { GraphNode } from './graph_node.js';

export type EntityKind =
  | 'publisher'
  | 'subscription'
  | 'service'
  | 'client'
  | 'timer'
  | 'guard_condition'
  | 'user_timer';

/** Anything that a node owns and that has an identity in the graph. */
export abstract class Entity {
  readonly node: GraphNode;
  readonly kind: EntityKind;
  /** Number within its node, in the order of creation; it does not change when other nodes are added. */
  readonly index: number;
  /** A number that the trace stores here, because a field is fast to read. 0: none yet. */
  traceId = 0;
  #destroyed = false;

  constructor(node: GraphNode, kind: EntityKind, index = node.nextEntityIndex()) {
    this.node = node;
    this.kind = kind;
    this.index = index;
  }

  /** The human-readable name: topic, service, or for example `timer#3`. */
  abstract readonly name: string;

  get destroyed(): boolean {
    return this.#destroyed;
  }

  /** Removes the entity from the graph; harmless when repeated. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.node.graph.listener?.entityEnding(this);
    this.onDestroy();
  }

  protected abstract onDestroy(): void;

  /** What it is to a reader: its kind with its name, or e.g. `timer 100 ms`. */
  get title(): string {
    return `${this.kind} ${this.name}`;
  }

  label(): string {
    return `${this.title} of ${this.node.fullName}`;
  }

  /** See {@link Runnable.anchor}; if the node has several alike, it says which of how many this is. */
  anchor(): string {
    const what = this.essence();
    const alike = [...this.node.entities].filter(
      (each) => each.kind === this.kind && each.essence() === what,
    );
    const number = alike.indexOf(this) + 1;
    return alike.length < 2 || number === 0 ? what : `${what} (${number} of ${alike.length})`;
  }

  /** What kind of entity this is, independent of other entities of its node. */
  protected essence(): string {
    return this.label();
  }
}

/** Where the code of a callback is. */
export interface CodePlace {
  /** Relative to the folder from which it is imported. */
  readonly file: string;
  readonly line: number;
  readonly function: string;
}

/**
 * An entity with callbacks. Until its node is attached to an executor, it only counts
 * arrivals; attaching announces them, at most `backlogLimit` times.
 */
export abstract class Waitable extends Entity implements Runnable {
  #unread = 0;
  /** Its callback group; undefined: the default group of its node. Set it before the node is attached. */
  group: CallbackGroup | undefined;
  /** Where the callback's code is, if its client library says so. */
  place: CodePlace | undefined;

  /** The executor that runs its callbacks; undefined while its node is detached. */
  get executor(): Executor | undefined {
    const { executor } = this.node;
    return executor === undefined ? undefined : (this.group?.executor ?? executor);
  }

  override destroy(): void {
    const { executor } = this;
    super.destroy();
    executor?.remove?.(this);
  }

  /** How many inputs wait to be handled; undefined if this entity only counts announcements. */
  get pending(): number | undefined {
    return undefined;
  }

  /**
   * Takes the oldest input now; the returned function handles it later. Undefined if there is none.
   */
  take(): (() => boolean) | undefined {
    return () => this.run();
  }

  /** Runs one callback if there is something to handle. Called by the executor. */
  abstract run(): boolean;

  /** How many arrivals from before the attachment are announced to the executor. */
  protected abstract readonly backlogLimit: number;

  /** Tells the executor that something arrived. */
  protected announce(): void {
    const executor = this.group === undefined ? this.node.executor : this.executor;
    if (executor === undefined) this.#unread++;
    else executor.notify(this);
  }

  /** Announces what arrived before the node was attached to an executor. */
  announceBacklog(): void {
    const count = Math.min(this.#unread, this.backlogLimit);
    this.#unread = 0;
    for (let i = 0; i < count; i++) this.announce();
  }
}
