import type { BufferAction, CallbackAction } from './action.js';

/** Entries that have left are dropped once there are this many and they are at least half of all. */
const COMPACT_AT = 64;

type Held = BufferAction | CallbackAction;

/**
 * A line for a resource that only one action may have at a time: a node, a topic, a service. A
 * newcomer waits until every action with a smaller number has left. This order is equivalent to the
 * model's edges from each newcomer to all before it, but costs the same however many there are.
 */
export class ActionLine {
  readonly #held = new Fifo<Held>();
  readonly #waiting = new Fifo<CallbackAction>();

  /** Ids increase from call to call. */
  hold(action: Held): void {
    this.#held.push(action);
  }

  /** Whether `action` has to wait; tickets never decrease from call to call. */
  wait(action: CallbackAction): boolean {
    const first = this.#first();
    if (first === undefined || first.id >= action.ticket) return false;
    this.#waiting.push(action);
    return true;
  }

  /** After an action has left: the actions that no longer wait here, in order. */
  *released(): Generator<CallbackAction> {
    const first = this.#first()?.id ?? Number.POSITIVE_INFINITY;
    for (;;) {
      const next = this.#waiting.first;
      if (next === undefined || (next.state !== 'gone' && next.ticket > first)) return;
      this.#waiting.shift();
      if (next.state !== 'gone') yield next;
    }
  }

  #first(): Held | undefined {
    while (this.#held.first !== undefined && hasLeft(this.#held.first)) this.#held.shift();
    return this.#held.first;
  }
}

function hasLeft(action: Held): boolean {
  return action.state === 'gone' || action.state === 'arrived';
}

/** First in, first out, each operation in constant time on average. */
class Fifo<T> {
  #items: T[] = [];
  #head = 0;

  get first(): T | undefined {
    return this.#items[this.#head];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): void {
    this.#head++;
    if (this.#head >= COMPACT_AT && this.#head * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
  }
}
