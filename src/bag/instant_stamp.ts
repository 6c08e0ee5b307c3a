import type { Graph } from '../graph/index.js';

/** The virtual time as a stamp, made once per instant. */
export class InstantStamp {
  readonly #graph: Graph;
  #now = -1;
  #stamp = 0n;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** ns since the epoch. */
  get value(): bigint {
    const { now } = this.#graph.kernel;
    if (now !== this.#now) {
      this.#now = now;
      this.#stamp = this.#graph.epoch + BigInt(now);
    }
    return this.#stamp;
  }
}
