/** A goal of an action, from sending it to its result. */
import { randomBytes } from 'node:crypto';
import { DEFAULT_QOS, fromHex, hex } from '../dds/index.js';
import { type ActionType, decodeShown, type MessageObject } from '../interfaces/index.js';
import type { RosNetwork } from './ros_network.js';

/** `action_msgs/msg/GoalStatus` */
const STATUS = [
  'UNKNOWN',
  'ACCEPTED',
  'EXECUTING',
  'CANCELING',
  'SUCCEEDED',
  'CANCELED',
  'ABORTED',
];

/** How a goal ended; undefined: it was rejected. */
export interface GoalOutcome {
  /** e.g. `SUCCEEDED` */
  readonly status: string;
  readonly result: MessageObject;
}

export interface GoalListener {
  accepted(id: string): void;
  feedback?(feedback: MessageObject): void;
}

/** Sends a goal and waits for its result. */
export async function actionGoal(
  network: RosNetwork,
  name: string,
  type: ActionType,
  goal: MessageObject,
  listener: GoalListener,
): Promise<GoalOutcome | undefined> {
  const id = hex(randomBytes(16));
  const goalId = { uuid: fromHex(id) };
  const isOurs = (message: MessageObject) =>
    hex((message.goal_id as { uuid: Uint8Array }).uuid) === id;
  const topic = `${name}/_action/feedback`;
  const leave =
    listener.feedback === undefined
      ? () => {}
      : network.subscribe(topic, type.feedbackMessage.name, DEFAULT_QOS, ({ payload }) => {
          const { feedbackMessage } = type;
          const message = decodeShown(feedbackMessage, payload);
          if (isOurs(message)) listener.feedback!(message.feedback as MessageObject);
        });
  try {
    const { sendGoal, getResult } = type;
    const request = sendGoal.request.normalize({ goal_id: goalId, goal });
    const answer = await network.call(`${name}/_action/send_goal`, sendGoal, request);
    if (answer.accepted !== true) return undefined;
    listener.accepted(id);
    const ask = getResult.request.normalize({ goal_id: goalId });
    const { status, result } = await network.call(`${name}/_action/get_result`, getResult, ask);
    return { status: STATUS[Number(status)] ?? 'UNKNOWN', result: result as MessageObject };
  } finally {
    leave();
  }
}
