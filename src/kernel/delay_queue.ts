import type { Runnable } from './runnable.js';

const INITIAL_CAPACITY = 64;

/**
 * Things that happen at a later time: delayed deliveries, user timers, recorded input.
 *
 * A binary heap in typed-array columns, ordered by due time and then by insertion, so that two
 * things due at one instant happen in the order in which they were asked for.
 */
export class DelayQueue {
  #due = new Float64Array(INITIAL_CAPACITY);
  #order = new Float64Array(INITIAL_CAPACITY);
  #items: (Runnable | undefined)[] = [];
  #size = 0;
  #inserted = 0;

  get size(): number {
    return this.#size;
  }

  /** Due time of the earliest item; Infinity when there is none. */
  get nextDue(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#due[0]!;
  }

  push(due: number, item: Runnable): void {
    if (this.#size === this.#due.length) this.#grow();
    const order = this.#inserted++;
    let hole = this.#size++;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      // A new item has the largest insertion number: only a strictly earlier due time moves it up.
      if (this.#due[parent]! <= due) break;
      this.#move(parent, hole);
      hole = parent;
    }
    this.#due[hole] = due;
    this.#order[hole] = order;
    this.#items[hole] = item;
  }

  /** Takes the earliest item. The queue must not be empty. */
  shift(): Runnable {
    const first = this.#items[0]!;
    const last = --this.#size;
    const due = this.#due[last]!;
    const order = this.#order[last]!;
    const item = this.#items[last];
    this.#items[last] = undefined;
    if (last > 0) this.#sink(due, order, item);
    return first;
  }

  #sink(due: number, order: number, item: Runnable | undefined): void {
    const size = this.#size;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#before(child + 1, this.#due[child]!, this.#order[child]!)) {
        child++;
      }
      if (!this.#before(child, due, order)) break;
      this.#move(child, hole);
      hole = child;
    }
    this.#due[hole] = due;
    this.#order[hole] = order;
    this.#items[hole] = item;
  }

  #before(index: number, due: number, order: number): boolean {
    const other = this.#due[index]!;
    return other < due || (other === due && this.#order[index]! < order);
  }

  #move(from: number, to: number): void {
    this.#due[to] = this.#due[from]!;
    this.#order[to] = this.#order[from]!;
    this.#items[to] = this.#items[from];
  }

  #grow(): void {
    const due = new Float64Array(this.#due.length * 2);
    due.set(this.#due);
    this.#due = due;
    const order = new Float64Array(due.length);
    order.set(this.#order);
    this.#order = order;
  }
}
