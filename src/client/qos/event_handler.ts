import { Waitable } from '../../graph/index.js';
import { Entity } from '../entity.js';
import type { NodeBase } from '../node/node_base.js';

/** Tells a callback of a status that changes; changes before it runs are told as one. */
export class EventHandler<Status extends object> extends Entity<null> {
  readonly #waitable: StatusWaitable<Status>;

  /** @param take - gives the status and begins to count changes anew. */
  constructor(
    node: NodeBase,
    name: string,
    callback: (status: Status) => unknown,
    take: () => Status,
  ) {
    const waitable = new StatusWaitable(node, name, callback, take);
    super(waitable, null, {});
    this.#waitable = waitable;
  }

  /** The status changed. */
  notify(): void {
    this.#waitable.notify();
  }
}

class StatusWaitable<Status> extends Waitable {
  readonly name: string;
  protected readonly backlogLimit = 1;
  readonly #callback: (status: Status) => unknown;
  readonly #take: () => Status;
  #changed = false;

  constructor(
    node: NodeBase,
    name: string,
    callback: (status: Status) => unknown,
    take: () => Status,
  ) {
    super(node.handle, 'guard_condition');
    this.name = name;
    this.#callback = callback;
    this.#take = take;
    node.handle.entities.add(this);
  }

  notify(): void {
    if (this.#changed || this.destroyed) return;
    this.#changed = true;
    this.announce();
  }

  run(): boolean {
    if (!this.#changed || this.destroyed) return false;
    this.#changed = false;
    const { graph } = this.node;
    graph.begin(this, 0, 0);
    graph.end(this, this.#callback(this.#take()));
    return true;
  }

  protected onDestroy(): void {
    this.node.entities.delete(this);
  }
}
