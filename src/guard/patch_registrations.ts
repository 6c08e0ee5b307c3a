import diagnosticsChannel, { type Channel } from 'node:diagnostics_channel';
import perfHooks, { type PerformanceObserver } from 'node:perf_hooks';
import workerThreads from 'node:worker_threads';
import type { AnyFunction } from './holds.js';
import type { Patches } from './patches.js';

/** Entries that `performance` keeps before it says that it is full. */
const RESOURCE_TIMINGS = 250;

/**
 * Records what Node keeps from user code without exposing it, and removes it when the run is over: subscribers
 * of diagnostics channels, observers and entries of `performance`, data for threads.
 */
export function patchRegistrations(patches: Patches): void {
  noteChannels(patches);
  noteObservers(patches);
  noteEnvironmentData(patches);
  const target = performance;
  const { clearMarks, clearMeasures, clearResourceTimings, setResourceTimingBufferSize } = target;
  const clearAll = () => {
    for (const clear of [clearMarks, clearMeasures, clearResourceTimings]) clear.call(target);
    setResourceTimingBufferSize.call(target, RESOURCE_TIMINGS);
  };
  patches.eachRun(() => patches.onRestore(clearAll));
}

/** A channel as Node makes it; its class shows whether it has subscribers. */
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
  const forget = () => {
    for (const channel of noted) {
      const { _subscribers = [], _stores = new Map() } = channel as ChannelInside;
      for (const subscriber of [..._subscribers]) channel.unsubscribe(subscriber as never);
      for (const store of [..._stores.keys()]) channel.unbindStore(store);
    }
    noted.clear();
  };
  patches.eachRun(() => patches.onRestore(forget));
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
  const forget = () => {
    for (const observer of noted) disconnect.call(observer);
    noted.clear();
  };
  patches.eachRun(() => patches.onRestore(forget));
}

function noteEnvironmentData(patches: Patches): void {
  const before = new Map<unknown, unknown>();
  const { getEnvironmentData, setEnvironmentData } = workerThreads;
  patches.before(workerThreads, 'setEnvironmentData', (key) => {
    if (!before.has(key)) before.set(key, getEnvironmentData(key as never));
  });
  const putBack = () => {
    for (const [key, value] of before) setEnvironmentData(key as never, value as never);
    before.clear();
  };
  patches.eachRun(() => patches.onRestore(putBack));
}
