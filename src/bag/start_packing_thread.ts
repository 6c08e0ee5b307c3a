import { Worker } from 'node:worker_threads';
import { type SharedPacking, SIGNAL } from './packing_slot.js';

/** Memory limits of the thread, which takes 20 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 64 };

/**
 * Starts the thread of a {@link SecondPacker}. Must not be called by the thread that records: the inspector, which
 * shows where a run hangs, cannot look into a thread that has threads of its own.
 */
export function startPackingThread(
  shared: SharedPacking,
  script = new URL('../bag/packing_thread.js', import.meta.url),
): Worker {
  // Without the options and environment that threads of the user inherit.
  const own = { execArgv: [], env: {}, stdout: true, stderr: true, resourceLimits };
  const worker = new Worker(script, { ...own, workerData: shared });
  // The recording thread continues alone.
  const giveUp = () => Atomics.store(shared.signal, SIGNAL.stop, 1);
  worker.on('error', giveUp).on('exit', giveUp).unref();
  return worker;
}
