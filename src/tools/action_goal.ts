/** Sends one goal to an action server and waits for its result. */
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

/** How a goal ended. */
export interface GoalOutcome {
  /** e.g. `SUCCEEDED`; undefined if the goal was canceled because its caller stopped waiting. */
  readonly status: string | undefined;
  readonly result: MessageObject;
}

export interface GoalListener {
  accepted(id: string): void;
  feedback?(feedback: MessageObject): void;
  /** Settles when the caller stops waiting for the goal, which is then canceled. */
  readonly ended?: Promise<void>;
}

/** How long to wait for the answer to a cancellation. */
const CANCEL_MS = 5000;

/** Sends a goal and waits for its result; returns undefined if the goal was rejected. */
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
  // Feedback comes from another writer, so it can overtake the response that accepts the goal.
  let early: MessageObject[] | undefined = [];
  const leave =
    listener.feedback === undefined
      ? () => {}
      : network.subscribe(topic, type.feedbackMessage.name, DEFAULT_QOS, ({ payload }) => {
          const { feedbackMessage } = type;
          const message = decodeShown(feedbackMessage, payload);
          if (!isOurs(message)) return;
          if (early === undefined) listener.feedback!(message.feedback as MessageObject);
          else early.push(message.feedback as MessageObject);
        });
  try {
    const { sendGoal, getResult } = type;
    const request = sendGoal.request.normalize({ goal_id: goalId, goal });
    const answer = await network.call(`${name}/_action/send_goal`, sendGoal, request);
    if (answer.accepted !== true) return undefined;
    listener.accepted(id);
    const before: MessageObject[] = early;
    early = undefined;
    for (const feedback of before) listener.feedback?.(feedback);
    const ask = getResult.request.normalize({ goal_id: goalId });
    const asked = network.call(`${name}/_action/get_result`, getResult, ask);
    const answered = await Promise.race([asked, listener.ended ?? asked]);
    if (answered === undefined) {
      asked.catch(() => {});
      const cancelGoal = network.types.service('action_msgs/srv/CancelGoal');
      const cancel = cancelGoal.request.normalize({ goal_info: { goal_id: goalId } });
      await network.call(`${name}/_action/cancel_goal`, cancelGoal, cancel, CANCEL_MS);
      return { status: undefined, result: {} };
    }
    const { status, result } = answered;
    return { status: STATUS[Number(status)] ?? 'UNKNOWN', result: result as MessageObject };
  } finally {
    leave();
  }
}
