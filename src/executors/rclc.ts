import { type Graph, type Sender, Service, Subscription, type Waitable } from '../graph/index.js';
import { DelayedAction } from '../kernel/index.js';
import type { CallbackRun } from './callback_run.js';
import type { Member } from './member.js';
import type { Choice, SpinCall, ThreadOptions } from './thread_options.js';
import { VirtualThreads } from './virtual_threads.js';

/**
 * When a round begins: as soon as any handle is ready, all are, the designated one is, also
 * whenever the wait times out, or when a function of what is ready returns true.
 */
export type RclcTrigger =
  | 'any'
  | 'all'
  | 'always'
  | { readonly one: string }
  | ((ready: readonly Waitable[], all: readonly Waitable[]) => boolean);

/** rclc's `DEFAULT_WAIT_TIMEOUT_NS`. */
const DEFAULT_TIMEOUT = 1_000_000_000;
/** rclc sleeps for whole ms. */
const SLEEP_UNIT = 1_000_000;

export interface RclcOptions extends ThreadOptions {
  /** Names of entities in the order in which they are processed; others follow as registered. */
  readonly order?: readonly string[];
  /**
   * Names of subscriptions with the invocation `ALWAYS`: their callbacks are called in every round,
   * with `null` if there is no message. Default: none, all are `ON_NEW_DATA`.
   */
  readonly always?: readonly string[];
  /** ns after which a wait for input times out. Default: 1 s, as rclc's. */
  readonly timeout?: number;
  /** Default: `any`. */
  readonly trigger?: RclcTrigger;
  /**
   * `rclcpp`: each input is taken when its turn comes. `let` (logical execution time): all are
   * taken at the start of the round. Default: `rclcpp`.
   */
  readonly semantics?: 'rclcpp' | 'let';
  /**
   * ns; at most one round in each period, as `rclc_executor_spin_period`: on the grid of the start,
   * up to 1 ms early because it sleeps for whole ms. Default: no period.
   */
  readonly period?: number;
  /**
   * When outputs leave under LET: at the end of their callbacks, as in rclc, or at the end of
   * the period, as in the theory. Default: `callback`.
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
  /** The rest of the current round. */
  #round: Choice[] = [];
  /** When the current wait for input begins or began. */
  #begins = 0;
  /** The grid point of the current or next round. */
  #gridPoint = 0;
  #inRound = false;
  #waking = false;

  constructor(graph: Graph, options: RclcOptions = {}) {
    super(graph, 1, options);
    this.#rclc = options;
  }

  protected beginCall(_call: SpinCall): void {
    this.#round = [];
    this.#inRound = false;
    this.#begins = this.kernel.now;
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
    if (this.#inRound) this.#callOver(now);
    this.#inRound = false;
    const handles = this.#inOrder();
    const timedOut = now - this.#begins >= this.#timeout;
    if (!timedOut || !this.#triggered([], handles)) this.#passVainWaits(now);
    if (now < this.#begins) return this.#wakeAt(this.#begins);
    const ready = handles.filter((member) => member.isReady(now));
    if (ready.length === 0 && !timedOut) return this.#wakeByTimeout();
    if (!this.#triggered(ready, handles)) {
      // Entities of every node other than the user's handles are served independently of the
      // trigger.
      this.#round = ready.filter((member) => !isHandle(member)).map((member) => ({ member }));
      this.#inRound = this.#round.length > 0;
      if (this.#inRound) return true;
      if (ready.length > 0) this.#callOver(now);
      return now < this.#begins && this.#wakeAt(this.#begins);
    }
    this.#round = handles.flatMap((member) => this.#choices(member, ready.includes(member)));
    this.#inRound = true;
    if (this.#round.length > 0) return true;
    this.#inRound = false;
    this.#callOver(now);
    return this.#wakeByTimeout();
  }

  get #timeout(): number {
    return this.#rclc.timeout ?? DEFAULT_TIMEOUT;
  }

  /** One `rclc_executor_spin_some` has returned at this time; the next one begins after a sleep. */
  #callOver(at: number): void {
    const { period } = this.#rclc;
    this.#begins = at;
    if (period === undefined) return;
    this.#gridPoint += period;
    const sleeps = Math.floor((this.#gridPoint - at) / SLEEP_UNIT) * SLEEP_UNIT;
    if (sleeps > 0) this.#begins += sleeps;
  }

  /** Nothing arrived within the timeout, possibly repeatedly. */
  #passVainWaits(now: number): void {
    while (now - this.#begins >= this.#timeout) this.#callOver(this.#begins + this.#timeout);
  }

  #choices(member: Member, isReady: boolean): Choice[] {
    const { entity } = member;
    if (isReady) {
      const call = this.#rclc.semantics === 'let' ? entity.take() : undefined;
      return [call === undefined ? { member } : { member, call }];
    }
    if (!(entity instanceof Subscription) || !this.#rclc.always?.includes(entity.name)) return [];
    return [{ member, call: () => entity.runWithout() }];
  }

  /** A timeout matters only if a round without input does something. */
  #wakeByTimeout(): boolean {
    const { trigger, always = [] } = this.#rclc;
    const matters = trigger === 'always' || typeof trigger === 'function';
    if (matters && always.length > 0) this.#wakeAt(this.#begins + this.#timeout);
    return false;
  }

  #inOrder(): Member[] {
    const { order = [] } = this.#rclc;
    const rank = ({ entity }: Member) => {
      const place = order.indexOf(entity.name);
      return place < 0 ? order.length : place;
    };
    return this.members.filter((m) => !m.entity.destroyed).sort((a, b) => rank(a) - rank(b));
  }

  #triggered(allReady: readonly Member[], all: readonly Member[]): boolean {
    const { trigger = 'any' } = this.#rclc;
    if (trigger === 'always') return true;
    if (trigger === 'any') return allReady.length > 0;
    const ready = allReady.filter(isHandle);
    const handles = all.filter(isHandle);
    if (trigger === 'all') return ready.length > 0 && ready.length === handles.length;
    if (typeof trigger !== 'function') return ready.some((m) => m.entity.name === trigger.one);
    return trigger(
      ready.map((m) => m.entity),
      handles.map((m) => m.entity),
    );
  }

  override leave(run: CallbackRun, sender: Sender, send: () => void): void {
    const { outputs, period = 0 } = this.#rclc;
    const leaves = outputs === 'period' ? this.#gridPoint + period : 0;
    if (leaves <= this.kernel.now) super.leave(run, sender, send);
    else this.#later(leaves, () => super.leave(run, sender, send));
  }

  /** Always false: nothing begins now. */
  #wakeAt(time: number): false {
    if (this.#waking) return false;
    this.#waking = true;
    const wake = () => {
      this.#waking = false;
      this.wake();
    };
    this.#later(time, wake);
    return false;
  }

  /** Actions that one executor postpones run in order. */
  #later(time: number, action: () => void): void {
    const label = () => 'period of an rclc executor';
    this.kernel.delays.push(time, new DelayedAction(action, label, this));
  }
}

/** Packages of the services that every node has: parameters and type descriptions. */
const OF_EVERY_NODE = /^(rcl_interfaces|type_description_interfaces)\//;

/** Whether the user has added it to the executor; in rclc the others belong to another executor. */
function isHandle({ entity }: Member): boolean {
  if (entity.kind === 'user_timer') return false;
  return !(entity instanceof Service && OF_EVERY_NODE.test(entity.type.name));
}
