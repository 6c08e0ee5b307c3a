import type { Runnable } from './runnable.js';

const INITIAL_CAPACITY = 256;

/** First-in first-out queue of everything that is ready in this instant: a growing ring. */
export class ReadyQueue {
  #ring: (Runnable | undefined)[] = new Array<Runnable | undefined>(INITIAL_CAPACITY).fill(
    undefined,
  );
  #mask = INITIAL_CAPACITY - 1;
  #head = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(item: Runnable): void {
    if (this.#size > this.#mask) this.#grow();
    this.#ring[(this.#head + this.#size) & this.#mask] = item;
    this.#size++;
  }

  /** Takes the oldest item; undefined when the queue is empty. */
  shift(): Runnable | undefined {
    if (this.#size === 0) return undefined;
    const item = this.#ring[this.#head];
    // Drops the reference, so that a destroyed entity can be collected.
    this.#ring[this.#head] = undefined;
    this.#head = (this.#head + 1) & this.#mask;
    this.#size--;
    return item;
  }

  /** The item this many places after the oldest. */
  at(index: number): Runnable {
    return this.#ring[(this.#head + index) & this.#mask]!;
  }

  /** Takes the item at this index; later items move up. */
  take(index: number): Runnable {
    const item = this.at(index);
    for (let i = index; i > 0; i--) {
      this.#ring[(this.#head + i) & this.#mask] = this.#ring[(this.#head + i - 1) & this.#mask];
    }
    this.shift();
    return item;
  }

  #grow(): void {
    const old = this.#ring;
    const bigger = new Array<Runnable | undefined>(old.length * 2).fill(undefined);
    for (let i = 0; i < this.#size; i++) bigger[i] = old[(this.#head + i) & this.#mask];
    this.#ring = bigger;
    this.#mask = bigger.length - 1;
    this.#head = 0;
  }
}
