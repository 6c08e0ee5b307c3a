import diagnosticsChannel, { type Channel } from 'node:diagnostics_channel';
import perfHooks, { type PerformanceObserver } from 'node:perf_hooks';
import workerThreads from 'node:worker_threads';
import type { AnyFunction } from './holds.js';
import type { Patches } from './patches.js';

/** Entries that `performance` keeps before it says that it is full. */
const RESOURCE_TIMINGS = 250;

/**
 * What Node keeps of user code without showing it to anybody: subscribers of diagnostics channels, observers and
 * entries of `performance`, data for threads. It is noted, and taken back when the run is over.
 */
export function patchRegistrations(patches: Patches): void {
  noteChannels(patches);
  noteObservers(patches);
  noteEnvironmentData(patches);
  const target = performance;
  const { clearMarks, clearMeasures, clearResourceTimings, setResourceTimingBufferSize } = target;
  patches.onRestore(() => {
    for (const clear of [clearMarks, clearMeasures, clearResourceTimings]) clear.call(target);
    setResourceTimingBufferSize.call(target, RESOURCE_TIMINGS);
  });
}

/** A channel as Node makes it; which class it is of tells whether it has subscribers. */
interface ChannelInside {
  readonly _subscribers?: readonly AnyFunction[];
  readonly _stores?: ReadonlyMap<never, unknown>;
}

function noteChannels(patches: Patches): void {
  const noted = new Set<Channel>();
  const idle = diagnosticsChannel.Channel.prototype;
  for (const name of ['subscribe', 'bindStore'] as const) {
    const fn = idle[name] as AnyFunction;
    patches.methods(idle, {
      [name](this: Channel, ...values: unknown[]) {
        noted.add(this);
        return fn.apply(this, values) as unknown;
      },
    });
  }
  patches.onRestore(() => {
    for (const channel of noted) {
      const { _subscribers = [], _stores = new Map() } = channel as ChannelInside;
      for (const subscriber of [..._subscribers]) channel.unsubscribe(subscriber as never);
      for (const store of [..._stores.keys()]) channel.unbindStore(store);
    }
  });
}

function noteObservers(patches: Patches): void {
  const noted = new Set<PerformanceObserver>();
  const { prototype } = perfHooks.PerformanceObserver;
  const observe = prototype.observe as AnyFunction;
  const { disconnect } = prototype;
  patches.methods(prototype, {
    observe(this: PerformanceObserver, ...values: unknown[]) {
      noted.add(this);
      return observe.apply(this, values) as unknown;
    },
  });
  patches.onRestore(() => {
    for (const observer of noted) disconnect.call(observer);
  });
}

function noteEnvironmentData(patches: Patches): void {
  const before = new Map<unknown, unknown>();
  const { getEnvironmentData, setEnvironmentData } = workerThreads;
  patches.before(workerThreads, 'setEnvironmentData', (key) => {
    if (!before.has(key)) before.set(key, getEnvironmentData(key as never));
  });
  patches.onRestore(() => {
    for (const [key, value] of before) setEnvironmentData(key as never, value as never);
  });
}
