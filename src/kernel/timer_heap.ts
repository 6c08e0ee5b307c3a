import { copyInto } from './copy_into.js';
import type { Runnable } from './runnable.js';
import type { StaleHeap, TimerHeapOptions, TimerRearm } from './timer_heap_options.js';

const INITIAL_CAPACITY = 64;
const CANCELLED = Number.POSITIVE_INFINITY;
const NO_RESUME = -1;
const OUTSIDE = -1;

/**
 * Periodic timers in one binary heap, ordered by next call time alone.
 *
 * Which of several simultaneous timers is called first is decided by the heap operations, so
 * they are those of the C++ standard library that rclcpp's `TimersManager` uses (`push_heap` on
 * insertion; after a call, the head's value sinks to a leaf along the earlier children, the
 * right one on equality, and rises again while its parent is strictly later; `make_heap` on
 * removal). Timers are small integers (slots); all state is in typed-array columns.
 *
 * Cost: O(log timers) per call. Cancelling or resetting another timer makes the following
 * look-ups O(timers) until the heap is in order again.
 */
export class TimerHeap {
  readonly #rearm: TimerRearm;
  readonly #staleHeap: StaleHeap;
  // Columns by slot.
  #next = new Float64Array(INITIAL_CAPACITY);
  #period = new Float64Array(INITIAL_CAPACITY);
  /** Where the grid continues after the clock jumped over the first call; NO_RESUME otherwise. */
  #resume = new Float64Array(INITIAL_CAPACITY);
  #position = new Int32Array(INITIAL_CAPACITY);
  #targets: (Runnable | undefined)[] = [];
  #free: number[] = [];
  // The heap itself: slots.
  #heap = new Int32Array(INITIAL_CAPACITY);
  #size = 0;
  #firing = -1;
  /** Timers that were entered while another is being called. */
  readonly #entering: number[] = [];
  /** A key changed in place, so the order below it may be wrong. */
  #suspect = false;

  constructor(options: TimerHeapOptions = {}) {
    this.#rearm = options.rearm ?? 'after';
    this.#staleHeap = options.staleHeap ?? 'repaired';
  }

  get size(): number {
    return this.#size;
  }

  /** Next call time of the head; Infinity if no timer will ever be called. */
  get nextDue(): number {
    if (this.#suspect) this.#repair();
    return this.#size === 0 ? CANCELLED : this.#next[this.#heap[0]!]!;
  }

  /** Whether the head is due at `now`. A getter of the time would make an object of it wherever V8 does not inline it. */
  isDue(now: number): boolean {
    if (this.#suspect) this.#repair();
    return this.#size > 0 && this.#next[this.#heap[0]!]! <= now;
  }

  /** Creates a timer that is first due at `now + period`; it is not called before `enter`. */
  create(period: number, now: number, target: Runnable): number {
    const slot = this.#free.pop() ?? this.#targets.length;
    if (slot === this.#next.length) this.#grow();
    this.#next[slot] = now + period;
    this.#period[slot] = period;
    this.#resume[slot] = NO_RESUME;
    this.#position[slot] = OUTSIDE;
    this.#targets[slot] = target;
    return slot;
  }

  /**
   * Puts the timer into the heap: from now on it is called when due. While a timer is being called
   * the head is not in its place, so a timer that enters then waits for the end of the call, as in
   * rclcpp.
   */
  enter(slot: number): void {
    if (this.#position[slot] !== OUTSIDE) return;
    if (this.#firing !== -1) {
      if (!this.#entering.includes(slot)) this.#entering.push(slot);
      return;
    }
    const size = this.#size++;
    this.#place(size, slot);
    this.#rise(size, 0, slot);
  }

  /** Removes the timer from the heap; it keeps its times. */
  leave(slot: number): void {
    const position = this.#position[slot]!;
    if (position === OUTSIDE) {
      const waiting = this.#entering.indexOf(slot);
      if (waiting >= 0) this.#entering.splice(waiting, 1);
      return;
    }
    this.#size--;
    for (let i = position; i < this.#size; i++) this.#place(i, this.#heap[i + 1]!);
    this.#position[slot] = OUTSIDE;
    this.#makeHeap();
  }

  /** Frees the slot. */
  destroy(slot: number): void {
    this.leave(slot);
    this.#targets[slot] = undefined;
    this.#free.push(slot);
  }

  cancel(slot: number): void {
    this.#change(slot, CANCELLED);
  }

  /** The next call is one period from now, even for a timer that was not cancelled. */
  reset(slot: number, now: number): void {
    this.#resume[slot] = NO_RESUME;
    this.#change(slot, now + this.#period[slot]!);
  }

  isCancelled(slot: number): boolean {
    return this.#next[slot] === CANCELLED;
  }

  nextCall(slot: number): number {
    return this.#next[slot]!;
  }

  period(slot: number): number {
    return this.#period[slot]!;
  }

  /** Takes effect at the next call or reset, as in rcl. */
  setPeriod(slot: number, period: number): void {
    this.#period[slot] = period;
    this.#resume[slot] = NO_RESUME;
  }

  /** The callback of this timer; by default of the head, which must exist. */
  target(slot = this.#heap[0]!): Runnable {
    return this.#targets[slot]!;
  }

  /** All timers that are due: the head, then the others in the order of their slots. */
  dueBy(now: number): number[] {
    const [head, ...others] = this.#heap.subarray(0, this.nextDue > now ? 0 : this.#size);
    const due = others.filter((slot) => this.#next[slot]! <= now).sort((a, b) => a - b);
    return head === undefined ? [] : [head, ...due];
  }

  /**
   * Calls a timer that is due, usually the head. Its next call time is advanced before its callback
   * runs; the heap is repaired afterwards.
   */
  fire(now: number, slot = this.#heap[0]!): boolean {
    const target = this.#targets[slot]!;
    this.advance(slot, now);
    this.#firing = slot;
    try {
      return target.run();
    } finally {
      this.#firing = -1;
      // The callback may have destroyed its own timer.
      const position = this.#position[slot]!;
      if (this.#targets[slot] === target && position !== OUTSIDE) this.#sink(position, slot);
      if (this.#entering.length > 0) for (const one of this.#entering.splice(0)) this.enter(one);
    }
  }

  /** Skips the present call of a timer that is due and goes on to its next one. */
  pass(slot: number, now: number): void {
    this.advance(slot, now);
    this.#sink(this.#position[slot]!, slot);
  }

  /**
   * The clock jumps from 0, where the timers were created, to the epoch `start`; times are
   * offsets from the epoch from now on. A timer that is overdue is called once and continues on
   * the grid of its creation (multiples of its period since time 0).
   */
  jump(start: bigint): void {
    let mostRecent = Number.NEGATIVE_INFINITY;
    for (let slot = 0; slot < this.#targets.length; slot++) {
      const next = this.#next[slot]!;
      if (this.#targets[slot] === undefined) continue;
      if (next !== CANCELLED && BigInt(next) <= start) mostRecent = Math.max(mostRecent, next);
    }
    for (let slot = 0; slot < this.#targets.length; slot++) {
      const next = this.#next[slot]!;
      if (next === CANCELLED || this.#targets[slot] === undefined) continue;
      if (BigInt(next) > start) {
        this.#next[slot] = Number(BigInt(next) - start);
      } else {
        this.#resume[slot] = this.#gridAfterJump(next, this.#period[slot]!, start);
        // How late they are may exceed what a Number holds exactly; their order must not change.
        this.#next[slot] = Math.max(next - mostRecent, -Number.MAX_SAFE_INTEGER);
      }
    }
  }

  #gridAfterJump(next: number, period: number, start: bigint): number {
    if (period === 0) return 0;
    const late = start - BigInt(next);
    const sincePeriod = Number(late % BigInt(period));
    if (sincePeriod === 0 && late > 0n && this.#rearm === 'at-or-after') return 0;
    return period - sincePeriod;
  }

  /** Moves the next call time past `now` without a call, for timers outside the heap. */
  advance(slot: number, now: number): void {
    const period = this.#period[slot]!;
    const resume = this.#resume[slot]!;
    let next = resume === NO_RESUME ? this.#next[slot]! + period : resume;
    this.#resume[slot] = NO_RESUME;
    if (next < now || (next === now && this.#rearm === 'after')) {
      if (period === 0) {
        next = now;
      } else {
        // Whole periods are added by a remainder, which is exact for every safe integer.
        const sincePeriod = (now - next) % period;
        const mayBeNow = sincePeriod === 0 && this.#rearm === 'at-or-after';
        next = mayBeNow ? now : now - sincePeriod + period;
      }
    }
    this.#next[slot] = next;
  }

  #change(slot: number, next: number): void {
    this.#next[slot] = next;
    // The timer that is being called is put back in place after its callback.
    if (slot !== this.#firing && this.#staleHeap === 'repaired') this.#suspect = true;
  }

  /** Rebuilds the heap if a change in place has hidden an earlier timer below the head. */
  #repair(): void {
    let earliest = CANCELLED;
    let ordered = true;
    for (let i = 0; i < this.#size; i++) {
      const next = this.#next[this.#heap[i]!]!;
      if (next < earliest) earliest = next;
      if (i > 0 && this.#next[this.#heap[(i - 1) >> 1]!]! > next) ordered = false;
    }
    if (this.#next[this.#heap[0]!]! > earliest) {
      this.#makeHeap();
      ordered = true;
    }
    if (ordered) this.#suspect = false;
  }

  #makeHeap(): void {
    for (let hole = (this.#size - 2) >> 1; hole >= 0; hole--) this.#sink(hole, this.#heap[hole]!);
  }

  /** libstdc++ `__adjust_heap`: down to a leaf along the earlier children, then up again. */
  #sink(top: number, slot: number): void {
    const size = this.#size;
    const heap = this.#heap;
    const next = this.#next;
    let hole = top;
    let child = 2 * hole + 2;
    while (child < size) {
      if (next[heap[child]!]! > next[heap[child - 1]!]!) child--;
      this.#place(hole, heap[child]!);
      hole = child;
      child = 2 * hole + 2;
    }
    if (child === size) {
      this.#place(hole, heap[child - 1]!);
      hole = child - 1;
    }
    this.#rise(hole, top, slot);
  }

  /** libstdc++ `__push_heap`. */
  #rise(from: number, top: number, slot: number): void {
    const next = this.#next[slot]!;
    let hole = from;
    while (hole > top) {
      const parent = (hole - 1) >> 1;
      if (!(this.#next[this.#heap[parent]!]! > next)) break;
      this.#place(hole, this.#heap[parent]!);
      hole = parent;
    }
    this.#place(hole, slot);
  }

  #place(position: number, slot: number): void {
    this.#heap[position] = slot;
    this.#position[slot] = position;
  }
  #grow(): void {
    const capacity = this.#next.length * 2;
    this.#next = copyInto(new Float64Array(capacity), this.#next);
    this.#period = copyInto(new Float64Array(capacity), this.#period);
    this.#resume = copyInto(new Float64Array(capacity), this.#resume);
    this.#position = copyInto(new Int32Array(capacity), this.#position);
    this.#heap = copyInto(new Int32Array(capacity), this.#heap);
  }
}
