/**
 * The thread of a {@link RunSeries}: runs one configuration after another, each with its own world
 * and modules.
 */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { describeErrors } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { SystemRun } from './system_run.js';

const port = parentPort!;
// Captured before any guard is installed.
const post = port.postMessage.bind(port);
const heapStatistics = getHeapStatistics;

async function run(config: RunConfig): Promise<void> {
  try {
    const system = await SystemRun.create(config, {
      look: () => undefined,
      decided: (decision) => post({ decision }),
      guestStarted: (guest) => post({ guest, runs: true }),
      guestEnded: (guest) => post({ guest, runs: false }),
    });
    post({ outcome: await system.run(), heap: heapStatistics().used_heap_size });
  } catch (error) {
    post({ errors: describeErrors(error) });
  }
}

port.on('message', (config: RunConfig) => void run(config));
