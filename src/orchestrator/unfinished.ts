import { threadStates } from './thread_states.js';

/**
 * Describes what a process has not finished, and what its threads do.
 *
 * @param missing - what it still has to do, if known
 */
export function unfinished(
  phase: string,
  withinMs: number,
  missing: string | undefined,
  pid: number | undefined,
): string {
  const awaits = missing === undefined ? '' : `; it still has to ${missing}`;
  const threads = pid === undefined ? '' : `; ${threadStates(pid)}`;
  return `${phase} within ${withinMs / 1000} s${awaits}${threads}`;
}
