import { writeSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';

/**
 * A terminated thread that is still there after this many ms waits inside the operating system. On a busy machine, a
 * thread that compresses or collects garbage may need seconds.
 */
const PATIENCE_MS = 15_000;
const STDERR = 2;
/** `threadId` of a thread that has ended. */
const GONE = -1;

/**
 * Watches a thread that has just been terminated. A thread that waits inside the operating system, such as for room
 * in a pipe whose reader hangs, cannot be terminated, and its process would wait for it forever. When everything
 * else is done, the process then kills itself, the only way left.
 *
 * @param pipe - the pipe that the thread may be waiting for
 * @param lose - called when the thread counts as lost
 */
export function watchStuckThread(
  worker: Worker,
  pipe: () => string | undefined,
  lose: () => void,
): void {
  // A thread that has gone may be ended again and no longer reports its exit.
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
