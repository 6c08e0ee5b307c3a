import { type Executor, type ExecutorDescription, Timer, type Waitable } from '../graph/index.js';
import type { Delayed, Kernel, Source } from '../kernel/index.js';
import { Arrivals } from './arrivals.js';
import type { GuestRunner } from './guest_runner.js';
import { LateTimers } from './late_timers.js';
import { NodeOrders } from './node_orders.js';
import { isAnother, RoundMember } from './round_member.js';
import type { Awaited, Waiter } from './waiter.js';

/**
 * Runs the callbacks of one guest. The guest's own executors state what they wait for and in which
 * order; this one offers ready entities, one at a time, each a step of the crank.
 */
export class GuestExecutor extends RoundMember implements Executor, Source, Delayed {
  readonly name = 'guest';
  readonly background = false;
  position = -1;
  readonly #kernel: Kernel;
  readonly #runner: GuestRunner;
  /** Removes it from the kernel's sources. */
  readonly #leave: () => void;
  #waiters: readonly Waiter[] = [];
  /** When the guest wants to continue, in ns since the start. */
  #deadline = Number.POSITIVE_INFINITY;
  #armed = false;
  /** Entries of it in the ready queue. */
  #planned = 0;
  readonly #unheardSignals: number[] = [];
  /** The thread to which the next entity is offered; 0 if none waits for it. */
  #offered = 0;
  readonly #arrivals = new Arrivals();
  readonly #nodes: NodeOrders;
  readonly #timers: LateTimers;
  /** Timers that the kernel calls itself, because the threads that wait for them take what arrives first. */
  readonly #heaped = new Set<Timer>();

  constructor(kernel: Kernel, runner: GuestRunner) {
    super();
    this.#kernel = kernel;
    this.#runner = runner;
    this.#nodes = new NodeOrders(kernel, this.label());
    this.#timers = new LateTimers(kernel);
    this.#leave = kernel.addSource(this);
  }

  /** Its program has executors of its own, whatever they are. */
  describe(): ExecutorDescription {
    return { name: this.#runner.name, policy: 'own', threads: 1, blocking: true };
  }

  /** Notes that the guest waits: for which entities, and until when. */
  idle(waiters: readonly Waiter[], deadline: number): void {
    this.#waiters = waiters;
    this.#deadline = deadline;
    this.#nodes.place(waiters);
    this.#keepHeap();
    if (this.#due() || this.#somethingReady()) this.#plan(1);
    const fifo = waiters.find((waiter) => waiter.fifo);
    if (fifo !== undefined && this.#arrivals.length > this.#planned) {
      this.#plan(this.#arrivals.length - this.#planned);
    }
  }

  /** What the guest waits for without end. */
  get awaits(): Awaited[] {
    return this.#waiters.flatMap(({ awaits }) => awaits ?? []);
  }

  /** Notes that the guest runs, or is gone, and so waits for nothing. Returns the thread to which the entity was offered. */
  begin(): number {
    const offered = this.#offered;
    this.#offered = 0;
    this.#waiters = [];
    this.#deadline = Number.POSITIVE_INFINITY;
    return offered;
  }

  /** Offers a timer that the kernel calls itself to the thread that waits for it; false if none does. */
  offerTimer(timer: Timer): boolean {
    if (this.#offered !== 0) return true;
    const waiter = this.#waiters.find(({ fifo, members }) => fifo && members.has(timer));
    this.#offered = waiter?.id ?? 0;
    return waiter !== undefined;
  }

  /** Lets the guest hear a signal, unless it is about to. */
  signal(number: number): void {
    if (this.#unheardSignals.includes(number)) return;
    this.#unheardSignals.push(number);
    this.#plan(1);
  }

  end(): void {
    this.begin();
    this.#unheardSignals.length = 0;
    for (const timer of this.#heaped) this.#kernel.timers.leave(timer.slot);
    this.#heaped.clear();
    this.#arrivals.clear();
    this.#leave();
  }

  notify(entity: Waitable): void {
    this.#arrivals.push(entity, this.#kernel.now);
    for (const waiter of this.#waiters) {
      if (!waiter.members.has(entity)) continue;
      if (waiter.fifo || this.#planned === 0) this.#plan(1);
      return;
    }
  }

  /** Entities with an input that no thread waits for, and since when; a callback that has not ended may be the reason. */
  neglected(): Map<Waitable, number> {
    const oldest = this.#arrivals.oldest();
    for (const { members } of this.#waiters) for (const each of members) oldest.delete(each);
    return oldest;
  }

  /** No thread waits for a new timer yet; after a freeze of its node, a timer is due or will be. */
  addTimer(): void {
    this.#keepHeap();
  }

  /** After a freeze of its node, earlier arrivals of an entity are still there. */
  add(entity: Waitable): void {
    const count = this.#arrivals.countOf(entity);
    if (count > 0 || this.#isReady(entity)) this.#plan(Math.max(1, count));
  }

  removeTimer(timer: Timer): void {
    if (this.#heaped.delete(timer)) this.#kernel.timers.leave(timer.slot);
  }

  /** Also called for an entity whose node is frozen from now on; its inputs stay. */
  remove(entity: Waitable): void {
    if (entity.destroyed) this.#arrivals.forget(entity);
  }

  get nextDue(): number {
    if (this.#armed) return Number.POSITIVE_INFINITY;
    const { now } = this.#kernel;
    let earliest = this.#deadline > now ? this.#deadline : Number.POSITIVE_INFINITY;
    for (const { fifo, entities } of this.#waiters) {
      if (fifo) continue;
      for (const entity of entities) {
        if (!(entity instanceof Timer)) continue;
        const due = this.#timers.dueAt(entity);
        if (due > now && due < earliest) earliest = due;
      }
    }
    return earliest;
  }

  advance(): undefined {
    const due = this.nextDue;
    this.#armed = true;
    this.#kernel.delays.push(due, this.#alarm);
    return undefined;
  }

  readonly #alarm: Delayed = {
    position: -1,
    background: false,
    run: () => {
      this.#armed = false;
      if (this.#planned === 0 && (this.#due() || this.#somethingReady())) this.#plan(1);
      return false;
    },
    label: () => this.label(),
  };

  /** Runs one callback or continues a thread, together with other guests that directly follow in the queue. */
  run(): boolean {
    const { ready, decider } = this.#kernel;
    // If a search decides the order, it decides about each callback.
    const isAlone = decider !== undefined || ready.size === 0 || !isAnother(ready.at(0), this);
    return isAlone ? this.step() : this.#runner.round.run(this, this.#kernel);
  }

  /** The part of {@link run} for this guest alone. */
  step(): boolean {
    this.#planned--;
    const signal = this.#unheardSignals.shift();
    if (signal !== undefined) return this.#runner.wake(signal);
    for (const waiter of this.#waiters) {
      const ran = waiter.fifo ? this.#runFirst(waiter) : this.#runInOrder(waiter);
      if (ran) return true;
    }
    return this.#due() && !this.#timerComes() ? this.#runner.wake() : false;
  }

  /**
   * Whether the kernel calls a timer at this instant for a thread that takes what arrives first, which precedes the
   * deadline.
   */
  #timerComes(): boolean {
    if (this.#heaped.size === 0) return false;
    return this.#waiters.some(
      ({ fifo, members }) =>
        fifo && [...this.#heaped].some((timer) => members.has(timer) && this.#isReady(timer)),
    );
  }

  label(): string {
    return `the program ${this.#runner.name}`;
  }

  #runFirst(waiter: Waiter): boolean {
    const entity = this.#arrivals.find((each) => waiter.members.has(each) && !this.#isFrozen(each));
    if (entity === undefined) return false;
    // The decider may have frozen its node, or ended it.
    if (this.#kernel.decider?.prevents?.(entity)) return false;
    this.#arrivals.forgetOne(entity);
    return this.#offer(waiter, entity);
  }

  #runInOrder(waiter: Waiter): boolean {
    // Entities that were ready before come first; they may contain nothing for this guest.
    if (this.#runBatch(waiter)) return true;
    const ready = waiter.entities.filter((entity) => this.#isReady(entity));
    waiter.batch = this.#nodes.sorted(waiter.id, ready);
    return this.#runBatch(waiter);
  }

  #runBatch(waiter: Waiter): boolean {
    for (;;) {
      const entity = waiter.batch.shift();
      if (entity === undefined) return false;
      if (!waiter.members.has(entity) || !this.#isReady(entity)) continue;
      if (entity instanceof Timer && !this.#timers.isCalled(entity)) continue;
      if (this.#kernel.decider?.prevents?.(entity)) continue;
      if (entity instanceof Timer) entity.advance(this.#kernel.now);
      else this.#arrivals.forgetOne(entity);
      if (this.#offer(waiter, entity)) return true;
    }
  }

  #offer(waiter: Waiter, entity: Waitable): boolean {
    if (entity.destroyed) return false;
    this.#offered = waiter.id;
    const ran = entity.run();
    entity.node.graph.outbox = undefined;
    this.#offered = 0;
    return ran;
  }

  #isReady(entity: Waitable): boolean {
    if (entity.destroyed || this.#isFrozen(entity)) return false;
    if (entity instanceof Timer) return this.#timers.dueAt(entity) <= this.#kernel.now;
    return (entity.pending ?? this.#arrivals.countOf(entity)) > 0;
  }

  #isFrozen({ node }: Waitable): boolean {
    return node.frozenUntil > this.#kernel.now;
  }

  #somethingReady(): boolean {
    for (const { fifo, entities, members } of this.#waiters) {
      if (fifo) {
        if (this.#arrivals.find((each) => members.has(each) && !this.#isFrozen(each))) return true;
      } else if (entities.some((entity) => this.#isReady(entity))) {
        return true;
      }
    }
    return false;
  }

  #due(): boolean {
    return this.#deadline <= this.#kernel.now;
  }

  #plan(times: number): void {
    for (let i = 0; i < times; i++) {
      this.#planned++;
      this.#kernel.ready.push(this);
    }
  }

  /** Makes the kernel call exactly those timers for which a thread waits that takes what arrives first. */
  #keepHeap(): void {
    const wanted = this.#waiters.filter(({ fifo }) => fifo);
    if (wanted.length === 0 && this.#heaped.size === 0) return;
    for (const timer of this.#heaped) {
      if (wanted.some(({ members }) => members.has(timer))) continue;
      this.#heaped.delete(timer);
      this.#kernel.timers.leave(timer.slot);
    }
    for (const { entities } of wanted) {
      for (const entity of entities) {
        if (!(entity instanceof Timer) || this.#heaped.has(entity) || entity.destroyed) continue;
        if (this.#isFrozen(entity)) continue;
        this.#heaped.add(entity);
        this.#kernel.timers.enter(entity.slot);
      }
    }
  }
}
