/** Whether a process has nothing to do, according to the operating system. */
import { readProc, threadsOf } from './thread_states.js';

/**
 * Whether there was a moment at which all threads of a process slept. The threads are checked one after the other, and
 * twice: a thread that ran in between has gone to sleep once more. False if the system does not say.
 */
export function standsStill(pid: number | undefined): boolean {
  const before = sleepsOf(pid);
  return before !== undefined && before === sleepsOf(pid);
}

/**
 * How often each thread has gone to sleep; undefined if one of them is awake. A thread that has
 * ended may remain for its parent.
 */
function sleepsOf(pid: number | undefined): string | undefined {
  const sleeps: string[] = [];
  for (const thread of threadsOf(pid) ?? []) {
    const status = readProc(`${thread}/status`);
    const [, count] = /^voluntary_ctxt_switches:\s*(\d+)/m.exec(status) ?? [];
    if (count === undefined || !/^State:\s*[SZ]/m.test(status)) return undefined;
    sleeps.push(`${thread} ${count}`);
  }
  return sleeps.length === 0 ? undefined : sleeps.join();
}
