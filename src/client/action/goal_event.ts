/** What can happen to a goal on the server. */
export const GoalEvent = {
  EXECUTE: 0,
  CANCEL_GOAL: 1,
  SUCCEED: 2,
  ABORT: 3,
  CANCELED: 4,
} as const;

/** A value of {@link GoalEvent}. */
export type GoalEvent = (typeof GoalEvent)[keyof typeof GoalEvent];
