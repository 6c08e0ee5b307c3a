import type { StopConditions } from '../system/index.js';
import type { RunEnd } from './run_outcome.js';

const FAILED = 1;
/** As in Node for an exception thrown by the handler of exceptions. */
const THREW_AGAIN = 7;
/** As in `timeout(1)`: the time ran out before the condition that the run waited for. */
const GOAL_MISSED = 124;
/** As in Node for a top-level `await` that never settles. */
const STALLED = 13;
/** Used with `--exit-code-by-end`, where 13 means a condition. */
const STALLED_BY_END = 18;
const WALL_LIMIT = 125;
/** As for a process that SIGINT ended. */
const INTERRUPTED = 130;

/** Used with `--exit-code-by-end`: one code for each ending that is not a failure. */
const CODES_BY_END: Readonly<Partial<Record<RunEnd, number>>> = {
  idle: 10,
  until: 11,
  timeout: 12,
  condition: 13,
  played: 14,
  exit: 15,
  shutdown: 16,
  finished: 17,
};

/**
 * The exit code of a run.
 *
 * - A run that ends as intended has `own`: 0, or what a job, an error code or an ended
 *   process said.
 * - 7: a listener of `uncaughtException` threw.
 * - 1: an error ended it, or a process died during the run and everything else went well.
 * - 13: nothing was left to happen, but a program was still waiting.
 * - 124: the run was to end by a condition, but its time ran out first.
 * - 125: the wall-clock budget is used up. 130: interrupted.
 */
export function exitCodeOf(
  end: RunEnd,
  own: number,
  stop: StopConditions | undefined,
  hasErrors = false,
): number {
  if (end === 'failed') return own === THREW_AGAIN ? THREW_AGAIN : FAILED;
  if (end === 'stalled' && own === 0) return stop?.codeByEnd ? STALLED_BY_END : STALLED;
  if (end === 'wall') return WALL_LIMIT;
  if (end === 'interrupted') return INTERRUPTED;
  if ((end === 'until' || end === 'idle' || end === 'timeout') && hasGoal(stop)) return GOAL_MISSED;
  if (own === 0 && hasErrors) return FAILED;
  if (own === 0 && stop?.codeByEnd === true) return CODES_BY_END[end] ?? 0;
  return own;
}

function hasGoal(stop: StopConditions | undefined): boolean {
  const { topics = [], exited = [], played = false } = stop ?? {};
  return topics.length > 0 || exited.length > 0 || played;
}
