import perfHooks from 'node:perf_hooks';
import type { AnyFunction } from './holds.js';
import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';

const VIRTUAL_ENTRIES = new Set(['mark', 'measure']);
const NODE_TIMING = Object.freeze({
  name: 'node',
  entryType: 'node',
  startTime: 0,
  duration: 0,
  nodeStart: 0,
  v8Start: 0,
  bootstrapComplete: 0,
  environment: 0,
  loopStart: 0,
  loopExit: -1,
  idleTime: 0,
});

/**
 * The engine's data about itself: its loop is always idle. The durations of real things have no
 * virtual counterpart, so observing them is reported.
 */
export function patchEngineState(patches: Patches, leaks: LeakReporter): void {
  const eventLoopUtilization = () => ({ idle: 0, active: 0, utilization: 0 });
  patches.methods(Object.getPrototypeOf(performance) as object, { eventLoopUtilization });
  patches.methods(perfHooks, { eventLoopUtilization });
  patches.value(performance, 'nodeTiming', { ...NODE_TIMING, toJSON: () => ({ ...NODE_TIMING }) });
  patches.methods(process, { getActiveResourcesInfo: () => [] });

  // Its methods are looked up by name and called with the arguments of programs.
  const observer = perfHooks.PerformanceObserver.prototype as unknown as Record<
    string,
    AnyFunction
  >;
  const observe = observer.observe!;
  patches.methods(observer, {
    observe(this: unknown, options: { type?: string; entryTypes?: readonly string[] }) {
      const types = options?.entryTypes ?? [options?.type];
      if (types.some((type) => type !== undefined && !VIRTUAL_ENTRIES.has(type))) {
        leaks.report('real-time', `PerformanceObserver of ${types.join(', ')}`);
      }
      return observe.call(this, options);
    },
  });
}
