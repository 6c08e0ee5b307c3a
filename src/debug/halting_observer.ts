import type { Observer, Waitable } from '../graph/index.js';
import type { DebugControl } from './debug_control.js';
import { halt } from './halt.js';

/** Halts the run before, and on demand after, the callback that the debugger waits for. */
export class HaltingObserver implements Observer {
  readonly #control: DebugControl;
  // Those that the simulation knows of, from before the guard: it drains them after the callback.
  readonly #queueMicrotask = globalThis.queueMicrotask;
  readonly #nextTick = process.nextTick;

  constructor(control: DebugControl) {
    this.#control = control;
  }

  callbackStarted(_entity: Waitable, number: number): void {
    if (number > this.#control.limit) this.#control.onCut();
    if (number !== this.#control.target) return;
    this.#control.phase = 'before';
    halt(this.#control);
  }

  callbackEnded(_entity: Waitable, number: number): void {
    if (number === this.#control.after) this.#afterMicrotasks(() => this.#haltAfter(number));
  }

  /** What a callback has resolved goes on before anything else: that is part of it here. */
  #haltAfter(number: number): void {
    if (number !== this.#control.after) return;
    this.#control.phase = 'after';
    halt(this.#control);
  }

  /** A tick that a microtask asks for comes after all microtasks. */
  #afterMicrotasks(action: () => void): void {
    const nextTick = this.#nextTick;
    const queue = this.#queueMicrotask;
    queue(() => nextTick.call(process, action));
  }
}
