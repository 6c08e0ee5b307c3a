import type { RunOutcome } from './run_outcome.js';

/** Sources of decisions by the wall clock, the machine or somebody outside. */
const ENDED_OUTSIDE: readonly string[] = ['running', 'wall', 'interrupted'];
const STOPPED_OUTSIDE: readonly string[] = [
  'ORR_RUN_STOPPED',
  'ORR_WALL_LIMIT',
  'ORR_RUN_INTERRUPTED',
  'ORR_OUTPUT_UNWRITABLE',
];

type Ended = Pick<RunOutcome, 'errors' | 'leaks'> & { readonly end: string };

/** Whether something outside the run decided when it ended. */
export function endedOutside({ end, errors }: Omit<Ended, 'leaks'>): boolean {
  return ENDED_OUTSIDE.includes(end) || errors.some(({ code }) => STOPPED_OUTSIDE.includes(code));
}

/** Whether repeating the run must give the same run. */
export function isReproducible(run: Ended): boolean {
  return run.leaks.length === 0 && !endedOutside(run);
}
