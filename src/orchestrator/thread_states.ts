/** What the operating system says about a process: whether it exists, and the states of its threads. */
import { readdirSync, readFileSync } from 'node:fs';

const MOST_THREADS = 16;

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1').trim();
  } catch {
    return '';
  }
}

/** A thread that waits for something else than its own time to pass: neither work nor a sleep that ends by itself. */
const WAITING = /^S (?!.*nanosleep)/;

/**
 * Whether all threads of a process wait for something. One that works but gets no processor does not wait, however long
 * that lasts. True where the system does not tell.
 */
export function isAsleep(pid: number | undefined): boolean {
  if (pid === undefined) return true;
  let tasks: string[];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    return true;
  }
  return tasks.every((task) => {
    const [, state = 'S'] = /\) (\S)/.exec(read(`/proc/${pid}/task/${task}/stat`)) ?? [];
    return WAITING.test(`${state} ${read(`/proc/${pid}/task/${task}/wchan`)}`);
  });
}

/** One sentence about the threads, e.g. `main: S in futex_wait_queue`. */
export function threadStates(pid: number): string {
  let tasks: string[];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    return 'its threads cannot be seen';
  }
  const states = tasks.slice(0, MOST_THREADS).map((task) => {
    const stat = read(`/proc/${pid}/task/${task}/stat`);
    const [, name = task, state = '?'] = /\((.*)\) (\S)/.exec(stat) ?? [];
    const where = read(`/proc/${pid}/task/${task}/wchan`);
    return `${name}: ${state}${where === '' || where === '0' ? '' : ` in ${where}`}`;
  });
  const more = tasks.length > MOST_THREADS ? `, and ${tasks.length - MOST_THREADS} more` : '';
  return `its threads: ${states.join(', ')}${more} (S sleeps, R runs, T is stopped)`;
}
