import type { RandomStream } from '../kernel/index.js';
import type { DrawingStrategy } from './exploration.js';
import type { Journal } from './journal.js';
import { randomStream } from './random_stream.js';

/** Draws times for one purpose. */
export class Chance {
  readonly #stream: RandomStream;
  readonly #rate: number | undefined;
  readonly #journal: Journal;

  constructor(strategy: DrawingStrategy, purpose: string, journal: Journal) {
    this.#stream = randomStream(strategy.seed, purpose);
    this.#rate = strategy.kind === 'random' ? strategy.rate : undefined;
    this.#journal = journal;
  }

  /**
   * Uniform within the bounds. If only few decisions are drawn: usually `min`; otherwise `max` as often as a value
   * in between, because a delay that matters is usually a long one.
   */
  between(min: number, max: number): number {
    if (max <= min) return min;
    const uniform = min + Math.floor(this.#stream.float() * (max - min + 1));
    if (this.#rate === undefined) return uniform;
    const isDrawn = this.#stream.float() < this.#rate;
    const isMost = this.#stream.integer(2) === 1;
    if (!isDrawn || !this.#journal.mayDraw) return min;
    return isMost ? max : uniform;
  }
}
