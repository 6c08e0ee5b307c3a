/** What the socket thread has sent to the program and the program has not taken yet. */
import { MAX_UNTAKEN_BYTES } from './limits.js';

// Captured at load time: user code may later see guarded ones.
const { add, exchange, load, store } = Atomics;

/** Places in the memory that thread and program share. */
export const SHARED = { ended: 0, taken: 1, waiting: 2, count: 3 } as const;

/** The thread's side: it stops sending when the program is behind by {@link MAX_UNTAKEN_BYTES}. */
export class LiveBacklog {
  /** Bytes of each turn that was sent, oldest first. */
  readonly #turns: number[] = [];
  #taken: number;
  #bytes = 0;

  constructor(
    readonly shared: Int32Array,
    readonly most: number = MAX_UNTAKEN_BYTES,
  ) {
    this.#taken = load(shared, SHARED.taken);
  }

  /** Counts the bytes sent in one turn. */
  sent(bytes: number): void {
    this.#turns.push(bytes);
    this.#bytes += bytes;
  }

  /** Whether the program has to catch up first; it sends `resume` when it has taken something. */
  isFull(unsent: number): boolean {
    if (this.#bytes + unsent < this.most) return false;
    this.#look();
    if (this.#bytes + unsent < this.most) return false;
    store(this.shared, SHARED.waiting, 1);
    // The program may have taken the last turn before it could see that the thread waits.
    this.#look();
    return this.#bytes + unsent >= this.most;
  }

  #look(): void {
    const taken = load(this.shared, SHARED.taken);
    // The counter wraps.
    for (; this.#taken !== taken; this.#taken = (this.#taken + 1) | 0) {
      this.#bytes -= this.#turns.shift() ?? 0;
    }
  }
}

/** The program's side: records that it has taken what was sent in `turns` turns; true if the thread waits for this. */
export function takeTurns(shared: Int32Array, turns: number): boolean {
  add(shared, SHARED.taken, turns);
  return exchange(shared, SHARED.waiting, 0) === 1;
}
