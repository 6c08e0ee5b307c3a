import { promiseHooks } from 'node:v8';
import type { Microtasks } from '../kernel/index.js';

/** Node's internal drain of the nextTick and microtask queues; present in every supported version. */
interface TickProcess {
  _tickCallback?: () => void;
}

const state: Microtasks = { dirty: false, drain };
let watching = false;

function drain(): void {
  state.dirty = false;
  tick();
}

const tick = (process as unknown as TickProcess)._tickCallback?.bind(process) ?? (() => {});

function mark(): void {
  state.dirty = true;
}

/**
 * The microtask queue of this engine: `dirty` as soon as a promise is made or settled, or a
 * microtask or tick is queued, so that callbacks that do none of this cost nothing.
 */
export function engineMicrotasks(): Microtasks {
  if (watching) return state;
  watching = true;
  promiseHooks.onInit(mark);
  promiseHooks.onSettled(mark);
  const { queueMicrotask } = globalThis;
  globalThis.queueMicrotask = (callback) => {
    state.dirty = true;
    queueMicrotask(callback);
  };
  const { nextTick } = process;
  process.nextTick = (callback: (...args: unknown[]) => void, ...args: unknown[]) => {
    state.dirty = true;
    nextTick.call(process, callback, ...args);
  };
  return state;
}
