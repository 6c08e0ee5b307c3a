/** Timers of the engine, in a heap. */

/** A timer, which can be set any number of times. */
export class Timer {
  /** When it runs; `Infinity` when it is not set. */
  due = Number.POSITIVE_INFINITY;
  /** Its place in the heap; -1 outside. @internal */
  place = -1;

  constructor(readonly run: (now: number) => void) {}
}

export class Timers {
  readonly #heap: Timer[] = [];

  /** The earliest time at which something is due; `Infinity` for never. */
  get next(): number {
    return this.#heap[0]?.due ?? Number.POSITIVE_INFINITY;
  }

  /** Sets `timer`, whether it was set or not. */
  set(timer: Timer, due: number): void {
    if (due === timer.due) return;
    if (due === Number.POSITIVE_INFINITY) {
      this.cancel(timer);
      return;
    }
    const earlier = due < timer.due;
    timer.due = due;
    if (timer.place < 0) {
      timer.place = this.#heap.length;
      this.#heap.push(timer);
      this.#rise(timer);
    } else if (earlier) this.#rise(timer);
    else this.#sink(timer);
  }

  cancel(timer: Timer): void {
    const { place } = timer;
    timer.due = Number.POSITIVE_INFINITY;
    if (place < 0) return;
    timer.place = -1;
    const last = this.#heap.pop()!;
    if (last === timer) return;
    this.#put(last, place);
    this.#rise(last);
    this.#sink(last);
  }

  /** Runs the timers due at `now`; timers that these set for the same time run in the next call. */
  run(now: number): void {
    const due: Timer[] = [];
    for (let timer = this.#heap[0]; timer !== undefined && timer.due <= now; ) {
      due.push(timer);
      this.cancel(timer);
      timer = this.#heap[0];
    }
    // Timers of one time run in the order in which the heap gives them, which is the same in each run.
    for (const timer of due) if (timer.place < 0) timer.run(now);
  }

  #put(timer: Timer, place: number): void {
    this.#heap[place] = timer;
    timer.place = place;
  }

  #rise(timer: Timer): void {
    let { place } = timer;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = this.#heap[parent]!;
      if (above.due <= timer.due) break;
      this.#put(above, place);
      place = parent;
    }
    this.#put(timer, place);
  }

  #sink(timer: Timer): void {
    let { place } = timer;
    const heap = this.#heap;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]!.due < heap[child]!.due) child++;
      if (heap[child]!.due >= timer.due) break;
      this.#put(heap[child]!, place);
      place = child;
    }
    this.#put(timer, place);
  }
}
