import type { Waitable } from './entity.js';

/** Up to this many results are kept strongly: making a weak reference takes longer than most callbacks await. */
const FEW = 64;

// Captured at load time: the `WeakRef` that programs see never loses its target.
const Weak = WeakRef;

/** A callback that awaits something. */
export class AwaitingCallback {
  readonly entity: Waitable;
  /** When it began to await, in ns since the start. */
  readonly since: number;
  /** Whether the end of the run found that nothing refers to what could settle its result. */
  isLost = false;
  #result: PromiseLike<unknown> | undefined;
  #weakly: WeakRef<PromiseLike<unknown>> | undefined;

  /** @param result - the promise that the callback returned */
  constructor(entity: Waitable, since: number, result: PromiseLike<unknown>) {
    [this.entity, this.since, this.#result] = [entity, since, result];
  }

  /** From now on, its result lives only as long as something can settle it. */
  loosen(): void {
    if (this.#result === undefined) return;
    this.#weakly = new Weak(this.#result);
    this.#result = undefined;
  }

  /** Checks, after a garbage collection, whether anything can still settle the result. */
  look(): void {
    this.isLost ||= this.#weakly !== undefined && this.#weakly.deref() === undefined;
  }
}

/**
 * Prevents callbacks that never end from also keeping everything that they refer to.
 *
 * @returns the number of callbacks at which to do this again
 */
export function loosenAll(callbacks: Iterable<AwaitingCallback>, count: number): number {
  if (count < FEW) return FEW;
  for (const each of callbacks) each.loosen();
  return 2 * count;
}
