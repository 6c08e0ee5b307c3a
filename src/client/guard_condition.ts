import { Waitable } from '../graph/index.js';
import { Entity } from './entity.js';
import type { NodeBase } from './node/node_base.js';

/** Calls back when it is triggered. Get one from `node.createGuardCondition`. */
export class GuardCondition extends Entity<null> {
  readonly #trigger: Trigger;
  readonly #node: NodeBase;
  readonly #callback: () => unknown;

  constructor(node: NodeBase, callback: () => unknown) {
    const trigger = new Trigger(node, callback);
    super(trigger, null, {});
    this.#trigger = trigger;
    this.#node = node;
    this.#callback = callback;
  }

  get callback(): () => unknown {
    return this.#callback;
  }

  /** Runs the callback once, however often it is triggered before that. */
  trigger(): void {
    this.#node.world.touch();
    this.#trigger.trigger();
  }
}

/** A guard condition in the graph. */
class Trigger extends Waitable {
  readonly name: string;
  protected readonly backlogLimit = 1;
  readonly #callback: () => unknown;
  #triggered = false;
  #cause = 0;

  constructor(node: NodeBase, callback: () => unknown) {
    super(node.handle, 'guard_condition');
    this.name = `guard_condition#${this.index}`;
    this.#callback = callback;
    node.handle.entities.add(this);
  }

  trigger(): void {
    if (this.#triggered || this.destroyed) return;
    this.#triggered = true;
    this.#cause = this.node.graph.cause;
    this.announce();
  }

  run(): boolean {
    if (!this.#triggered || this.destroyed) return false;
    this.#triggered = false;
    const { graph } = this.node;
    graph.begin(this, this.#cause, 0);
    graph.end(this, this.#callback());
    return true;
  }

  protected onDestroy(): void {
    this.node.entities.delete(this);
  }
}
