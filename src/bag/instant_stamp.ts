import type { Graph } from '../graph/index.js';
import type { Kernel } from '../kernel/index.js';
import { Stamp } from './stamps.js';

const HALF = 2 ** 32;

/**
 * The virtual time as a stamp, made once per instant, without BigInts. While nodes are constructed with the clock at
 * 0, it is already the time that the clock will jump to: otherwise a recording would begin in 1970.
 */
export class InstantStamp {
  readonly #graph: Graph;
  readonly #kernel: Kernel;
  readonly #stamp = new Stamp();
  #now = -1;
  /** When time began, and its halves, the lower one unsigned. */
  #begin = 0n;
  #low = 0;
  #high = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#kernel = graph.kernel;
  }

  /** ns since the epoch; valid until the next instant. */
  now(): Stamp {
    const { now } = this.#kernel;
    if (now !== this.#now) this.#advance(now);
    return this.#stamp;
  }

  #advance(now: number): void {
    this.#now = now;
    const begin = this.#graph.pendingStart ?? this.#graph.epoch;
    if (begin !== this.#begin) {
      this.#begin = begin;
      this.#low = Number(BigInt.asUintN(32, begin));
      this.#high = Number(begin >> 32n);
    }
    const high = Math.floor(now / HALF);
    const low = this.#low + (now - high * HALF);
    this.#stamp.low = low | 0;
    this.#stamp.high = (this.#high + high + (low >= HALF ? 1 : 0)) | 0;
  }
}
