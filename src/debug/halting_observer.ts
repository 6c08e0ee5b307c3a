import type { Observer, Waitable } from '../graph/index.js';
import type { DebugControl } from './debug_control.js';
import { haltAfter, haltBefore } from './halt.js';

/** Halts the run before the callback that the debugger waits for, and on demand after it. */
export class HaltingObserver implements Observer {
  readonly #control: DebugControl;
  // The microtasks of the simulation, from before the guard; it drains them after the callback.
  readonly #queueMicrotask = globalThis.queueMicrotask;
  readonly #nextTick = process.nextTick;

  constructor(control: DebugControl) {
    this.#control = control;
  }

  callbackStarted(_entity: Waitable, number: number): void {
    if (number > this.#control.limit) this.#control.onCut();
    if (number !== this.#control.target) return;
    this.#control.phase = 'before';
    haltBefore(this.#control);
  }

  callbackEnded(_entity: Waitable, number: number): void {
    if (number === this.#control.after) this.#afterMicrotasks(() => this.#haltAfter(number));
  }

  /**
   * Continuations of promises that a callback has resolved run before anything else, so they are
   * part of it here.
   */
  #haltAfter(number: number): void {
    if (number !== this.#control.after) return;
    this.#control.phase = 'after';
    haltAfter(this.#control);
  }

  /** A tick that a microtask requests runs after all microtasks. */
  #afterMicrotasks(action: () => void): void {
    const nextTick = this.#nextTick;
    const queue = this.#queueMicrotask;
    queue(() => nextTick.call(process, action));
  }
}
