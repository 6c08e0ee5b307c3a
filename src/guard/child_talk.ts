import type { ChildProcess } from 'node:child_process';
import type { AnyFunction } from './holds.js';
import type { LeakReporter } from './leaks.js';
import { real } from './real.js';
import type { Holder } from './tickets.js';

/** How long, in real ms, a child that has just started may be silent before time continues. */
const START_LIMIT_MS = 2_000;
/** How long, in real ms, a child may leave an input unanswered. */
const ANSWER_LIMIT_MS = 10_000;

/**
 * The conversation with a child that takes input or messages: time stands still from its start, and
 * from each input, until it answers; once its input is closed, until it ends.
 */
export class ChildTalk {
  #release: (() => void) | undefined;
  #limit: NodeJS.Timeout | undefined;
  #closing = false;

  constructor(
    private readonly holder: Holder,
    private readonly leaks: LeakReporter,
    private readonly child: ChildProcess,
    /** What started the child. */
    private readonly what: string,
  ) {
    // A child that takes messages usually starts working by itself and reports when it is done.
    this.#hold(child.channel ? ANSWER_LIMIT_MS : START_LIMIT_MS, false);
    const { stdin, stdout, stderr } = child;
    if (child.channel) this.#hearMessages();
    this.#before(stdin, 'write', () => this.#hold(ANSWER_LIMIT_MS));
    this.#before(stdin, 'end', () => {
      this.#closing = true;
      this.#hold();
    });
    for (const stream of [stdout, stderr]) {
      this.#before(stream, 'emit', (event) => {
        // Existing listeners run first.
        if (event === 'data' && !this.#closing) real.setImmediate(() => this.#goOn());
      });
    }
    child.once('close', () => this.#goOn());
  }

  #hearMessages(): void {
    this.#before(this.child, 'send', () => this.#hold(ANSWER_LIMIT_MS));
    this.#before(this.child, 'emit', (event) => {
      if (event === 'message' && !this.#closing) real.setImmediate(() => this.#goOn());
    });
    this.#before(this.child, 'disconnect', () => {
      this.#closing = true;
      this.#hold();
    });
    const { stdout, stderr } = this.child;
    // Node emits no `close` for a channel that is closed from this side.
    if (stdout === null && stderr === null) {
      this.child.once('exit', () => real.setImmediate(() => this.#goOn()));
    }
  }

  #before(target: object | null, name: string, act: (value: unknown) => void): void {
    if (target === null) return;
    const fn = Reflect.get(target, name) as AnyFunction;
    const value = (...values: unknown[]) => {
      act(values[0]);
      return fn.apply(target, values) as unknown;
    };
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }

  /** @param isInput - whether to report that the child leaves the user's input unanswered */
  #hold(limitMs?: number, isInput = true): void {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.#release ??= this.holder.holdApart(this.what);
    real.clearTimeout(this.#limit);
    if (limitMs === undefined) return;
    this.#limit = real.setTimeout(() => {
      if (isInput) this.leaks.report('unanswered', 'a child process', true);
      this.#goOn();
    }, limitMs);
  }

  #goOn(): void {
    real.clearTimeout(this.#limit);
    this.#release?.();
    this.#release = undefined;
  }
}
