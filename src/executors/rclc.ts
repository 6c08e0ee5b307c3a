import type { Graph, Sender, Waitable } from '../graph/index.js';
import type { Delayed } from '../kernel/index.js';
import type { CallbackRun } from './callback_run.js';
import type { Member } from './member.js';
import type { Choice, SpinCall, ThreadOptions } from './thread_options.js';
import { VirtualThreads } from './virtual_threads.js';

/**
 * When a round begins: as soon as any handle is ready, all are, the designated one is, at every look,
 * or when a function of what is ready says so.
 */
export type RclcTrigger =
  | 'any'
  | 'all'
  | 'always'
  | { readonly one: string }
  | ((ready: readonly Waitable[], all: readonly Waitable[]) => boolean);

export interface RclcOptions extends ThreadOptions {
  /** Names of entities in the order in which they are processed; others follow as registered. */
  readonly order?: readonly string[];
  /** Default: `any`. */
  readonly trigger?: RclcTrigger;
  /**
   * `rclcpp`: each input is taken when its turn comes. `let` (logical execution time): all are taken
   * at the start of the round. Default: `rclcpp`.
   */
  readonly semantics?: 'rclcpp' | 'let';
  /** ns; at most one round in each period, as `rclc_executor_spin_period`. Default: no period. */
  readonly period?: number;
  /**
   * When outputs leave under LET: at the end of their callbacks, as rclc does, or at the end of
   * the period, as the theory has it. Default: `callback`.
   */
  readonly outputs?: 'callback' | 'period';
}

/**
 * The executor of rclc: one thread, all handles in the user's order, in rounds that a trigger
 * condition starts. Everything ready when the round starts is processed, once each.
 */
export class RclcExecutor extends VirtualThreads {
  readonly name = 'rclc';
  readonly #rclc: RclcOptions;
  /** What is left of the present round. */
  #round: Choice[] = [];
  #nextPeriod = 0;
  #waking = false;

  constructor(graph: Graph, options: RclcOptions = {}) {
    super(graph, 1, options);
    this.#rclc = options;
  }

  protected beginCall(_call: SpinCall): void {
    this.#round = [];
    this.#startRound();
  }

  protected pick(): Choice | undefined {
    if (this.#round.length === 0) {
      if (this.call === 'some' || this.call === 'once' || !this.#startRound()) return undefined;
    }
    const choice = this.#round.shift()!;
    const { member } = choice;
    if (member.timer !== undefined) {
      if (member.timer.cancelled) return this.pick();
      member.callTimer(member.timer, this.kernel.now);
    }
    return choice;
  }

  #startRound(): boolean {
    const { now } = this.kernel;
    const { period, semantics } = this.#rclc;
    if (period !== undefined && now < this.#nextPeriod) {
      this.#wakeAt(this.#nextPeriod);
      return false;
    }
    const handles = this.#inOrder();
    const ready = handles.filter((member) => member.isReady(now));
    if (ready.length === 0 || !this.#triggered(ready, handles)) return false;
    this.#round = ready.map((member) => {
      const call = semantics === 'let' ? member.entity.take() : undefined;
      return call === undefined ? { member } : { member, call };
    });
    if (period !== undefined) this.#nextPeriod += period;
    return true;
  }

  #inOrder(): Member[] {
    const { order = [] } = this.#rclc;
    const rank = ({ entity }: Member) => {
      const place = order.indexOf(entity.name);
      return place < 0 ? order.length : place;
    };
    return this.members.filter((m) => !m.entity.destroyed).sort((a, b) => rank(a) - rank(b));
  }

  #triggered(ready: readonly Member[], handles: readonly Member[]): boolean {
    const { trigger = 'any' } = this.#rclc;
    if (trigger === 'any' || trigger === 'always') return true;
    if (trigger === 'all') return ready.length === handles.length;
    if (typeof trigger !== 'function') return ready.some((m) => m.entity.name === trigger.one);
    return trigger(
      ready.map((m) => m.entity),
      handles.map((m) => m.entity),
    );
  }

  override leave(run: CallbackRun, sender: Sender, send: () => void): void {
    const leaves = this.#rclc.outputs === 'period' ? this.#nextPeriod : 0;
    if (leaves <= this.kernel.now) super.leave(run, sender, send);
    else this.kernel.delays.push(leaves, new Later(this, () => super.leave(run, sender, send)));
  }

  #wakeAt(time: number): void {
    if (this.#waking) return;
    this.#waking = true;
    const wake = () => {
      this.#waking = false;
      this.wake();
    };
    this.kernel.delays.push(time, new Later(this, wake));
  }
}

class Later implements Delayed {
  position = -1;
  readonly background = false;
  /** What one executor has put off happens in order. */
  readonly lane: RclcExecutor;
  readonly #action: () => void;

  constructor(executor: RclcExecutor, action: () => void) {
    this.lane = executor;
    this.#action = action;
  }

  run(): boolean {
    this.#action();
    return false;
  }

  label(): string {
    return 'period of an rclc executor';
  }
}
