import type { Graph, Waitable } from '../graph/index.js';
import type { CallbackRun } from './callback_run.js';
import type { Member } from './member.js';
import { KindOrder, type OrderInKind } from './order_in_kind.js';
import type { Choice, SpinCall, ThreadOptions } from './thread_options.js';
import { VirtualThreads } from './virtual_threads.js';
import { type WaitRules, WaitSet } from './wait_set.js';

/** Options of the executors that wait on a wait set. */
export interface WaitSetOptions extends ThreadOptions {
  /** Default: `registration` in Humble and Iron, `reverse` later. */
  readonly orderInKind?: OrderInKind;
}

/** The differences between policies of the common wait-set executor. */
export interface WaitSetPolicy extends WaitRules {
  readonly name: string;
  /** Only one callback of each snapshot runs, so every decision sees what is ready now. */
  readonly freshWait: boolean;
  /** A released group wakes the waiting thread (executors with several threads). */
  readonly wakesOnRelease: 'never' | 'mutually_exclusive' | 'always';
  /** `spin_once` begins with what an earlier call left over (Humble). */
  readonly keepsLeftOver: boolean;
  /** The ready entity with the highest priority runs; among equals, the first. */
  readonly priority?: (entity: Waitable) => number;
}

/**
 * The executors of rclcpp that wait on a wait set, take a snapshot of what is ready and work
 * through it: single-threaded, static single-threaded, multi-threaded, and by priority.
 */
export class WaitSetExecutor extends VirtualThreads {
  readonly name: string;
  readonly #policy: WaitSetPolicy;
  readonly #set: WaitSet;
  #waited = false;

  constructor(graph: Graph, threads: number, policy: WaitSetPolicy, options: WaitSetOptions) {
    super(graph, threads, options);
    this.name = policy.name;
    this.#policy = policy;
    const order: OrderInKind = options.orderInKind ?? {
      policy: policy.collectsAlways ? 'registration' : 'reverse',
    };
    const stream = `wait set of ${options.label ?? policy.name}`;
    // The hash map of newer distributions may give any order.
    const isOpen = options.orderInKind === undefined && !policy.collectsAlways;
    const kindOrder = new KindOrder(order, graph.random, stream, isOpen ? graph.kernel : undefined);
    this.#set = new WaitSet(policy, this.members, kindOrder);
  }

  protected override priorityOf(entity: Waitable): number | undefined {
    return this.#policy.priority?.(entity);
  }

  protected override added(): void {
    if (this.#waited) this.#set.notify();
  }

  protected override removed(member: Member): void {
    this.#set.remove(member);
  }

  protected override freed(run: CallbackRun): void {
    const { wakesOnRelease } = this.#policy;
    if (wakesOnRelease === 'never') return;
    if (wakesOnRelease === 'always' || run.group.type === wakesOnRelease) this.#set.notify();
  }

  protected beginCall(call: SpinCall): void {
    if (call === 'some') this.#wait();
    else if (call === 'once' && !this.#policy.keepsLeftOver) this.#set.dropSnapshot();
    this.#ranInCall = false;
  }

  protected override endCall(): void {
    if (!this.#policy.keepsLeftOver) this.#set.dropSnapshot();
  }

  /** Whether the current call of `spin_once` has run its callback. */
  #ranInCall = false;

  protected pick(): Choice | undefined {
    if (this.call === 'once' && this.#ranInCall) return undefined;
    const member = this.#pickMember();
    if (member === undefined) return undefined;
    this.#ranInCall = true;
    if (member.timer !== undefined) member.callTimer(member.timer, this.kernel.now);
    return { member };
  }

  protected override alongside(_first: Choice, threads: number): readonly Member[] {
    return this.#set.following(this.kernel.now, threads);
  }

  #pickMember(): Member | undefined {
    const { now } = this.kernel;
    const { freshWait, priority } = this.#policy;
    if (this.call === 'some') return this.#set.next(now);
    if (priority === undefined && !(freshWait && this.call === undefined)) {
      const leftOver = this.#set.next(now);
      if (leftOver !== undefined) return leftOver;
    }
    for (;;) {
      const again = this.#wait();
      const member = priority === undefined ? this.#set.next(now) : this.#highest(priority);
      if (member !== undefined || !again) return member;
    }
  }

  #wait(): boolean {
    this.#waited = true;
    return this.#set.wait(this.kernel.now);
  }

  #highest(priority: (entity: Waitable) => number): Member | undefined {
    let best: Member | undefined;
    for (const member of this.#set.readyNow(this.kernel.now)) {
      if (best === undefined || priority(member.entity) > priority(best.entity)) best = member;
    }
    return best;
  }
}
