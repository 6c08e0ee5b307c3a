import { CycleWatch } from './cycle_watch.js';
import { type Decider, OpenChoice } from './decider.js';
import { DelayQueue } from './delay_queue.js';
import type { Microtasks } from './microtasks.js';
import type { Pace } from './pace.js';
import { ReadyQueue } from './ready_queue.js';
import type { Runnable } from './runnable.js';
import type { Source } from './source.js';
import { Sources } from './sources.js';
import { Tickets } from './tickets.js';
import { earlier, LATEST, NEVER, outOfRange } from './time.js';
import { TimerHeap } from './timer_heap.js';
import type { TimerHeapOptions } from './timer_heap_options.js';
import type { TurnEnd, TurnLimits } from './turn.js';

export interface KernelOptions {
  readonly timers?: TimerHeapOptions;
  /** Callbacks allowed in one instant before it is reported as a cycle. Default 1,000,000. */
  readonly instantLimit?: number;
  readonly microtasks?: Microtasks;
}

// Captured at load time: a guard may change `Math`.
const { floor } = Math;

let turning: Kernel | undefined;

/** The kernel whose crank is turning in this thread; the innermost if a callback turns another. */
export function turningKernel(): Kernel | undefined {
  return turning;
}

/**
 * The crank: virtual time and everything that will happen in it.
 *
 * An instant runs until nothing is ready: first what was delayed until now, then, in turn, the
 * ready queue (first in, first out) and, whenever that is empty, the head timer if it is due. So
 * everything a timer causes at this instant runs before the next timer. Then time jumps.
 */
export class Kernel {
  readonly ready = new ReadyQueue();
  readonly delays = new DelayQueue();
  readonly timers: TimerHeap;
  readonly #open: OpenChoice;
  readonly #microtasks: Microtasks;
  readonly #instantLimit: number;
  readonly #sources = new Sources();
  readonly #late: (() => void)[] = [];
  /** Called when an instant is drained. */
  onInstantEnd: (() => void) | undefined;
  /** Called by the watcher of the thread, in the middle of a callback that does not return. */
  onHang: (() => void) | undefined;
  /** Holds time back before it moves. */
  pace: Pace | undefined;
  /** Chooses what runs next at one instant. */
  decider: Decider | undefined;
  #now = 0;
  /** {@link now} as two 32-bit words, as digests take it. */
  low = 0;
  high = 0;
  #callbacks = 0;
  #instants = 1;
  #instantCallbacks = 0;
  readonly #tickets = new Tickets();
  #pausing = false;
  #finishing = false;
  #cycle: CycleWatch | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: KernelOptions = {}) {
    this.timers = new TimerHeap(options.timers);
    this.#open = new OpenChoice(this.delays, this.ready, this.timers);
    this.#instantLimit = options.instantLimit ?? 1_000_000;
    this.#microtasks = options.microtasks ?? { dirty: new Int32Array(1), drain: () => {} };
  }

  /** Virtual time in ns since the start. */
  get now(): number {
    return this.#now;
  }

  /** Callbacks run so far. */
  get callbacks(): number {
    return this.#callbacks;
  }

  /** Instants entered so far. */
  get instants(): number {
    return this.#instants;
  }

  /** Calls back when nothing else is left to do at this instant; what the callback causes still belongs to the instant. */
  atInstantEnd(callback: () => void): void {
    this.#late.push(callback);
  }

  /** Whether something waits for the end of the instant. */
  get ending(): boolean {
    return this.#late.length > 0;
  }

  /** Whether nothing is left that could happen by itself. */
  get idle(): boolean {
    return this.delays.idle && this.#sources.idle && this.timers.nextDue === Infinity;
  }

  get finishing(): boolean {
    return this.#finishing;
  }

  /** Ends the run when the current instant is drained. */
  finish(): void {
    this.#finishing = true;
  }

  /** Ends the current turn, or the next one, before another callback runs. */
  pause(): void {
    this.#pausing = true;
  }

  /** Whether the next turn ends at once. */
  get pausing(): boolean {
    return this.#pausing;
  }

  /**
   * Makes time wait for a source. Sources that are due at one moment act in the order in which they
   * were added.
   *
   * @returns a function that removes it; harmless when repeated
   */
  addSource(source: Source): () => void {
    return this.#sources.add(source);
  }

  /**
   * Opens a ticket: virtual time stands still and nothing runs until the returned function is
   * called (further calls do nothing).
   */
  hold(): () => void {
    return this.#tickets.open();
  }

  get held(): boolean {
    return this.#tickets.areOpen;
  }

  /** Settles when no ticket is open. */
  released(): Promise<void> {
    return this.#tickets.released();
  }

  /** Turns the crank for at most `budget` steps, or to one of the limits. */
  turn(budget: number, limits: TurnLimits = {}): TurnEnd {
    const outer = turning;
    turning = this;
    try {
      return this.#turn(budget, limits);
    } finally {
      turning = outer;
    }
  }

  #turn(budget: number, limits: TurnLimits): TurnEnd {
    const until = limits.until ?? NEVER;
    const lastCallback = this.#callbacks + (limits.callbacks ?? NEVER);
    let instantsLeft = limits.instants ?? NEVER;
    const { dirty } = this.#microtasks;
    if (this.#failure !== undefined) throw this.#failure.error;
    for (let steps = budget; steps > 0; steps--) {
      if (this.#pausing) {
        this.#pausing = false;
        return 'paused';
      }
      if (this.#tickets.areOpen) return 'held';
      if (this.#runNext()) {
        if (dirty[0] !== 0) this.#microtasks.drain();
        if (this.#callbacks >= lastCallback) return 'callbacks';
        continue;
      }
      if (dirty[0] !== 0) {
        this.#microtasks.drain();
        continue;
      }
      if (this.#late.length > 0) {
        this.#late.shift()?.();
        continue;
      }
      this.onInstantEnd?.();
      if (this.#finishing) return 'finished';
      if (this.#instantCallbacks > 0 && --instantsLeft <= 0) {
        this.#instantCallbacks = 0;
        return 'instants';
      }
      const end = this.#advance(until);
      if (end !== undefined) return end;
    }
    return 'budget';
  }

  /** Completes the pending microtasks before its caller continues. */
  settle(): void {
    if (this.#microtasks.dirty[0] !== 0) this.#microtasks.drain();
  }

  /** Runs the next thing of this instant; false when nothing is ready. */
  #runNext(): boolean {
    if (this.decider !== undefined) return this.#runChosen(this.decider);
    const now = this.#now;
    let item: Runnable | undefined;
    let ran: boolean;
    if (this.delays.isDue(now)) {
      item = this.delays.shift();
      ran = item.run();
    } else if (this.ready.size > 0) {
      item = this.ready.shift()!;
      ran = item.run();
    } else if (this.timers.isDue(now)) {
      item = this.timers.target();
      ran = this.timers.fire(now);
    } else {
      return false;
    }
    if (ran) this.countCallback(item);
    return true;
  }

  #runChosen(decider: Decider): boolean {
    const choice = this.#open.choose(decider, this.#now);
    if (choice === undefined) return false;
    const { item } = choice;
    if (decider.prevents?.(item)) return true;
    if (choice.run()) this.countCallback(item);
    return true;
  }

  /** A callback of `item` has run; more than one may in what {@link Runnable.run} does. */
  countCallback(item: Runnable): void {
    this.#callbacks++;
    if (++this.#instantCallbacks > this.#instantLimit) this.#noteCycle(item);
  }

  #noteCycle(item: Runnable): void {
    this.#cycle ??= new CycleWatch();
    this.#cycle.note(item, this.#instantLimit, this.#now);
  }

  /** Moves time to the next event; returns why the turn ends if there is none. */
  #advance(until: number): TurnEnd | undefined {
    let next = earlier(this.timers.nextDue, this.delays.nextDue);
    if (until === NEVER && this.idle) return 'idle';
    for (;;) {
      const asked = this.#sources.ask(earlier(next, until));
      if (asked === false) break;
      if (asked !== true) {
        this.#holdFor(asked);
        return 'held';
      }
      next = earlier(next, this.delays.nextDue);
    }
    if (this.#holdBack(earlier(next, until))) return 'held';
    if (next > until) {
      if (until > this.#now) this.#moveTo(until);
      return 'until';
    }
    // NaN makes both comparisons false, so this one is negated.
    if (!(next <= LATEST)) return next === NEVER ? 'idle' : outOfRange(next);
    this.#moveTo(next);
    this.#instants++;
    this.#instantCallbacks = 0;
    this.#cycle = undefined;
    return undefined;
  }

  #moveTo(time: number): void {
    this.#now = time;
    this.low = time | 0;
    this.high = floor(time / 2 ** 32) | 0;
  }

  #holdBack(time: number): boolean {
    if (this.pace === undefined || time === NEVER) return false;
    const settled = this.pace.wait(this.#now, time);
    if (settled === undefined) return false;
    this.#holdFor(settled);
    return true;
  }

  /** Holds time until the promise settles; if it is rejected, the run ends. */
  #holdFor(settled: Promise<void>): void {
    const release = this.hold();
    settled.then(release, (error: unknown) => {
      this.#failure = { error };
      release();
    });
  }
}
