/** Field lists of `action_msgs`. */
export const action_msgs = {
  'srv/CancelGoal': `GoalInfo goal_info
---
int8 ERROR_NONE=0
int8 ERROR_REJECTED=1
int8 ERROR_UNKNOWN_GOAL_ID=2
int8 ERROR_GOAL_TERMINATED=3
int8 return_code
GoalInfo[] goals_canceling`,
};
