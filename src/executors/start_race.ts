import type { Waitable } from '../graph/index.js';
import type { Kernel } from '../kernel/index.js';
import type { Member } from './member.js';
import type { Choice } from './thread_options.js';

/** A thread and what it runs next. */
export interface Taken {
  readonly choice: Choice;
  readonly thread: number;
}

/** The executor whose threads race. */
export interface Racers {
  /** The idle threads. */
  idle(): readonly number[];
  /** What this thread takes. */
  pick(thread: number): Choice | undefined;
  /** What this many other threads take next, in that order, once one has taken `first`. */
  alongside(first: Choice, threads: number): readonly Member[];
}

/**
 * Threads that are idle at one moment take one callback each, and the operating system decides
 * which of them begins first. Without a decider, the first one taken does.
 */
export class StartRace {
  readonly #kernel: Kernel;
  readonly #racers: Racers;
  /** Taken, but another thread was faster. Their groups are busy. */
  #taken: Taken[] = [];
  /** About to begin when its node was frozen; kept until the node continues. */
  #parked: Taken[] = [];
  /** Of nodes that continue. */
  #back: Taken[] = [];

  constructor(kernel: Kernel, racers: Racers) {
    this.#kernel = kernel;
    this.#racers = racers;
  }

  /** Whether the thread has taken something that has not begun. */
  holds(thread: number): boolean {
    return this.#taken.some((taken) => taken.thread === thread);
  }

  /** The one that was taken earlier and can begin now. */
  next(): Taken | undefined {
    const [first] = this.#taken;
    if (first !== undefined) return this.#release(first);
    if (this.#back.length === 0) return undefined;
    const idle = this.#racers.idle();
    const ready = this.#back.find(
      ({ choice, thread }) => idle.includes(thread) && !choice.member.group.busy,
    );
    this.#back = this.#back.filter((taken) => taken !== ready);
    return ready;
  }

  /** The first to begin of all that threads have taken at this moment. */
  decide(first: Taken): Taken {
    const { decider, now } = this.#kernel;
    if (decider === undefined) return first;
    const before = this.#taken;
    this.#taken = [first, ...before];
    first.choice.member.group.running++;
    const idle = this.#racers.idle().filter((thread) => !this.holds(thread));
    const others = idle.length === 0 ? [] : this.#racers.alongside(first.choice, idle.length);
    const members = [...this.#taken.map(({ choice }) => choice.member), ...others];
    const entities = members.map(({ entity }) => entity);
    const index = entities.length === 1 ? 0 : decider.choose(entities, now);
    for (const thread of idle) {
      if (this.#taken.length > index) break;
      this.#take(thread);
    }
    return this.#release(this.#taken[Math.min(index, this.#taken.length - 1)]!);
  }

  /** Its node was frozen just when it was to begin. */
  park(taken: Taken): void {
    if (!taken.choice.member.entity.destroyed) this.#parked.push(taken);
  }

  /** The executor loses this entity. */
  remove(member: Member): void {
    for (const taken of this.#taken) {
      if (taken.choice.member === member) this.park(this.#release(taken));
    }
  }

  /** The executor gets this entity, perhaps again. */
  add(entity: Waitable): void {
    if (this.#parked.length === 0) return;
    const isOf = ({ choice }: Taken) => choice.member.entity === entity;
    this.#back.push(...this.#parked.filter(isOf));
    this.#parked = this.#parked.filter((taken) => !isOf(taken));
  }

  #take(thread: number): void {
    const choice = this.#racers.pick(thread);
    if (choice === undefined) return;
    choice.member.group.running++;
    this.#taken.push({ choice, thread });
  }

  #release(taken: Taken): Taken {
    taken.choice.member.group.running--;
    this.#taken = this.#taken.filter((other) => other !== taken);
    return taken;
  }
}
