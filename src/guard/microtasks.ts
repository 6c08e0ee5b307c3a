import v8 from 'node:v8';
import { real } from './real.js';

/**
 * Completes promise jobs and `process.nextTick` callbacks between two callbacks of the
 * simulation, so that every continuation runs at its own instant.
 */
export interface MicrotaskDrain {
  /**
   * `dirty[0]` is 1 when something may be waiting: a promise was created or settled, or
   * `queueMicrotask`/`process.nextTick` was called, since the last drain. Testing it costs
   * about 1 ns, so drain only when it is set.
   */
  readonly dirty: Int32Array;
  /**
   * Runs everything that is waiting, then throws the first error that a tick or microtask
   * callback threw. Returns false when a synchronous drain is impossible (a Node without
   * `process._tickCallback`); then use {@link MicrotaskDrain.turn}. The caller must stand in a
   * macrotask (a timer, I/O or message callback): inside a promise job V8 ignores it.
   */
  drain(): boolean;
  /** Runs `next` after all waiting microtasks and ticks: the form that needs only public API. */
  turn(next: () => void): void;
  /** Stops watching. */
  dispose(): void;
}

/** Starts watching; wraps `queueMicrotask` and `process.nextTick`. One per thread at a time. */
export function watchMicrotasks(): MicrotaskDrain {
  const dirty = new Int32Array(1);
  const errors: unknown[] = [];
  let draining = false;
  const mark = () => {
    dirty[0] = 1;
  };
  const stopInit = v8.promiseHooks.onInit(mark);
  const stopSettled = v8.promiseHooks.onSettled(mark);
  const wrap = (schedule: Schedule) =>
    scheduler(schedule, dirty, (error) => {
      // A throw through a nested drain would corrupt Node's async stack: keep it for its end.
      if (!draining) throw error;
      errors.push(error);
    });

  const before = { queueMicrotask: globalThis.queueMicrotask, nextTick: process.nextTick };
  globalThis.queueMicrotask = wrap(real.queueMicrotask as Schedule);
  process.nextTick = wrap(real.nextTick) as typeof process.nextTick;
  const { tickCallback } = real;

  return {
    dirty,
    drain() {
      if (tickCallback === undefined) return false;
      draining = true;
      try {
        tickCallback.call(process);
      } finally {
        draining = false;
        dirty[0] = 0;
      }
      if (errors.length > 0) throw errors.splice(0)[0];
      return true;
    },
    turn(next) {
      real.queueMicrotask(() => real.nextTick(next));
    },
    dispose() {
      stopInit();
      stopSettled();
      globalThis.queueMicrotask = before.queueMicrotask;
      process.nextTick = before.nextTick;
    },
  };
}

type Schedule = (callback: (...values: unknown[]) => void, ...values: unknown[]) => void;

/** `schedule` with the dirty flag, and with what callbacks throw handed to `caught`. */
function scheduler(schedule: Schedule, dirty: Int32Array, caught: (error: unknown) => void) {
  return (callback: (...values: unknown[]) => void, ...values: unknown[]): void => {
    dirty[0] = 1;
    if (typeof callback !== 'function') schedule(callback, ...values); // throws Node's error
    schedule(() => {
      try {
        callback(...values);
      } catch (error) {
        caught(error);
      }
    });
  };
}
