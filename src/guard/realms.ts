import vm from 'node:vm';
import workerThreads from 'node:worker_threads';
import type { LeakKind, LeakReporter } from './leaks.js';
import { isOutside } from './outside.js';
import type { Patches } from './patches.js';

/** Ways out of the guarded realm, and waiting that the crank cannot see: reported. */
export function patchRealms(patches: Patches, leaks: LeakReporter): void {
  const report = (target: object, name: string, kind: LeakKind, what: string) =>
    patches.before(target, name, () => {
      if (!isOutside()) leaks.report(kind, what);
    });
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
