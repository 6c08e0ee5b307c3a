import { type Graph, type GraphNode, Waitable } from '../graph/index.js';
import type { Delayed } from '../kernel/index.js';

/** All user timers of a node share one identity in digests: they are known by when they run. */
const USER_TIMER_INDEX = 0xffff;

/**
 * A callback that user code asked the engine for (`setTimeout`, `setImmediate`), in virtual time.
 * It belongs to the node whose callback asked for it.
 */
export class UserTimer extends Waitable implements Delayed {
  position = -1;
  #background = false;
  readonly name = 'setTimeout';
  protected readonly backlogLimit = 0;
  readonly #cause: number;
  #callback: (() => void) | undefined;

  constructor(graph: Graph, callback: () => void) {
    super(graph.owner, 'user_timer', USER_TIMER_INDEX);
    this.#cause = graph.cause;
    this.#callback = callback;
  }

  get background(): boolean {
    return this.#background;
  }

  /** Whether waiting for this timer alone keeps the run going; true at first. */
  keepAlive(wanted: boolean): void {
    if (wanted === !this.#background) return;
    this.#background = !wanted;
    if (this.position >= 0) this.node.graph.kernel.delays.setBackground(!wanted);
  }

  /** The engine calls timers of one program that are due together in the order of their making. */
  get lane(): GraphNode {
    return this.node;
  }

  run(): boolean {
    const callback = this.#callback;
    if (callback === undefined) return false;
    this.#callback = undefined;
    const { graph } = this.node;
    graph.begin(this, this.#cause, 0);
    graph.end(this, callback());
    return true;
  }

  protected onDestroy(): void {
    this.node.graph.kernel.delays.remove(this);
    this.#callback = undefined;
  }
}
