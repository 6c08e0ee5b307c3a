/** Whether a process has nothing to do, as its operating system shows it. */
import { readdirSync } from 'node:fs';
import { readProc } from './thread_states.js';

/**
 * Whether there was a moment at which all threads of a process slept. They are looked at one after the other, and twice: a
 * thread that has run in between has gone to sleep once more. False where the system does not tell.
 */
export function standsStill(pid: number | undefined): boolean {
  const before = sleepsOf(pid);
  return before !== undefined && before === sleepsOf(pid);
}

/** How often each thread has gone to sleep; undefined if one of them is awake. */
function sleepsOf(pid: number | undefined): string | undefined {
  let tasks: string[];
  try {
    tasks = pid === undefined ? [] : readdirSync(`/proc/${pid}/task`);
  } catch {
    return undefined;
  }
  const sleeps: string[] = [];
  for (const task of tasks) {
    const status = readProc(`/proc/${pid}/task/${task}/status`);
    const [, count] = /^voluntary_ctxt_switches:\s*(\d+)/m.exec(status) ?? [];
    if (count === undefined || !/^State:\s*S/m.test(status)) return undefined;
    sleeps.push(`${task} ${count}`);
  }
  return sleeps.length === 0 ? undefined : sleeps.join();
}
