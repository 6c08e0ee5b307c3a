/** Decides what a process does next: one event at a time, in the order of arrival. */
import { Client, type Executor, type Timer, type Waitable } from '../graph/index.js';
import { type GuestRound, isAnother, RoundMember } from '../guests/index.js';
import { DelayedAction, type Kernel } from '../kernel/index.js';

/** What an executor needs of the process that it runs. */
export interface ProcessRunner {
  readonly label: string;
  /** Advances the clock of the process to now, so that its timers run; returns whether it did. */
  tick(): boolean;
  /** Kernel time until which the whole process is frozen; a time in the past means that it is not frozen. */
  readonly frozenUntil: number;
}

export class ProcessExecutor extends RoundMember implements Executor {
  readonly name = 'process';
  readonly #arrivals: Waitable[] = [];
  /** Number of its entries in the ready queue. */
  #planned = 0;
  /**
   * `asking`: its callback waits for a response and the process gets nothing else; `busy`: its
   * callback takes virtual time; `over`: it has ended.
   */
  #state: 'idle' | 'asking' | 'busy' | 'over' = 'idle';
  #isTickDue = false;
  #isTicking = false;

  constructor(
    readonly kernel: Kernel,
    readonly runner: ProcessRunner,
    readonly round: GuestRound,
  ) {
    super();
  }

  notify(entity: Waitable): void {
    if (this.#state === 'over') return;
    this.#arrivals.push(entity);
    this.#plan();
  }

  // The timers of a process are its own: they follow its clock.
  addTimer(_timer: Timer): void {}

  removeTimer(_timer: Timer): void {}

  remove(entity: Waitable): void {
    for (let i = this.#arrivals.length - 1; i >= 0; i--) {
      if (this.#arrivals[i] === entity) this.#arrivals.splice(i, 1);
    }
  }

  /** From now on, the clock of the process advances in steps of `period` ns. */
  startClock(period: number): void {
    if (this.#isTicking) return;
    this.#isTicking = true;
    const push = (due: number) => {
      const action = new DelayedAction(tick, () => `the clock of ${this.runner.label}`, this);
      this.kernel.delays.push(due, action);
    };
    const next = () => push((Math.floor(this.kernel.now / period) + 1) * period);
    const tick = () => {
      if (this.#state === 'over') return;
      const { frozenUntil } = this.runner;
      if (frozenUntil > this.kernel.now) {
        push(frozenUntil);
        return;
      }
      this.#isTickDue = true;
      this.#plan();
      next();
    };
    next();
  }

  set(state: 'idle' | 'asking' | 'busy'): void {
    if (this.#state === 'over' || this.#state === state) return;
    this.#state = state;
    const waiting = this.#arrivals.length + (this.#isTickDue ? 1 : 0);
    for (let i = this.#planned; i < waiting; i++) this.#plan();
  }

  /** Called when the process will not run again. */
  end(): void {
    this.#state = 'over';
    this.#arrivals.length = 0;
  }

  #plan(): void {
    this.#planned++;
    this.kernel.ready.push(this);
  }

  run(): boolean {
    const { ready, decider } = this.kernel;
    const isAlone = decider !== undefined || ready.size === 0 || !isAnother(ready.at(0), this);
    return isAlone ? this.step() : this.round.run(this, this.kernel);
  }

  step(): boolean {
    this.#planned--;
    if (this.#state === 'busy' || this.#state === 'over') return false;
    if (this.#state === 'idle' && this.#isTickDue) {
      this.#isTickDue = false;
      return this.runner.tick();
    }
    const isWanted = (entity: Waitable) => this.#state === 'idle' || entity instanceof Client;
    const index = this.#arrivals.findIndex(isWanted);
    if (index < 0) return false;
    if (this.kernel.decider?.hits?.(this.#arrivals[index]!)) return false;
    const [entity] = this.#arrivals.splice(index, 1);
    const ran = entity!.run();
    entity!.node.graph.outbox = undefined;
    return ran;
  }

  label(): string {
    return this.runner.label;
  }
}
