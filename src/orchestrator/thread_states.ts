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
 * The system's folders for all threads of a process and of the processes that it has started: the program may be
 * behind a script that only waits for it. Undefined if the system has none.
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

/** What a process does: `halted` is stopped by a signal or in a debugger. */
export type ProcessState = 'asleep' | 'awake' | 'halted';

/** What all threads of a process do together; `asleep` if the system does not say. */
export function processState(pid: number | undefined): ProcessState {
  const states = (threadsOf(pid) ?? []).map((path) => {
    const [, state = 'S'] = /\) (\S)/.exec(readProc(`${path}/stat`)) ?? [];
    return state;
  });
  if (states.some((state) => /[Tt]/.test(state))) return 'halted';
  return states.every((state) => /[SIZ]/.test(state)) ? 'asleep' : 'awake';
}
