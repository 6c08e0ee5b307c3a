import { type GraphNode, Waitable } from '../graph/index.js';
import type { Delayed } from '../kernel/index.js';

/** A callback of the player at a time that it chooses itself. */
export class PlayerTick extends Waitable implements Delayed {
  position = -1;
  readonly background: boolean;
  readonly name: string;
  protected readonly backlogLimit = 0;
  readonly #callback: () => boolean;

  /** `callback` returns whether it did anything, and reports that to the graph. */
  constructor(node: GraphNode, name: string, background: boolean, callback: () => boolean) {
    super(node, 'timer');
    this.name = name;
    this.background = background;
    this.#callback = callback;
  }

  run(): boolean {
    return this.#callback();
  }

  protected onDestroy(): void {
    this.node.graph.kernel.delays.remove(this);
  }
}
