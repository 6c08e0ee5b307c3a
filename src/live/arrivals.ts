import type { WireInput } from './wire.js';

/** An input, with the time in ns since the start at which it arrived. */
export interface Arrived {
  readonly at: number;
  readonly input: WireInput;
}

/** How far a run may lag behind the wall clock before it drops messages, in ns. */
const LAG_NS = 1e9;

/** Inputs that have arrived but are not due yet, in the order of arrival. */
export class Arrivals {
  #items: Arrived[] = [];
  #head = 0;
  /** Number of messages that were dropped. */
  givenUp = 0;
  /** Number of waiting messages, by reader. */
  readonly #waiting = new Map<number, number>();

  get first(): Arrived | undefined {
    return this.#items[this.#head];
  }

  push(arrived: Arrived): void {
    this.#items.push(arrived);
    this.#count(arrived, 1);
  }

  /** Removes and returns the first input. */
  shift(): Arrived | undefined {
    const { first } = this;
    if (first === undefined) return undefined;
    this.#head++;
    this.#count(first, -1);
    // Shifts the array only now and then, so that a step costs no more in a long queue than in a short one.
    if (this.#head > 1024 && 2 * this.#head > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    } else if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    }
    return first;
  }

  /** Removes and returns all inputs. */
  takeAll(): Arrived[] {
    const all = this.#items.slice(this.#head);
    this.#items = [];
    this.#head = 0;
    this.#waiting.clear();
    return all;
  }

  /**
   * Removes the first input. Returns false if it is a message that is dropped because the run lags behind and enough
   * newer messages of the same reader wait to fill its depth; a full ROS 2 subscription would drop it, too.
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
