/**
 * The thread of a {@link RunSeries}: runs one configuration after another, each with its own world and modules, and
 * restores everything else in between.
 */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { nameCauseOfDeath } from '../guard/index.js';
import { describeErrors, type RunOutcome } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { withConsequence } from './in_watched_realm.js';
import { forgetModules, stateOfThread } from './program_loader.js';
import type { ToldBySeries } from './run_series.js';
import { SystemRun } from './system_run.js';

const port = parentPort!;
// Captured before any guard is installed.
const tell = port.postMessage.bind(port);
const post = (told: ToldBySeries) => tell(told);
const exit = process.exit.bind(process);
const heapStatistics = getHeapStatistics;
/** Captured before the first run: while this module loads, Node has not finished setting up the thread. */
let state: ReturnType<typeof stateOfThread> | undefined;
/** Something happened between two runs: an earlier one is still active. */
let straggler: string | undefined;
let isRunning = false;

/**
 * Reads the state of the thread. Where there is no WebAssembly (`--jitless`), Node rejects a promise when its `fetch` is
 * read; that is over one turn later, so that it is not taken for a rejection of the first program.
 */
async function begin(): Promise<ReturnType<typeof stateOfThread>> {
  const read = stateOfThread();
  await new Promise((resolve) => setImmediate(resolve));
  straggler = undefined;
  return read;
}

async function run(config: RunConfig): Promise<void> {
  state ??= await begin();
  isRunning = true;
  let outcome: RunOutcome | undefined;
  let failure: unknown;
  try {
    const system = await SystemRun.create(config, {
      look: () => undefined,
      decided: (decision) => post({ decision }),
      guestStarted: (guest) => tell({ guest, runs: true }),
      guestEnded: (guest) => tell({ guest, runs: false }),
      keepsForGuests: true,
    });
    outcome = await system.run();
  } catch (error) {
    failure = error;
  }
  isRunning = false;
  const asked = forgetModules();
  const worn = (await state.mend(outcome?.leaks ?? [], asked)) ?? straggler;
  const heap = heapStatistics().used_heap_size;
  if (outcome !== undefined) post({ outcome, heap, worn });
  else post({ errors: describeErrors(failure), heap, worn });
}

/** Nobody receives what a run throws after its end, and it must not end the thread. */
function noteStraggler(): void {
  if (!isRunning) straggler = 'an earlier run goes on';
}

nameCauseOfDeath((cause, failed) => {
  const errors = describeErrors(withConsequence(cause, failed));
  post({ errors, worn: 'a program has broken it' });
  exit();
});
process.on('uncaughtException', noteStraggler);
process.on('unhandledRejection', noteStraggler);
port.on('message', (config: RunConfig) => void run(config));
