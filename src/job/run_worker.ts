/**
 * The thread that a run lives in: its globals are guarded, and it can be interrupted from the
 * main thread while user code runs. Started by `spawnRun`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { describeErrors } from './describe_errors.js';
import type { RunConfig } from './run_config.js';
import { ControlBlock } from './run_control.js';
import { SystemRun } from './run_system.js';

export interface RunWorkerData {
  readonly config: RunConfig;
  readonly control: SharedArrayBuffer;
}

const { config, control } = workerData as RunWorkerData;
const block = new ControlBlock(control);
// Kept from before the guard: the result is sent when it is already off, but be sure.
const post = parentPort!.postMessage.bind(parentPort);

try {
  const run = await SystemRun.create(config, {
    look({ kernel }) {
      block.report(kernel.now, kernel.callbacks, kernel.held);
      return block.stopped;
    },
  });
  post({ outcome: await run.run() });
} catch (error) {
  post({ errors: describeErrors(error) });
}
// User code may have left real resources open; the run is over.
process.exit();
