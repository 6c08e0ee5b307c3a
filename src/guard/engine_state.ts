import perfHooks from 'node:perf_hooks';
import v8 from 'node:v8';
import type { AnyFunction } from './io_hold.js';
import type { LeakReporter } from './leaks.js';
import type { Patches } from './patches.js';

const V8 =
  'getHeapStatistics getHeapSpaceStatistics getHeapCodeStatistics getHeapSnapshot writeHeapSnapshot queryObjects GCProfiler cachedDataVersionTag'.split(
    ' ',
  );
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
 * What the engine tells of itself. Its loop is always idle; its heap, and how long real things
 * take, have no virtual counterpart: asking is reported.
 */
export function patchEngineState(patches: Patches, leaks: LeakReporter): void {
  patches.methods(Object.getPrototypeOf(performance) as object, {
    eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }),
  });
  patches.value(performance, 'nodeTiming', { ...NODE_TIMING, toJSON: () => ({ ...NODE_TIMING }) });
  patches.methods(process, { getActiveResourcesInfo: () => [] });

  const report = (target: object, name: string, what: string, kind: 'engine-state' | 'real-time') =>
    patches.before(target, name, () => leaks.report(kind, what));
  for (const name of V8) report(v8, name, `v8.${name}`, 'engine-state');
  if (process.report !== undefined) {
    for (const name of ['getReport', 'writeReport']) {
      report(process.report, name, `process.report.${name}`, 'engine-state');
    }
  }
  report(perfHooks, 'monitorEventLoopDelay', 'perf_hooks.monitorEventLoopDelay', 'real-time');
  const timerified = 'performance.timerify';
  report(Object.getPrototypeOf(performance) as object, 'timerify', timerified, 'real-time');
  report(perfHooks, 'timerify', timerified, 'real-time');
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
