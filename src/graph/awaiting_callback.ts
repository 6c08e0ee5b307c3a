import type { Waitable } from './entity.js';

/** Results that are kept as they are: a weak reference takes longer to make than most callbacks await. */
const FEW = 64;

// Captured at load time: those of programs never lose their targets.
const Weak = WeakRef;

/** A callback that awaits something. */
export class AwaitingCallback {
  readonly entity: Waitable;
  /** When it began to await, in ns since the start. */
  readonly since: number;
  /** Whether it was found, when the run ended, that nothing refers to what would let it go on. */
  isLost = false;
  #result: PromiseLike<unknown> | undefined;
  #weakly: WeakRef<PromiseLike<unknown>> | undefined;

  /** @param result - what it has returned */
  constructor(entity: Waitable, since: number, result: PromiseLike<unknown>) {
    [this.entity, this.since, this.#result] = [entity, since, result];
  }

  /** From now on its result lasts only as long as something can settle it. */
  loosen(): void {
    if (this.#result === undefined) return;
    this.#weakly = new Weak(this.#result);
    this.#result = undefined;
  }

  /** After a collection of everything that is not needed: only what can settle the result keeps it. */
  look(): void {
    this.isLost ||= this.#weakly !== undefined && this.#weakly.deref() === undefined;
  }
}

/**
 * Keeps callbacks that never end from keeping what they have got, too.
 *
 * @returns at how many this is to be done again
 */
export function loosenAll(callbacks: Iterable<AwaitingCallback>, count: number): number {
  if (count < FEW) return FEW;
  for (const each of callbacks) each.loosen();
  return 2 * count;
}
