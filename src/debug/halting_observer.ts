import type { Observer, Waitable } from '../graph/index.js';
import { PassingObserver } from '../job/index.js';
import type { DebugControl } from './debug_control.js';
import { halt } from './halt.js';

/** Halts the run before, and on demand after, the callback that the debugger waits for. */
export class HaltingObserver extends PassingObserver {
  readonly #control: DebugControl;
  // Those that the simulation knows of, from before the guard: it drains them after the callback.
  readonly #queueMicrotask = globalThis.queueMicrotask;
  readonly #nextTick = process.nextTick;

  constructor(observer: Observer | undefined, control: DebugControl) {
    super(observer);
    this.#control = control;
  }

  override callbackStarted(entity: Waitable, number: number, cause: number, input: number): void {
    super.callbackStarted(entity, number, cause, input);
    if (number > this.#control.limit) this.#control.onCut();
    if (number !== this.#control.target) return;
    this.#control.phase = 'before';
    halt(this.#control);
  }

  override callbackEnded(entity: Waitable, number: number): void {
    super.callbackEnded(entity, number);
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
