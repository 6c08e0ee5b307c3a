import { callerLine } from './caller_line.js';
import { isOutside } from './outside.js';
import type { Patches } from './patches.js';
import type { Holder } from './tickets.js';

// biome-ignore lint/suspicious/noExplicitAny: wraps functions of any signature
export type AnyFunction = (...values: any[]) => any;

/**
 * Wrappers that hold virtual time during a real operation. The world delivers every
 * completion, in the order in which the operations were started.
 */
export class Holds {
  constructor(
    private readonly patches: Patches,
    private readonly holder: Holder,
  ) {}

  /** Replaces `target[name]`, which takes a callback as its last argument. */
  callbacks(target: object, names: readonly string[], prefix: string): void {
    this.each(target, names, (fn, name) => this.withCallback(fn, prefix + name));
  }

  /** Replaces `target[name]`, which returns a promise. */
  promises(target: object, names: readonly string[], prefix: string): void {
    this.each(target, names, (fn, name) => this.withPromise(fn, prefix + name));
  }

  /**
   * {@link promises} that are also held for calls by Node itself. Node calls them during an
   * operation of the user that needs the answer, so the answer must not queue after that operation.
   */
  allPromises(target: object, names: readonly string[], prefix: string): void {
    const { holder } = this;
    this.each(target, names, (fn, name) => {
      const held = this.withPromise(fn, prefix + name);
      return function (this: unknown, ...values: unknown[]) {
        if (isOutside() || fromUser()) return held.apply(this, values);
        const release = holder.holdApart(prefix + name);
        const running = fn.apply(this, values) as Promise<unknown>;
        running.then(release, release);
        return running;
      };
    });
  }

  private each(
    target: object,
    names: readonly string[],
    wrap: (fn: AnyFunction, name: string) => AnyFunction,
  ): void {
    for (const name of names) {
      const fn = (target as Record<string, unknown>)[name];
      if (typeof fn === 'function') {
        this.patches.value(
          target,
          name,
          copyProperties(wrap(fn as AnyFunction, name), fn as AnyFunction),
        );
      }
    }
  }

  /** `fn` with a held callback. Without a callback, the call passes unchanged to Node. */
  withCallback(fn: AnyFunction, what: string): AnyFunction {
    const { holder } = this;
    return function (this: unknown, ...values: unknown[]) {
      const callback = values.at(-1);
      if (typeof callback !== 'function' || !fromUser()) return fn.apply(this, values);
      const settle = holder.hold(what);
      values[values.length - 1] = function (this: unknown, ...results: unknown[]) {
        settle(() => callback.apply(this, results));
      };
      try {
        return fn.apply(this, values);
      } catch (error) {
        settle(() => {});
        throw error;
      }
    };
  }

  /** `fn` whose promise settles when the world delivers it; `adapt` may change its value. */
  withPromise(
    fn: AnyFunction,
    what: string,
    adapt: (value: unknown) => unknown = (value) => value,
  ): AnyFunction {
    const { holder } = this;
    return function (this: unknown, ...values: unknown[]) {
      if (!fromUser()) return fn.apply(this, values);
      const settle = holder.hold(what);
      let running: Promise<unknown>;
      try {
        running = fn.apply(this, values) as Promise<unknown>;
      } catch (error) {
        settle(() => {});
        throw error;
      }
      return new Promise((resolve, reject) => {
        running.then(adapt).then(
          (value) => settle(() => resolve(value)),
          (error) => settle(() => reject(error)),
        );
      });
    };
  }
}

/**
 * False for Orrery's own calls and for the parts of Node's compound operations (`writeFile` opens,
 * writes and closes): only the whole operation may hold time, or it would wait for itself. A stream
 * is not one operation, so its calls hold time.
 */
export function fromUser(): boolean {
  if (isOutside()) return false;
  return !/\bnode:(?!internal\/(?:fs\/streams|util|process|streams)|events)/.test(callerLine());
}

/** Copies name, length and what Node attaches to a function, e.g. for `util.promisify`. */
export function copyProperties(to: AnyFunction, from: AnyFunction): AnyFunction {
  for (const key of Reflect.ownKeys(from)) {
    if (key === 'prototype') continue;
    const descriptor = Object.getOwnPropertyDescriptor(from, key)!;
    Object.defineProperty(to, key, { ...descriptor, configurable: true });
  }
  return to;
}
