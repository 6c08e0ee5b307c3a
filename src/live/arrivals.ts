import type { WireInput } from './wire.js';

/** An input, with the time in ns since the start at which it arrived. */
export interface Arrived {
  readonly at: number;
  readonly input: WireInput;
}

/** How far a run may be behind the wall clock before it gives up messages, in ns. */
const LAG_NS = 1e9;

/** What has arrived and whose time has not come yet, in the order of arrival. */
export class Arrivals {
  #items: Arrived[] = [];
  #head = 0;
  /** Messages that were given up. */
  givenUp = 0;
  /** Messages that wait, by the number of their reader. */
  readonly #waiting = new Map<number, number>();

  get first(): Arrived | undefined {
    return this.#items[this.#head];
  }

  push(arrived: Arrived): void {
    this.#items.push(arrived);
    this.#count(arrived, 1);
  }

  /** Takes the first. */
  shift(): Arrived | undefined {
    const { first } = this;
    if (first === undefined) return undefined;
    this.#head++;
    this.#count(first, -1);
    // Moved now and then rather than at each step, so that a long queue costs no more than a short one.
    if (this.#head > 1024 && 2 * this.#head > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    } else if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    }
    return first;
  }

  /** Takes all. */
  takeAll(): Arrived[] {
    const all = this.#items.slice(this.#head);
    this.#items = [];
    this.#head = 0;
    this.#waiting.clear();
    return all;
  }

  /**
   * Takes the first for good; false when it is a message that is given up, as ROS 2 gives it up when its subscription
   * is full: the run lags behind, and the newer messages of its reader that wait fill the depth by themselves.
   */
  take(now: number, depthOf: (reader: number) => number): boolean {
    const first = this.shift();
    if (first?.input.kind !== 'sample' || now - first.at <= LAG_NS) return true;
    const { id } = first.input;
    if ((this.#waiting.get(id) ?? 0) < depthOf(id)) return true;
    this.givenUp++;
    return false;
  }

  #count({ input }: Arrived, change: 1 | -1): void {
    if (input.kind !== 'sample') return;
    this.#waiting.set(input.id, (this.#waiting.get(input.id) ?? 0) + change);
  }
}
