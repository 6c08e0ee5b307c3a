import type { Graph, Waitable } from '../graph/index.js';
import type { Member } from './member.js';
import { KindOrder, type OrderInKind } from './order_in_kind.js';
import type { Choice, SpinCall, ThreadOptions } from './thread_options.js';
import { VirtualThreads } from './virtual_threads.js';

export interface TimedEventsOptions extends ThreadOptions {
  /** Timers are called by the thread that watches them (`execute_timers_separate_thread`). */
  readonly separateTimerThread?: boolean;
  /**
   * Which of several timers that are due at one time comes first. In rclcpp, the order of a hash
   * map decides. Default: `registration`.
   */
  readonly orderInKind?: OrderInKind;
}

/** Index of the thread that calls timers, if they have their own. */
const TIMER_THREAD = 1;

/**
 * rclcpp's events executor for callbacks that take time: one queue, first in first out over all
 * kinds. The timers' own thread adds an event whenever a period is over, even while the
 * executor is busy, so no period is skipped; cancelling a timer leaves its events in the queue.
 */
export class TimedEventsExecutor extends VirtualThreads {
  readonly name = 'events';
  readonly #queue: Member[] = [];
  #head = 0;
  /** Events of entities whose node is frozen. */
  readonly #parked: Waitable[] = [];
  readonly #separate: boolean;
  readonly #order: KindOrder;
  /** The order of timers that are due at one time is open. */
  readonly #isOpen: boolean;
  /** Undefined: to be sorted again. */
  #timers: Member[] | undefined;
  /** Attaching entities is also an event: the first `spin_once` runs nothing else. */
  #attachNoticed = false;
  /** Events that the current call of `spin_…` may still run. */
  #allowed = Number.POSITIVE_INFINITY;

  constructor(graph: Graph, options: TimedEventsOptions = {}) {
    super(graph, options.separateTimerThread ? 2 : 1, options);
    this.#separate = options.separateTimerThread ?? false;
    const order = options.orderInKind ?? { policy: 'registration' };
    this.#isOpen = options.orderInKind === undefined;
    const stream = `timers of ${options.label ?? 'events'}`;
    this.#order = new KindOrder(order, graph.random, stream);
  }

  /** A frozen node continues: its events, which were skipped, come last. */
  protected override added(member: Member): void {
    if (member.timer !== undefined) this.#timers = undefined;
    for (const entity of this.#parked) if (entity === member.entity) this.#queue.push(member);
    const others = this.#parked.filter((entity) => entity !== member.entity);
    this.#parked.splice(0, this.#parked.length, ...others);
  }

  protected override removed(member: Member): void {
    if (member.timer !== undefined) this.#timers = undefined;
  }

  protected override arrived(member: Member): void {
    this.#queue.push(member);
  }

  protected override timersDue(): void {
    if (this.spinning && !this.#separate) this.#queueDueTimers();
    this.wake();
  }

  protected beginCall(call: SpinCall): void {
    this.#allowed = Number.POSITIVE_INFINITY;
    if (call === 'some') this.#allowed = this.#queue.length - this.#head;
    if (call === 'once') this.#allowed = this.#attachNoticed ? 1 : 0;
    this.#attachNoticed = true;
  }

  protected override endCall(): void {
    this.#allowed = Number.POSITIVE_INFINITY;
  }

  /** The thread of the timers, if the other one has taken an event. */
  protected override alongside({ member }: Choice): readonly Member[] {
    if (!this.#separate || member.timer !== undefined) return [];
    return this.#mostOverdue().slice(0, 1);
  }

  protected pick(thread: number): Choice | undefined {
    if (this.call !== undefined) return this.#pickInCall();
    if (this.#separate) return thread === TIMER_THREAD ? this.#dueTimer() : this.#pop();
    this.#queueDueTimers();
    return this.#pop();
  }

  /** During `spin_some`, no thread watches the timers: they are checked after the events. */
  #pickInCall(): Choice | undefined {
    if (this.#allowed > 0) {
      const next = this.#pop();
      if (next !== undefined) {
        this.#allowed--;
        return next;
      }
      if (this.call === 'once') this.#allowed = 0;
    } else if (this.call === 'once') {
      return undefined;
    }
    return this.#dueTimer();
  }

  #pop(): Choice | undefined {
    for (;;) {
      const member = this.#queue[this.#head];
      if (member === undefined) return undefined;
      this.#head++;
      if (this.#head > 64 && this.#head * 2 > this.#queue.length) {
        this.#queue.splice(0, this.#head);
        this.#head = 0;
      }
      if (member.entity.executor === this) return { member };
      if (!member.entity.destroyed) this.#parked.push(member.entity);
    }
  }

  /** Every timer that is due becomes an event, the most overdue first. */
  #queueDueTimers(): void {
    for (;;) {
      const due = this.#nextTimer();
      if (due === undefined) return;
      due.callTimer(due.timer!, this.kernel.now);
      this.#queue.push(due);
      // A timer without a period is always due: once per check.
      if (due.timer!.nextCall <= this.kernel.now) return;
    }
  }

  #dueTimer(): Choice | undefined {
    const member = this.#nextTimer();
    if (member === undefined) return undefined;
    member.callTimer(member.timer!, this.kernel.now);
    return { member };
  }

  /** The first of the timers that are due at one time, unless a decider chooses another. */
  #nextTimer(): Member | undefined {
    const due = this.#mostOverdue();
    const { decider, now } = this.kernel;
    if (decider === undefined || due.length < 2 || !this.#isOpen) return due[0];
    return due[
      decider.choose(
        due.map(({ entity }) => entity),
        now,
      )
    ];
  }

  /** The timers that have been due longest, in order. */
  #mostOverdue(): Member[] {
    this.#timers ??= this.#order.apply(this.members.filter((member) => member.timer !== undefined));
    let found: Member[] = [];
    let earliest = this.kernel.now;
    for (const member of this.#timers) {
      const { nextCall } = member.timer!;
      if (nextCall > earliest) continue;
      if (nextCall < earliest) found = [];
      earliest = nextCall;
      found.push(member);
    }
    return found;
  }
}
