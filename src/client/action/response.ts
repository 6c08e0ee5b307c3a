/** The server's answer to a goal. */
export const GoalResponse = { REJECT: 1, ACCEPT: 2 } as const;

/** A value of {@link GoalResponse}. */
export type GoalResponse = (typeof GoalResponse)[keyof typeof GoalResponse];

/** The server's answer to a request to cancel a goal. */
export const CancelResponse = { REJECT: 1, ACCEPT: 2 } as const;

/** A value of {@link CancelResponse}. */
export type CancelResponse = (typeof CancelResponse)[keyof typeof CancelResponse];
