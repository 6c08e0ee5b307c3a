import { type CallbackGroup, Subscription, Timer, type Waitable } from '../graph/index.js';

/** Kinds of entities as a wait set tells them apart: timer, subscription, service, client, waitable. */
export type WaitKind = 'T' | 'S' | 'V' | 'C' | 'W';

/** An entity as its executor sees it. */
export class Member {
  readonly entity: Waitable;
  readonly kind: WaitKind;
  readonly group: CallbackGroup;
  readonly timer: Timer | undefined;
  /** When the inputs that wait now have arrived, oldest first. */
  readonly #arrivals: number[] = [];
  #overwritten = 0;

  constructor(entity: Waitable, intraProcess: boolean) {
    this.entity = entity;
    this.kind = kindOf(entity, intraProcess);
    this.group = entity.group ?? entity.node.defaultGroup;
    this.timer = entity instanceof Timer ? entity : undefined;
    this.#overwritten = overwrittenOf(entity);
  }

  /** An input arrived. */
  arrived(now: number): void {
    this.#arrivals.push(now);
    const waiting = this.entity.pending ?? this.#arrivals.length;
    while (this.#arrivals.length > waiting) this.#arrivals.shift();
  }

  /** rcl's timer call: the next call time moves on; the one that is due now becomes an input. */
  callTimer(timer: Timer, now: number): void {
    this.#arrivals.push(timer.nextCall);
    timer.advance(now);
  }

  /** Whether there is something to handle now. */
  isReady(now: number): boolean {
    if (this.timer !== undefined) return this.timer.nextCall <= now;
    return (this.entity.pending ?? this.#arrivals.length) > 0;
  }

  /** The oldest input is taken; returns when it arrived. */
  taken(now: number): number {
    return this.#arrivals.shift() ?? now;
  }

  /** Inputs overwritten since this was asked before. */
  newlyOverwritten(): number {
    const total = overwrittenOf(this.entity);
    const fresh = total - this.#overwritten;
    this.#overwritten = total;
    return fresh;
  }
}

function kindOf(entity: Waitable, intraProcess: boolean): WaitKind {
  switch (entity.kind) {
    case 'timer':
      return 'T';
    case 'subscription':
      return intraProcess ? 'W' : 'S';
    case 'service':
      return 'V';
    case 'client':
      return 'C';
    default:
      return 'W';
  }
}

function overwrittenOf(entity: Waitable): number {
  return entity instanceof Subscription ? entity.overwritten : 0;
}
