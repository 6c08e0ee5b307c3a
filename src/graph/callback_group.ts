import type { Executor } from './executor.js';
import type { GraphNode } from './graph_node.js';

export type CallbackGroupType = 'mutually_exclusive' | 'reentrant';

/**
 * Entities of a node; an executor with several threads runs either only one of them at a time, or any number.
 */
export class CallbackGroup {
  readonly node: GraphNode;
  readonly name: string;
  readonly type: CallbackGroupType;
  /**
   * The executor of this group; undefined: the executor of its node. Set it before the node is attached.
   */
  executor: Executor | undefined;
  /** How many callbacks of the group are running; maintained by the executor. */
  running = 0;

  /** Use {@link GraphNode.createCallbackGroup}. */
  constructor(node: GraphNode, name: string, type: CallbackGroupType) {
    this.node = node;
    this.name = name;
    this.type = type;
  }

  /** Whether no callback of the group may start now. */
  get busy(): boolean {
    return this.running > 0 && this.type === 'mutually_exclusive';
  }
}
