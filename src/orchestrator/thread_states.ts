/** What the operating system says about the threads of a process. */
import { readdirSync, readFileSync } from 'node:fs';

const MOST_THREADS = 16;

/** A file of `/proc`; empty if it is gone. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, 'latin1').trim();
  } catch {
    return '';
  }
}

/**
 * The folders in which the system tells of all threads of a process, and of the processes that it has started: the
 * program may be behind a script that only waits for it. Undefined where the system does not tell.
 */
export function threadsOf(pid: number | undefined): string[] | undefined {
  if (pid === undefined) return undefined;
  let tasks: string[];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    return undefined;
  }
  return tasks.flatMap((task) => {
    const folder = `/proc/${pid}/task/${task}`;
    const children = readProc(`${folder}/children`).split(' ').filter(Boolean);
    return [folder, ...children.flatMap((child) => threadsOf(Number(child)) ?? [])];
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
    const stat = readProc(`/proc/${pid}/task/${task}/stat`);
    const [, name = task, state = '?'] = /\((.*)\) (\S)/.exec(stat) ?? [];
    const where = readProc(`/proc/${pid}/task/${task}/wchan`);
    return `${name}: ${state}${where === '' || where === '0' ? '' : ` in ${where}`}`;
  });
  const more = tasks.length > MOST_THREADS ? `, and ${tasks.length - MOST_THREADS} more` : '';
  return `its threads: ${states.join(', ')}${more} (S sleeps, R runs, T is stopped)`;
}
