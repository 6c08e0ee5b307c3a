import vm from 'node:vm';
import workerThreads from 'node:worker_threads';
import type { AnyFunction } from './io_hold.js';
import type { LeakKind, LeakReporter } from './leaks.js';
import { isOutside } from './outside.js';
import type { Patches } from './patches.js';

/** Ways out of the guarded realm, and waiting that the crank cannot see: reported. */
export function patchRealms(patches: Patches, leaks: LeakReporter): void {
  const report = (target: object, name: string, kind: LeakKind, what: string) => {
    const fn = (target as Record<string, unknown>)[name];
    if (typeof fn !== 'function') return;
    patches.value(
      target,
      name,
      reporting(fn as AnyFunction, () => {
        if (!isOutside()) leaks.report(kind, what);
      }),
    );
  };
  for (const name of ['createContext', 'runInContext', 'runInNewContext']) {
    report(vm, name, 'realm', `vm.${name}`);
  }
  for (const name of ['dlopen', 'binding', '_linkedBinding']) {
    report(process, name, 'native-code', `process.${name}`);
  }
  report(Atomics, 'wait', 'thread-wait', 'Atomics.wait');
  report(Atomics, 'waitAsync', 'thread-wait', 'Atomics.waitAsync');
  for (const name of ['MessageChannel', 'BroadcastChannel']) {
    report(globalThis, name, 'channel', `new ${name}`);
    patches.value(workerThreads, name, (globalThis as Record<string, unknown>)[name]);
  }
  report(globalThis, 'FinalizationRegistry', 'garbage-collection', 'new FinalizationRegistry');
}

/** `fn` that first calls `before`; constructors stay constructors. */
function reporting(fn: AnyFunction, before: () => void): AnyFunction {
  return new Proxy(fn, {
    apply(target, self, values) {
      before();
      return Reflect.apply(target, self, values);
    },
    construct(target, values, newTarget) {
      before();
      return Reflect.construct(target, values, newTarget) as object;
    },
  });
}
