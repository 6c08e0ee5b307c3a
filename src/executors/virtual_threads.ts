import type {
  Executor,
  ExecutorDescription,
  Graph,
  GraphNode,
  ScheduledEntity,
  Sender,
  Timer,
  Waitable,
} from '../graph/index.js';
import type { Kernel, Runnable } from '../kernel/index.js';
import { CallbackRun, type RunOwner, reportRun } from './callback_run.js';
import { Member } from './member.js';
import { type BlockedRun, planDeadlockCheck } from './plan_deadlock_check.js';
import { StartRace, type Taken } from './start_race.js';
import type { Choice, SpinCall, ThreadOptions } from './thread_options.js';
import { ThreadTable } from './thread_table.js';
import { TimerWake } from './timer_wake.js';

/**
 * What all executors with virtual threads have in common: a callback occupies its thread from start
 * to end, its outputs leave at the end, and when a thread is idle, the policy chooses what runs
 * next.
 *
 * A policy is a subclass with {@link VirtualThreads.pick}. It decides after everything that arrives
 * or ends at this instant has been applied; threads are asked in the order of their numbers.
 */
export abstract class VirtualThreads implements Executor, Runnable, RunOwner {
  abstract readonly name: string;
  protected readonly graph: Graph;
  protected readonly kernel: Kernel;
  protected readonly options: ThreadOptions;
  /** In the order of registration. */
  protected readonly members: Member[] = [];
  protected call: SpinCall | undefined;
  readonly #byEntity = new Map<Waitable, Member>();
  readonly #threads: ThreadTable;
  readonly #timers: TimerWake;
  readonly #race: StartRace;
  #planned = false;
  #spinning = true;
  #onCallDone: (() => void) | undefined;

  constructor(graph: Graph, threads: number, options: ThreadOptions) {
    this.graph = graph;
    this.kernel = graph.kernel;
    this.options = options;
    this.#threads = new ThreadTable(this.kernel, threads);
    this.#timers = new TimerWake(this.kernel, this.members, () => this.timersDue());
    this.kernel.addSource(this.#timers);
    this.#race = new StartRace(this.kernel, {
      idle: () => this.#threads.idle,
      pick: (thread) => this.pick(thread),
      alongside: (first, idle) => this.alongside(first, idle),
    });
  }

  /** What this idle thread runs next; undefined: it keeps waiting. */
  protected abstract pick(thread: number): Choice | undefined;

  /** What this many other idle threads would take now, in that order; the call takes nothing. */
  protected alongside(_first: Choice, _threads: number): readonly Member[] {
    return [];
  }

  /** The policy prepares for a call of `spin_…`. */
  protected abstract beginCall(call: SpinCall): void;

  /** The policy clears up after a call of `spin_…`. */
  protected endCall(): void {}

  /** Tells the policy about a new entity, an arrived input, a freed thread. */
  protected added(_member: Member): void {}
  protected removed(_member: Member): void {}
  protected arrived(_member: Member): void {}
  protected freed(_run: CallbackRun): void {}
  protected timersDue(): void {
    this.wake();
  }

  get spinning(): boolean {
    return this.#spinning;
  }

  /** Stops spinning; `spinOnce`, `spinSome` and `spinAll` run what is ready. */
  stop(): void {
    this.#spinning = false;
  }

  /** Spins forever, as an executor does from the beginning. */
  spin(): void {
    this.#spinning = true;
    this.wake();
  }

  /**
   * One `spin_once`, `spin_some` or `spin_all` that does not block; `done` is called when it
   * returns.
   */
  spinCall(call: SpinCall, done: () => void): void {
    this.call = call;
    this.#onCallDone = done;
    this.beginCall(call);
    this.wake();
  }

  notify(entity: Waitable): void {
    if (entity.destroyed) return;
    const member = this.#member(entity);
    member.arrived(this.kernel.now);
    this.arrived(member);
    this.wake();
  }

  add(entity: Waitable): void {
    this.#member(entity);
    this.#threads.thaw(entity);
    this.#race.add(entity);
    this.wake();
  }

  addTimer(timer: Timer): void {
    this.add(timer);
    this.timersDue();
  }

  remove(entity: Waitable): void {
    const member = this.#byEntity.get(entity);
    if (member === undefined) return;
    this.#byEntity.delete(entity);
    this.members.splice(this.members.indexOf(member), 1);
    this.removed(member);
    this.#race.remove(member);
    if (!entity.destroyed) this.#threads.freeze(entity);
  }

  removeTimer(timer: Timer): void {
    this.remove(timer);
  }

  abandon(node: GraphNode): void {
    this.#threads.abandon(node);
    this.wake();
  }

  /** A callback that blocks its thread must not wait for a callback that needs this thread. */
  get runsUserTimers(): boolean {
    return this.options.blocking !== true;
  }

  label(): string {
    return `executor ${this.options.label ?? this.name}`;
  }

  describe(): ExecutorDescription {
    return {
      name: this.options.label ?? this.name,
      policy: this.name,
      threads: this.#threads.count,
      blocking: this.options.blocking ?? false,
    };
  }

  describeEntity(entity: Waitable): ScheduledEntity {
    const { times } = this.options;
    const longest = times === undefined ? 0 : (times.longest?.(entity) ?? Number.POSITIVE_INFINITY);
    return { priority: this.priorityOf?.(entity), longest };
  }

  protected priorityOf?(entity: Waitable): number | undefined;

  /** Later in this instant, looks for something that an idle thread can run. */
  protected wake(): void {
    if (this.#planned) return;
    this.#planned = true;
    this.kernel.ready.push(this);
  }

  /** Starts at most one callback. The crank calls it. */
  run(): boolean {
    this.#planned = false;
    if (!this.#spinning && this.call === undefined) return false;
    const first = this.#race.next() ?? this.#pickFirst();
    if (first === undefined) return false;
    const ran = this.#start(this.call === undefined ? this.#race.decide(first) : first);
    this.wake();
    return ran;
  }

  #pickFirst(): Taken | undefined {
    const threads = this.call === undefined ? this.#threads.count : 1;
    for (let thread = 0; thread < threads; thread++) {
      if (!this.#threads.isFree(thread) || this.#race.holds(thread)) continue;
      const choice = this.pick(thread);
      if (choice !== undefined) return { choice, thread };
      if (this.call !== undefined) this.#finishCall();
    }
    return undefined;
  }

  #finishCall(): void {
    this.call = undefined;
    this.endCall();
    const done = this.#onCallDone;
    this.#onCallDone = undefined;
    done?.();
  }

  #start(taken: Taken): boolean {
    const { member, call } = taken.choice;
    const { entity } = member;
    if (entity.destroyed || (call === undefined && entity.pending === 0)) return false;
    if (this.kernel.decider?.prevents?.(entity)) {
      this.#race.park(taken);
      return false;
    }
    const { now } = this.kernel;
    const { times } = this.options;
    const ready = member.taken(now);
    const lost = member.newlyOverwritten();
    const duration = times === undefined ? 0 : times.duration(entity);
    const { group } = member;
    const { thread } = taken;
    return this.#occupy(
      new CallbackRun(this, entity, group, thread, ready, lost, now, duration, times),
      call,
    );
  }

  #occupy(run: CallbackRun, call: (() => boolean) | undefined): boolean {
    const { graph, kernel } = this;
    const { entity } = run;
    graph.outbox = run;
    try {
      const ran = call === undefined ? entity.run() : call();
      run.number = graph.callbacks;
      if (!ran) return false;
      graph.resume(entity, run.number, () => kernel.settle());
    } finally {
      graph.outbox = undefined;
    }
    this.#threads.occupy(run);
    if (run.duration === 0) this.elapsed(run);
    else kernel.delays.push(run.end, run);
    return true;
  }

  elapsed(run: CallbackRun): void {
    run.timeOver = true;
    run.end = this.kernel.now;
    for (const output of run.held) {
      if (output.sent) continue;
      output.sent = true;
      this.leave(run, output.sender, output.send);
    }
    if (!run.open || this.options.blocking !== true) this.#release(run);
    else planDeadlockCheck(this.graph, run);
  }

  settled(run: CallbackRun): void {
    if (this.options.blocking !== true || !run.timeOver) return;
    if (!this.#threads.holds(run)) return;
    run.end = this.kernel.now;
    this.#release(run);
  }

  stuck(run: CallbackRun): void {
    run.end = this.kernel.now;
    reportRun(run, this.options.label ?? this.name);
  }

  leave(run: CallbackRun, sender: Sender, send: () => void): void {
    if (!sender.destroyed) this.graph.resume(run.entity, run.number, send);
  }

  #release(run: CallbackRun): void {
    this.#threads.free(run);
    reportRun(run, this.options.label ?? this.name);
    this.freed(run);
    this.wake();
  }

  /** The callbacks that keep their threads while they wait for responses. */
  blockedRuns(): BlockedRun[] {
    return this.#threads.blocked();
  }

  #member(entity: Waitable): Member {
    let member = this.#byEntity.get(entity);
    if (member === undefined) {
      member = new Member(entity, this.options.intraProcess ?? false);
      this.#byEntity.set(entity, member);
      this.members.push(member);
      this.added(member);
    }
    return member;
  }
}
