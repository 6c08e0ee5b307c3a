import { type Graph, type GraphNode, Waitable } from '../graph/index.js';
import type { Delayed } from '../kernel/index.js';

/**
 * All user timers of a node share one identity in digests; the times of their calls distinguish
 * them.
 */
const USER_TIMER_INDEX = 0xffff;

/**
 * A callback that user code requested from the engine (`setTimeout`, `setImmediate`), in virtual
 * time. It belongs to the node whose callback requested it.
 */
export class UserTimer extends Waitable implements Delayed {
  position = -1;
  #background = false;
  readonly name = 'setTimeout';
  protected readonly backlogLimit = 0;
  readonly #cause: number;
  /** Its executor has been told that it is due. */
  #due = false;
  #callback: (() => void) | undefined;

  constructor(graph: Graph, callback: () => void) {
    super(graph.owner, 'user_timer', USER_TIMER_INDEX);
    this.#cause = graph.cause;
    this.#callback = callback;
  }

  get background(): boolean {
    return this.#background;
  }

  /** Whether this timer keeps the run going; true at first. */
  keepAlive(wanted: boolean): void {
    if (wanted === !this.#background) return;
    this.#background = !wanted;
    if (this.position >= 0) this.node.graph.kernel.delays.setBackground(!wanted);
  }

  /**
   * The engine calls timers of one program that are due together in the order of their creation.
   */
  get lane(): GraphNode {
    return this.node;
  }

  run(): boolean {
    const callback = this.#callback;
    if (callback === undefined) return false;
    const { graph, executor, frozenUntil } = this.node;
    if (graph.kernel.now < frozenUntil) {
      graph.kernel.delays.push(frozenUntil, this);
      return false;
    }
    if (!this.#due && executor?.runsUserTimers) {
      this.#due = true;
      executor.notify(this);
      return false;
    }
    this.#callback = undefined;
    if (this.#due) executor?.remove?.(this);
    graph.begin(this, this.#cause, 0);
    graph.end(this, callback());
    return true;
  }

  protected onDestroy(): void {
    this.node.graph.kernel.delays.remove(this);
    this.#callback = undefined;
  }
}
