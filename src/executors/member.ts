import { type CallbackGroup, Subscription, Timer, type Waitable } from '../graph/index.js';

/**
 * The kinds of entities that a wait set distinguishes: timer, subscription, service, client,
 * waitable.
 */
export type WaitKind = 'T' | 'S' | 'V' | 'C' | 'W';

/** An entity from the viewpoint of its executor. */
export class Member {
  readonly entity: Waitable;
  readonly kind: WaitKind;
  readonly group: CallbackGroup;
  readonly timer: Timer | undefined;
  /** The arrival times of the inputs that wait now, oldest first. */
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

  /** rcl's timer call: the next call time advances; the call that is due now becomes an input. */
  callTimer(timer: Timer, now: number): void {
    this.#arrivals.push(timer.nextCall);
    timer.advance(now);
  }

  /** Whether there is something to handle now. */
  isReady(now: number): boolean {
    if (this.timer !== undefined) return this.timer.nextCall <= now;
    return (this.entity.pending ?? this.#arrivals.length) > 0;
  }

  /** Takes the oldest input; returns when it arrived. */
  taken(now: number): number {
    return this.#arrivals.shift() ?? now;
  }

  /** Inputs overwritten since the last call of this. */
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
