import { AsyncResource } from 'node:async_hooks';
import timersModule from 'node:timers';
import timersPromisesModule from 'node:timers/promises';
import { promisify } from 'node:util';
import { isNodePassingOn, isNodeWaiting } from './caller_line.js';
import type { Patches } from './patches.js';
import { real } from './real.js';
import { virtualTimersPromises } from './virtual_timers_promises.js';
import type { VirtualWorld } from './virtual_world.js';

const NS_PER_MS = 1_000_000;
const MAX_DELAY_MS = 2 ** 31 - 1;

type Callback = (...values: unknown[]) => void;

/** Node's rule: values outside [1, 2^31-1] mean 1 ms; fractions of a millisecond are truncated. */
export function clampDelayMs(delay: unknown): number {
  const ms = Number(delay);
  return ms >= 1 && ms <= MAX_DELAY_MS ? Math.trunc(ms) : 1;
}

/** The creator of an AsyncResource must destroy it; here there is nothing to destroy. */
const CONTEXT = { requireManualDestroy: true };

/** What virtual `setTimeout` and `setInterval` return; behaves like Node's `Timeout`. */
class Timeout {
  #handle = 0;
  #id = 0;
  #keepAlive = true;
  #closed = false;
  /** The callback finds what `AsyncLocalStorage` held when the timer was made. */
  readonly #context = new AsyncResource('Timeout', CONTEXT);

  constructor(
    private readonly clock: TimerClock,
    private readonly callback: Callback,
    private readonly values: unknown[],
    private readonly delayMs: number,
    private readonly repeat: boolean,
  ) {
    this.#arm();
  }

  #arm(): void {
    const { world } = this.clock;
    this.#handle = world.schedule(this.delayMs * NS_PER_MS, this.#fire);
    if (!this.#isAwaited()) world.setKeepAlive?.(this.#handle, false);
  }

  /**
   * An interval of the longest possible delay only keeps a process alive until something else ends it, like that of
   * node:test since Node 24; virtual time would run through months of it. It is therefore no reason to continue a
   * run.
   */
  #isAwaited(): boolean {
    return this.#keepAlive && !(this.repeat && this.delayMs === MAX_DELAY_MS);
  }

  readonly #fire = (): void => {
    this.#handle = 0;
    try {
      this.#context.runInAsyncScope(this.callback, this, ...this.values);
    } finally {
      // Node re-arms an interval after its callback, even if that threw.
      if (this.repeat && !this.#closed && this.#handle === 0) this.#arm();
    }
  };

  /** Restarts the delay, even after the timer has fired. */
  refresh(): this {
    if (this.#closed) return this;
    if (this.#handle !== 0) this.clock.world.cancel(this.#handle);
    this.#arm();
    return this;
  }

  ref(): this {
    return this.#setKeepAlive(true);
  }

  unref(): this {
    return this.#setKeepAlive(false);
  }

  #setKeepAlive(keepAlive: boolean): this {
    this.#keepAlive = keepAlive;
    if (this.#handle !== 0) this.clock.world.setKeepAlive?.(this.#handle, this.#isAwaited());
    return this;
  }

  hasRef(): boolean {
    return this.#keepAlive;
  }

  close(): this {
    this.#closed = true;
    if (this.#handle !== 0) this.clock.world.cancel(this.#handle);
    this.#handle = 0;
    if (this.#id !== 0) this.clock.byId.delete(this.#id);
    return this;
  }

  [Symbol.toPrimitive](): number {
    if (this.#id === 0) {
      this.clock.lastId += 1;
      this.#id = this.clock.lastId;
      this.clock.byId.set(this.#id, this);
    }
    return this.#id;
  }
}

/** What virtual `setImmediate` returns. */
class Immediate {
  #handle: number;
  #keepAlive = true;

  constructor(
    private readonly clock: TimerClock,
    callback: Callback,
    values: unknown[],
  ) {
    const context = new AsyncResource('Immediate', CONTEXT);
    this.#handle = clock.world.immediate(() => {
      this.#handle = 0;
      context.runInAsyncScope(callback, this, ...values);
    });
  }

  ref(): this {
    this.#keepAlive = true;
    return this;
  }

  unref(): this {
    this.#keepAlive = false;
    return this;
  }

  hasRef(): boolean {
    return this.#keepAlive;
  }

  close(): void {
    if (this.#handle !== 0) this.clock.world.cancel(this.#handle);
    this.#handle = 0;
  }
}

/** The state that all timers of one guarded realm share. */
export class TimerClock {
  lastId = 0;
  /** Timers whose number user code has read (`+timer`), for `clearTimeout(number)`. */
  readonly byId = new Map<number, Timeout>();

  constructor(readonly world: VirtualWorld) {}

  /** Begins another run, whose first timer gets the first number again. */
  forget(): void {
    this.lastId = 0;
    this.byId.clear();
  }

  readonly setTimeout = (callback: Callback, delay?: unknown, ...values: unknown[]): Timeout => {
    if (typeof callback !== 'function') rejectCallback(callback);
    // Node gets the real timer that it requested; no program ever sees it.
    if (isNodeWaiting()) return real.setTimeout(callback, Number(delay)) as unknown as Timeout;
    return new Timeout(this, callback, values, clampDelayMs(delay), false);
  };

  readonly setInterval = (callback: Callback, delay?: unknown, ...values: unknown[]): Timeout => {
    if (typeof callback !== 'function') rejectCallback(callback);
    return new Timeout(this, callback, values, clampDelayMs(delay), true);
  };

  readonly setImmediate = (callback: Callback, ...values: unknown[]): Immediate => {
    if (typeof callback !== 'function') rejectCallback(callback);
    // As for `setTimeout`; the network within the run waits for this immediate.
    if (isNodePassingOn()) return real.setImmediate(callback, ...values) as unknown as Immediate;
    return new Immediate(this, callback, values);
  };

  /** `clearTimeout`, `clearInterval` and `clearImmediate`: anything unknown is ignored. */
  readonly clear = (timer?: unknown): void => {
    if (timer instanceof Timeout || timer instanceof Immediate) timer.close();
    else if (typeof timer === 'number' || typeof timer === 'string') {
      this.byId.get(Number(timer))?.close();
    } else if (timer) {
      // A timer of Node's network code.
      real.clearTimeout(timer as NodeJS.Timeout);
      real.clearImmediate(timer as NodeJS.Immediate);
    }
  };
}

/** Lets the real function reject the value, so that the error is Node's own. */
function rejectCallback(callback: never): never {
  real.setTimeout(callback);
  throw new TypeError('The "callback" argument must be of type function.');
}

/** Timers of the globals, `node:timers`, `node:timers/promises` and `AbortSignal.timeout`. */
export function patchTimers(patches: Patches, world: VirtualWorld): void {
  const clock = new TimerClock(world);
  patches.eachRun(() => clock.forget());
  const functions = {
    setTimeout: clock.setTimeout,
    setInterval: clock.setInterval,
    setImmediate: clock.setImmediate,
    clearTimeout: (timer?: unknown) => clock.clear(timer),
    clearInterval: (timer?: unknown) => clock.clear(timer),
    clearImmediate: (timer?: unknown) => clock.clear(timer),
  };
  const promises = virtualTimersPromises(clock);
  Object.defineProperty(functions.setTimeout, promisify.custom, { value: promises.setTimeout });
  Object.defineProperty(functions.setImmediate, promisify.custom, {
    value: promises.setImmediate,
  });
  patches.methods(globalThis, functions);
  patches.methods(timersModule, functions);
  patches.methods(timersPromisesModule, promises);
  patches.methods(AbortSignal, {
    timeout(delay: number): AbortSignal {
      const controller = new AbortController();
      const reason = 'The operation was aborted due to timeout';
      clock
        .setTimeout(() => controller.abort(new DOMException(reason, 'TimeoutError')), delay)
        .unref();
      return controller.signal;
    },
  });
}
