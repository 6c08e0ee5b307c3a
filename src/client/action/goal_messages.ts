import { messageClassOf } from '../message/interfaces_in_use.js';
import type { MessageInstance } from '../message/message_instance.js';

/** States of a goal, as in `action_msgs/msg/GoalStatus`. */
export const GoalStatus = {
  STATUS_UNKNOWN: 0,
  STATUS_ACCEPTED: 1,
  STATUS_EXECUTING: 2,
  STATUS_CANCELING: 3,
  STATUS_SUCCEEDED: 4,
  STATUS_CANCELED: 5,
  STATUS_ABORTED: 6,
} as const;

/** The fields of a `unique_identifier_msgs/msg/UUID`. */
export interface UuidMessage {
  uuid: Uint8Array;
}

/** The fields of an `action_msgs/msg/GoalInfo`. */
export interface GoalInfoMessage {
  goal_id: UuidMessage;
  stamp: { sec: number; nanosec: number };
}

/** The fields of an `action_msgs/msg/GoalStatusArray`. */
export interface GoalStatusArrayMessage {
  status_list: { goal_info: GoalInfoMessage; status: number }[];
}

/** The request of `action_msgs/srv/CancelGoal`. */
export interface CancelGoalRequest {
  goal_info: GoalInfoMessage;
}

/** The response of `action_msgs/srv/CancelGoal`. */
export interface CancelGoalResponse {
  /** 0: none, 1: rejected, 2: unknown goal, 3: goal is over. */
  return_code: number;
  goals_canceling: GoalInfoMessage[];
}

/** A goal's id as an instance of its message class. */
export function uuidMessage(uuid: Uint8Array): MessageInstance & UuidMessage {
  const Uuid = messageClassOf('unique_identifier_msgs/msg/UUID');
  return new Uuid({ uuid: Uint8Array.from(uuid) }) as MessageInstance & UuidMessage;
}
