import workerThreads from 'node:worker_threads';
import type { Patches } from './patches.js';

/**
 * A run lives in a thread, but its programs are main programs: they find no port to whoever
 * started the thread and nothing of what that gave it.
 */
export function patchWorkerIdentity(patches: Patches): void {
  const shown = { isMainThread: true, parentPort: null, workerData: null, threadId: 0 };
  for (const [name, value] of Object.entries(shown)) patches.value(workerThreads, name, value);
  patches.value(workerThreads, 'resourceLimits', {});
  if ('threadName' in workerThreads) patches.value(workerThreads, 'threadName', '');
}
