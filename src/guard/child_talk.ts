import type { ChildProcess } from 'node:child_process';
import type { AnyFunction } from './holds.js';
import type { LeakReporter } from './leaks.js';
import { real } from './real.js';
import type { Holder } from './tickets.js';

/** How long, in real ms, a child that has just started may be silent before time continues. */
const START_LIMIT_MS = 2_000;
/** How long it may leave an input unanswered. */
const ANSWER_LIMIT_MS = 10_000;

/**
 * The conversation with a child whose input is open: time stands still from its start, and from
 * each input, until it answers; once its input is closed, until it ends.
 */
export class ChildTalk {
  #release: (() => void) | undefined;
  #limit: NodeJS.Timeout | undefined;
  #closing = false;

  constructor(
    private readonly holder: Holder,
    private readonly leaks: LeakReporter,
    private readonly child: ChildProcess,
  ) {
    this.#hold(START_LIMIT_MS);
    const { stdin, stdout, stderr } = child;
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

  #before(target: object | null, name: string, act: (value: unknown) => void): void {
    if (target === null) return;
    const fn = Reflect.get(target, name) as AnyFunction;
    const value = (...values: unknown[]) => {
      act(values[0]);
      return fn.apply(target, values) as unknown;
    };
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }

  #hold(limitMs?: number): void {
    if (this.child.exitCode !== null) return;
    this.#release ??= this.holder.holdApart('child_process.spawn');
    real.clearTimeout(this.#limit);
    if (limitMs === undefined) return;
    this.#limit = real.setTimeout(() => {
      if (limitMs === ANSWER_LIMIT_MS) this.leaks.report('unanswered', 'a child process', true);
      this.#goOn();
    }, limitMs);
  }

  #goOn(): void {
    real.clearTimeout(this.#limit);
    this.#release?.();
    this.#release = undefined;
  }
}
