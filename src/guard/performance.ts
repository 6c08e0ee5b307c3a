import { createHistogram, type Performance, type RecordableHistogram } from 'node:perf_hooks';
import type { Patches } from './patches.js';
import type { VirtualWorld } from './virtual_world.js';

/** Node exposes this prototype in no other way. */
const HISTOGRAM = Object.getPrototypeOf(createHistogram()) as object;

interface MeasureOptions {
  readonly start?: string | number | undefined;
  readonly end?: string | number | undefined;
  readonly duration?: number;
  readonly detail?: unknown;
}

/**
 * `performance.now`, `timeOrigin`, `mark`, `measure` and `toJSON` in virtual time. Marks and
 * measures are Node's own entries with explicit virtual times, so observers keep working.
 */
export function patchPerformance(patches: Patches, world: VirtualWorld): void {
  const target = Object.getPrototypeOf(performance) as Performance;
  const realMark = target.mark;
  const realMeasure = target.measure;
  const now = () => world.sinceStartNs() / 1e6;
  const origin = () => Number(world.startNs / 1000n) / 1000;

  patches.methods(target, {
    now,
    mark(this: Performance, name: string, options?: { startTime?: number; detail?: unknown }) {
      const startTime = options?.startTime ?? now();
      return realMark.call(this, name, { ...options, startTime });
    },
    measure(
      this: Performance,
      name: string,
      startOrOptions?: string | MeasureOptions,
      endMark?: string,
    ) {
      const options: MeasureOptions =
        typeof startOrOptions === 'object' && startOrOptions !== null
          ? { ...startOrOptions }
          : { start: startOrOptions, end: endMark };
      const end = options.end ?? (options.duration === undefined ? now() : undefined);
      const start = options.start ?? (options.duration === undefined ? 0 : undefined);
      return realMeasure.call(this, name, definedOnly({ ...options, start, end }));
    },
    toJSON: () => ({ timeOrigin: origin() }),
  });
  patches.getter(target, 'timeOrigin', origin);
  const deltas = new WeakMap<RecordableHistogram, number>();
  patches.methods(HISTOGRAM, {
    recordDelta(this: RecordableHistogram) {
      const before = deltas.get(this);
      deltas.set(this, world.sinceStartNs());
      // Node's is never 0 either, and a histogram cannot hold 0.
      if (before !== undefined) this.record(Math.max(1, world.sinceStartNs() - before));
    },
  });
}

function definedOnly(options: MeasureOptions): MeasureOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
