import { promiseHooks } from 'node:v8';
import type { Microtasks } from '../kernel/index.js';

type Schedule = (callback: (...values: unknown[]) => void, ...values: unknown[]) => void;

// Captured before any guard can replace them.
const realQueueMicrotask = globalThis.queueMicrotask as Schedule;
const realNextTick = process.nextTick as Schedule;
/** Drains ticks and microtasks. Undocumented, but present in every supported version of Node. */
const tickCallback = (process as typeof process & { _tickCallback: () => void })._tickCallback;

let watched: Microtasks | undefined;

/**
 * The microtasks and ticks of this thread, completed between two callbacks of the simulation so
 * that every continuation runs at its own instant. `dirty` is set when a promise is created or
 * settled, or `queueMicrotask`/`process.nextTick` is called: callbacks that do none of this cost
 * nothing. Draining works only from a macrotask: inside a promise job V8 ignores it.
 */
export function engineMicrotasks(): Microtasks {
  watched ??= watch();
  return watched;
}

function watch(): Microtasks {
  const dirty = new Int32Array(1);
  const errors: unknown[] = [];
  let draining = false;
  const mark = () => {
    dirty[0] = 1;
  };
  promiseHooks.onInit(mark);
  promiseHooks.onSettled(mark);
  const caught = (error: unknown) => {
    // An error thrown through a nested drain would corrupt Node's async stack, so it is kept until
    // the drain ends.
    if (!draining) throw error;
    errors.push(error);
  };
  globalThis.queueMicrotask = marking(realQueueMicrotask, dirty, caught);
  process.nextTick = marking(realNextTick, dirty, caught);
  return {
    dirty,
    drain() {
      dirty[0] = 0;
      draining = true;
      try {
        tickCallback.call(process);
      } finally {
        draining = false;
      }
      if (errors.length > 0) throw errors.splice(0)[0];
    },
  };
}

/** Wraps `schedule`: sets the dirty flag and passes errors of callbacks to `caught`. */
function marking(
  schedule: Schedule,
  dirty: Int32Array,
  caught: (error: unknown) => void,
): Schedule {
  return (callback, ...values) => {
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
