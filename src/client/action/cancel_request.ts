import type { CancelGoalRequest } from './goal_messages.js';
import type { ServerGoalHandle } from './server_goal_handle.js';

/** Return codes of `action_msgs/srv/CancelGoal`. */
const ReturnCode = { NONE: 0, REJECTED: 1, UNKNOWN_GOAL_ID: 2, GOAL_TERMINATED: 3 } as const;

/**
 * The goals to which a request applies: all goals if it has neither id nor time; with a time, all
 * goals accepted up to then; with an id, also the goal with that id.
 */
export function cancelRequest(
  { goal_info: { goal_id: goalId, stamp } }: CancelGoalRequest,
  goals: ReadonlyMap<string, ServerGoalHandle>,
): { returnCode: number; candidates: ServerGoalHandle[] } {
  const hasId = goalId.uuid.some((byte: number) => byte !== 0);
  const hasTime = stamp.sec !== 0 || stamp.nanosec !== 0;
  const wanted = hasId ? goals.get(Uint8Array.from(goalId.uuid).join(',')) : undefined;
  const candidates = [...goals.values()].filter((goal) => {
    if (!goal.isCancelable) return false;
    if (goal === wanted || (!hasId && !hasTime)) return true;
    return hasTime && isNotAfter(goal.stamp, stamp);
  });
  if (!hasId || hasTime || candidates.length > 0) {
    return { returnCode: ReturnCode.NONE, candidates };
  }
  const known = wanted !== undefined;
  return {
    returnCode: known ? ReturnCode.GOAL_TERMINATED : ReturnCode.UNKNOWN_GOAL_ID,
    candidates,
  };
}

type Stamp = ServerGoalHandle['stamp'];

function isNotAfter(a: Stamp, b: Stamp): boolean {
  return a.sec < b.sec || (a.sec === b.sec && a.nanosec <= b.nanosec);
}
