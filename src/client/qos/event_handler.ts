import { Waitable } from '../../graph/index.js';
import { Entity } from '../entity.js';
import type { NodeBase } from '../node/node_base.js';

/** Calls a callback with a changing status; changes before it runs are reported as one. */
export class EventHandler extends Entity<null> {
  readonly #waitable: StatusWaitable;

  /** @param tell - calls back with the status and resets the counts of its changes. */
  constructor(node: NodeBase, name: string, tell: () => unknown) {
    const waitable = new StatusWaitable(node, name, tell);
    super(waitable, null, {});
    this.#waitable = waitable;
  }

  /** The status changed. */
  notify(): void {
    this.#waitable.notify();
  }

  /** Reports the status now, whether it changed or not. */
  takeData(): void {
    this.#waitable.tell();
  }
}

class StatusWaitable extends Waitable {
  readonly name: string;
  protected readonly backlogLimit = 1;
  readonly #tell: () => unknown;
  #changed = false;

  constructor(node: NodeBase, name: string, tell: () => unknown) {
    super(node.handle, 'guard_condition');
    this.name = name;
    this.#tell = tell;
    node.handle.entities.add(this);
  }

  notify(): void {
    if (this.#changed || this.destroyed) return;
    this.#changed = true;
    this.announce();
  }

  tell(): unknown {
    this.#changed = false;
    return this.#tell();
  }

  run(): boolean {
    if (!this.#changed || this.destroyed) return false;
    const { graph } = this.node;
    graph.begin(this, 0, 0);
    graph.end(this, this.tell());
    return true;
  }

  protected onDestroy(): void {
    this.node.entities.delete(this);
  }
}
