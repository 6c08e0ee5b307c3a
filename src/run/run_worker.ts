/**
 * The thread that a run lives in: its globals are guarded, and it can be interrupted from the
 * main thread while user code runs. Started by `spawnRun`.
 */
import type { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import type { SharedPacking } from '../bag/index.js';
import { abandonHeld, mendRealm, nameCauseOfDeath } from '../guard/index.js';
import { describeErrors } from '../record/index.js';
import { keepCode } from '../start/index.js';
import { ControlBlock } from './control_block.js';
import { withConsequence } from './in_watched_realm.js';
import type { PipeNews } from './opened_pipes.js';
import type { InputRequest } from './run_input.js';
import type { PackingRequest, PrintedPiece, RunWorkerData } from './run_worker_data.js';
import { SystemRun } from './system_run.js';

const { config, control, asksInput, asksPacking } = workerData as RunWorkerData;
const block = new ControlBlock(control);
// Captured before the guard is installed. The guard is off again when the result is sent, unless the run could not
// begin.
const post = parentPort!.postMessage.bind(parentPort);
const exit = process.exit.bind(process);
const later = setTimeout;
let isOver = false;
let hasOutcome = false;
// Nothing is left in this thread that could continue; a held operation never completes.
process.on('beforeExit', () => {
  if (!isOver && !abandonHeld() && block.held) later(() => {}, HELD_LOOK_MS);
});

/** Another thread or process may still release what is held. */
const HELD_LOOK_MS = 50;

printThrough(process.stdout, 'stdout');
printThrough(process.stderr, 'stderr');
nameCauseOfDeath((cause, failed) => {
  post({ errors: describeErrors(withConsequence(cause, failed)) });
  exit();
});
void begin();

/** In a function: a process that exits while a module of a thread waits for something crashes in V8. */
async function begin(): Promise<void> {
  try {
    const run = await SystemRun.create(config, {
      look({ kernel }, hear) {
        block.report(kernel.now, kernel.callbacks, kernel.held);
        const { signal } = block;
        if (signal !== undefined && hear(signal)) block.resume();
        return block.stopped;
      },
      control,
      finishing: () => block.finish(),
      ...(asksInput && { askInput: (request: InputRequest) => post(request, [request.input]) }),
      ...(asksPacking && {
        startPacking: (packing: SharedPacking) => post({ packing } satisfies PackingRequest),
      }),
      guestStarted: (guest) => post({ guest, runs: true }),
      guestEnded: (guest) => post({ guest, runs: false }),
      goBack: (goBack) => post({ goBack }),
      pipeOpened: (pipe, reads) => post({ pipe, reads } satisfies PipeNews),
    });
    // A realm that user code has broken may wait forever.
    process.once('exit', tellTampering);
    post({ outcome: await run.run() });
    // Not by removing the listener: a program may have frozen `process`.
    hasOutcome = true;
  } catch (error) {
    post({ errors: describeErrors(error) });
  }
  isOver = true;
  keepCode();
  // User code may have left real resources open; the run is over.
  exit();
}

function tellTampering(): void {
  if (hasOutcome) return;
  const cause = mendRealm(true);
  if (cause !== undefined) post({ errors: describeErrors(cause) });
}

/**
 * Printed text leaves the thread at once and in order. Node's own streams in a thread wait for the main thread after
 * each piece.
 */
function printThrough(stream: Writable, name: PrintedPiece['stream']): void {
  stream._writev = (pieces, done) => {
    for (const { chunk, encoding } of pieces) {
      post({ stream: name, chunk, encoding } satisfies PrintedPiece);
    }
    done();
  };
}
