import { copyInto } from './copy_into.js';
import type { Runnable } from './runnable.js';

const INITIAL_CAPACITY = 64;
const OUTSIDE = -1;

/** Something that runs once at a later time. */
export interface Delayed extends Runnable {
  /** Position in the queue, maintained by the queue; -1 outside of it. */
  position: number;
  /** Whether the run may end while only this is waiting (`timer.unref()`). */
  readonly background: boolean;
}

/**
 * Things that happen at a later time: delayed deliveries, user timers, recorded input.
 *
 * A binary heap in typed-array columns, ordered by due time and then by insertion, so that two
 * things due at one instant happen in the order in which they were added.
 */
export class DelayQueue {
  #due = new Float64Array(INITIAL_CAPACITY);
  #order = new Float64Array(INITIAL_CAPACITY);
  #items: (Delayed | undefined)[] = [];
  #size = 0;
  #background = 0;
  #inserted = 0;

  get size(): number {
    return this.#size;
  }

  /** Due time of the earliest item; Infinity if there is none. */
  get nextDue(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#due[0]!;
  }

  /** Whether the earliest item is due at `now`. */
  isDue(now: number): boolean {
    return this.#size > 0 && this.#due[0]! <= now;
  }

  /** Whether only background items are left. */
  get idle(): boolean {
    return this.#size === this.#background;
  }

  push(due: number, item: Delayed): void {
    if (item.background) this.#background++;
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
    this.#place(hole, due, order, item);
  }

  /** Takes the earliest item. The queue must not be empty. */
  shift(): Delayed {
    const first = this.#items[0]!;
    this.#removeAt(0);
    return first;
  }

  /** Everything that is due at `now`, in the order in which it is taken. */
  dueBy(now: number): Delayed[] {
    const due: number[] = [];
    for (let i = 0; i < this.#size; i++) if (this.#due[i]! <= now) due.push(i);
    due.sort((a, b) => (this.#before(a, this.#due[b]!, this.#order[b]!) ? -1 : 1));
    return due.map((i) => this.#items[i]!);
  }

  /** Whether an item of this kind is waiting. */
  some(is: (item: Delayed) => boolean): boolean {
    for (let i = 0; i < this.#size; i++) if (is(this.#items[i]!)) return true;
    return false;
  }

  /** Removes an item before it is due; harmless if it is not in the queue. */
  remove(item: Delayed): void {
    if (item.position !== OUTSIDE) this.#removeAt(item.position);
  }

  /** Changes `background` of an item that is in the queue. */
  setBackground(background: boolean): void {
    this.#background += background ? 1 : -1;
  }

  #removeAt(position: number): void {
    const removed = this.#items[position]!;
    removed.position = OUTSIDE;
    if (removed.background) this.#background--;
    const last = --this.#size;
    const due = this.#due[last]!;
    const order = this.#order[last]!;
    const item = this.#items[last]!;
    this.#items[last] = undefined;
    if (position === last) return;
    let hole = position;
    while (hole > 0 && !this.#before((hole - 1) >> 1, due, order)) {
      this.#move((hole - 1) >> 1, hole);
      hole = (hole - 1) >> 1;
    }
    this.#sink(hole, due, order, item);
  }

  #sink(from: number, due: number, order: number, item: Delayed): void {
    const size = this.#size;
    let hole = from;
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
    this.#place(hole, due, order, item);
  }

  #before(index: number, due: number, order: number): boolean {
    const other = this.#due[index]!;
    return other < due || (other === due && this.#order[index]! < order);
  }

  #move(from: number, to: number): void {
    this.#place(to, this.#due[from]!, this.#order[from]!, this.#items[from]!);
  }

  #place(position: number, due: number, order: number, item: Delayed): void {
    this.#due[position] = due;
    this.#order[position] = order;
    this.#items[position] = item;
    item.position = position;
  }

  #grow(): void {
    const capacity = this.#due.length * 2;
    this.#due = copyInto(new Float64Array(capacity), this.#due);
    this.#order = copyInto(new Float64Array(capacity), this.#order);
  }
}
