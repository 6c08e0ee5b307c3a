import type { TimerClock } from './timers.js';

interface WaitOptions {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

/** The error that Node's promise timers reject with when their signal fires. */
class AbortError extends Error {
  readonly code = 'ABORT_ERR';
  override readonly name = 'AbortError';

  constructor(signal: AbortSignal) {
    super('The operation was aborted', { cause: signal.reason });
  }
}

/** The functions of `node:timers/promises`, in the virtual time of `clock`. */
export function virtualTimersPromises(clock: TimerClock) {
  const wait = <T>(delay?: number, value?: T, options: WaitOptions = {}): Promise<T> =>
    abortable(options.signal, (resolve) => {
      const timer = clock.setTimeout(() => resolve(value as T), delay);
      if (options.ref === false) timer.unref();
      return timer;
    });
  const turn = <T>(value?: T, options: WaitOptions = {}): Promise<T> =>
    abortable(options.signal, (resolve) => clock.setImmediate(() => resolve(value as T)));

  return {
    setTimeout: wait,
    setImmediate: turn,
    setInterval: <T>(delay?: number, value?: T, options: WaitOptions = {}) =>
      interval(clock, delay, value as T, options),
    scheduler: {
      wait: (delay: number, options?: WaitOptions) => wait<void>(delay, undefined, options),
      yield: () => turn<void>(),
    },
  };
}

/** A promise that `start` resolves, unless `signal` fires first and closes the timer. */
function abortable<T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T) => void) => { close(): unknown },
): Promise<T> {
  if (signal?.aborted) return Promise.reject(new AbortError(signal));
  return new Promise((resolve, reject) => {
    const timer = start((value) => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    });
    function onAbort(): void {
      timer.close();
      reject(new AbortError(signal as AbortSignal));
    }
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Ticks that were not awaited yet are counted, as in Node, and returned one by one. */
async function* interval<T>(
  clock: TimerClock,
  delay: number | undefined,
  value: T,
  { signal, ref }: WaitOptions,
): AsyncGenerator<T, void> {
  if (signal?.aborted) throw new AbortError(signal);
  let due = 0;
  let wake: (() => void) | undefined;
  const timer = clock.setInterval(() => {
    due += 1;
    wake?.();
  }, delay);
  if (ref === false) timer.unref();
  const onAbort = () => {
    timer.close();
    wake?.();
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal?.aborted) {
      if (due === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      for (; due > 0; due -= 1) yield value;
    }
    throw new AbortError(signal);
  } finally {
    timer.close();
    signal?.removeEventListener('abort', onAbort);
  }
}
