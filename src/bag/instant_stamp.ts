import type { Graph } from '../graph/index.js';

/**
 * The virtual time as a stamp, made once per instant. While nodes are constructed with the clock at
 * 0, it is already the time that the clock will jump to: otherwise a recording would begin in 1970.
 */
export class InstantStamp {
  readonly #graph: Graph;
  #now = -1;
  #stamp = 0n;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** ns since the epoch. */
  get value(): bigint {
    const graph = this.#graph;
    const { now } = graph.kernel;
    if (now !== this.#now) {
      this.#now = now;
      this.#stamp = (graph.pendingStart ?? graph.epoch) + BigInt(now);
    }
    return this.#stamp;
  }
}
