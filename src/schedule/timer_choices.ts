import { type Graph, Timer } from '../graph/index.js';
import { DelayedAction, type Runnable } from '../kernel/index.js';
import { Chance } from './chance.js';
import { isTimerDecision, type TimerDecision } from './decision.js';
import { type Exploration, givenDecisions, isDrawing } from './exploration.js';
import type { Journal } from './journal.js';

/** What is known about one timer. */
interface Calls {
  readonly anchor: string;
  count: number;
  /** How many ns late each call is. */
  always: number;
}

/**
 * Which timers are late: a real one wakes up when the machine has time for it, and nodes are not started at the same
 * moment. Executors with virtual threads make their own timers wait instead.
 */
export class TimerChoices {
  readonly #graph: Graph;
  readonly #journal: Journal;
  readonly #most: number;
  readonly #given: ReadonlyMap<string, TimerDecision>;
  readonly #starts: Chance | undefined;
  readonly #calls: Chance | undefined;
  readonly #known = new WeakMap<Timer, Calls>();
  /** By name: how many timers had it, one after another, e.g. because their node was started again. */
  readonly #named = new Map<string, number>();

  constructor(graph: Graph, { strategy, timers = 0 }: Exploration, journal: Journal) {
    this.#graph = graph;
    this.#journal = journal;
    this.#most = timers;
    const given = givenDecisions(strategy).filter(isTimerDecision);
    this.#given = new Map(given.map((each) => [keyOf(each), each]));
    if (!isDrawing(strategy) || timers === 0) return;
    this.#starts = new Chance(strategy, 'starts of timers', journal);
    this.#calls = new Chance(strategy, 'calls of timers', journal);
  }

  /** Called before a timer runs; returns whether it will be called later instead. */
  delays(item: Runnable): boolean {
    if (this.#most === 0 || !(item instanceof Timer) || item.destroyed) return false;
    const { kernel } = this.#graph;
    const { now } = kernel;
    // A timer that is called late, or that an executor keeps, is not due here.
    if (!kernel.timers.dueBy(now).includes(item.slot)) return false;
    const late = this.lateness(item);
    if (late === 0) return false;
    kernel.timers.pass(item.slot, now);
    const { nextCall } = item;
    // It is not called if it was cancelled or reset in the meantime.
    const call = () => {
      if (!item.destroyed && item.nextCall === nextCall) item.run();
    };
    const arrival = now + Math.min(late, Math.max(0, nextCall - now - 1));
    kernel.delays.push(arrival, new DelayedAction(call, () => this.#callsOf(item).anchor));
    return true;
  }

  /** How many ns late the call of a due timer is. */
  lateness(timer: Timer): number {
    if (this.#most === 0) return 0;
    const { now } = this.#graph.kernel;
    const calls = this.#callsOf(timer);
    calls.count++;
    if (calls.count === 1) calls.always = this.#decide(calls.anchor, 0, now, this.#starts);
    return calls.always + this.#decide(calls.anchor, calls.count, now, this.#calls);
  }

  #callsOf(timer: Timer): Calls {
    let calls = this.#known.get(timer);
    if (calls === undefined) {
      calls = { anchor: this.#nameOf(timer), count: 0, always: 0 };
      this.#known.set(timer, calls);
    }
    return calls;
  }

  #nameOf(timer: Timer): string {
    const anchor = timer.anchor();
    const number = (this.#named.get(anchor) ?? 0) + 1;
    this.#named.set(anchor, number);
    return number === 1 ? anchor : `${anchor} #${number}`;
  }

  #decide(timer: string, call: number, at: number, chance: Chance | undefined): number {
    const here = { timer, call, at };
    this.#journal.offer(() => ({ decision: { ...here, late: this.#most }, passes: [] }));
    const drawn = chance?.between(0, this.#most) ?? 0;
    const given = this.#given.get(keyOf(here));
    if (given !== undefined) {
      // Other decisions may have moved its time.
      this.#journal.use(given, { ...given, at });
      return given.late;
    }
    if (drawn > 0) this.#journal.take({ ...here, late: drawn });
    return drawn;
  }
}

function keyOf({ timer, call }: Pick<TimerDecision, 'timer' | 'call'>): string {
  return `${call} ${timer}`;
}
