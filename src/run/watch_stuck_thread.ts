import { writeSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';

/**
 * A thread that is ended and has not gone after this many ms waits inside the operating system. On a busy
 * machine, one that compresses or collects garbage may need seconds.
 */
const PATIENCE_MS = 15_000;
const STDERR = 2;
/** `threadId` of a thread that has ended. */
const GONE = -1;

/**
 * Watches a thread that has just been ended. One that waits inside the operating system, such as for room in
 * a pipe whose reader hangs, cannot be ended, and neither can its process: it would wait for the
 * thread. When everything else is done, the process then ends in the only way that is left.
 *
 * @param pipe - what the thread may wait for
 * @param lose - is told when the thread counts as lost
 */
export function watchStuckThread(
  worker: Worker,
  pipe: () => string | undefined,
  lose: () => void,
): void {
  // One that has gone may be ended once more, and says so no more.
  if (worker.threadId === GONE) return;
  const killProcess = () => {
    const reason = pipe() === undefined ? '' : `: perhaps it writes to the pipe ${pipe()}`;
    const text = `The thread of the run cannot be ended${reason}; the process ends itself with SIGKILL.\n`;
    try {
      writeSync(STDERR, text);
    } finally {
      process.kill(process.pid, 'SIGKILL');
    }
  };
  const timer = setTimeout(() => {
    worker.unref();
    process.once('exit', killProcess);
    lose();
  }, PATIENCE_MS);
  worker.once('exit', () => {
    clearTimeout(timer);
    process.off('exit', killProcess);
  });
}
