import workerThreads from 'node:worker_threads';
import type { Patches } from './patches.js';

/**
 * A run lives in a thread, but its programs are main programs: they find neither a port to the
 * parent thread nor the data that it passed.
 */
export function patchWorkerIdentity(patches: Patches): void {
  const shown = { isMainThread: true, parentPort: null, workerData: null, threadId: 0 };
  for (const [name, value] of Object.entries(shown)) patches.value(workerThreads, name, value);
  patches.value(workerThreads, 'resourceLimits', {});
  if ('threadName' in workerThreads) patches.value(workerThreads, 'threadName', '');
}
