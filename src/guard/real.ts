/**
 * The host's real functions, captured when this module is first loaded, which must be before
 * {@link installGuard}. Orrery's own code that needs the real clock, timers or files inside a
 * guarded realm takes them from here, because named imports of built-in modules follow the patches.
 */
import * as childProcess from 'node:child_process';
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import * as fsPromises from 'node:fs/promises';
import Module from 'node:module';
import * as os from 'node:os';
import * as timersPromises from 'node:timers/promises';
import * as worker from 'node:worker_threads';
import * as zlib from 'node:zlib';

const { performance: clock } = globalThis;

export const real = Object.freeze({
  Date: globalThis.Date,
  dateNow: Date.now,
  performanceNow: clock.now.bind(clock),
  hrtime: process.hrtime,
  hrtimeBigint: process.hrtime.bigint,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  clearImmediate: globalThis.clearImmediate,
  queueMicrotask: globalThis.queueMicrotask,
  nextTick: process.nextTick,
  activeResources: process.getActiveResourcesInfo,
  /** Drains ticks and microtasks when called from a macrotask; may be missing in a future Node. */
  tickCallback: (process as typeof process & { _tickCallback?: () => void })._tickCallback,
  exit: process.exit,
  execPath: process.execPath,
  umask: process.umask,
  cwd: process.cwd,
  pid: process.pid,
  kill: process.kill.bind(process),
  memoryUsage: process.memoryUsage,
  fetch: globalThis.fetch,
  WeakRef: globalThis.WeakRef,
  FinalizationRegistry: globalThis.FinalizationRegistry,
  atomicsWait: Atomics.wait,
  postMessage: worker.MessagePort.prototype.postMessage,
  fs: { ...fs } as typeof fs,
  fsPromises: { ...fsPromises } as typeof fsPromises,
  timersPromises: { ...timersPromises } as typeof timersPromises,
  crypto: { ...crypto } as typeof crypto,
  os: { ...os } as typeof os,
  zlib: { ...zlib } as typeof zlib,
  childProcess: { ...childProcess } as typeof childProcess,
  workerThreads: { ...worker } as typeof worker,
  createRequire: Module.createRequire,
});
