import type { ActionResult } from '../declarations/typed_classes.js';
import type { ActionClass } from '../message/action_class.js';
import type { TypeClass } from '../message/interface_loader.js';
import type { MessageInstance } from '../message/message_instance.js';
import type { ActionClient } from './action_client.js';
import { type CancelGoalResponse, GoalStatus, type UuidMessage } from './goal_messages.js';

/** The server's answer to a goal. */
export interface GoalAnswer {
  accepted: boolean;
  stamp: { sec: number; nanosec: number };
}

/** A goal of the action `T` as its client sees it. */
export class ClientGoalHandle<T extends TypeClass<ActionClass> = TypeClass<ActionClass>> {
  readonly #client: ActionClient<T>;
  readonly #goalId: MessageInstance & UuidMessage;
  readonly #answer: GoalAnswer;
  #status: number;

  constructor(client: ActionClient<T>, goalId: MessageInstance & UuidMessage, answer: GoalAnswer) {
    this.#client = client;
    this.#goalId = goalId;
    this.#answer = answer;
    this.#status = answer.accepted ? GoalStatus.STATUS_ACCEPTED : GoalStatus.STATUS_UNKNOWN;
  }

  get goalId(): MessageInstance & UuidMessage {
    return this.#goalId;
  }

  /** When the server accepted the goal. */
  get stamp(): { sec: number; nanosec: number } {
    return this.#answer.stamp;
  }

  get accepted(): boolean {
    return this.#answer.accepted;
  }

  isAccepted(): boolean {
    return this.#answer.accepted;
  }

  isExecuting(): boolean {
    return this.#status === GoalStatus.STATUS_EXECUTING;
  }

  isCanceling(): boolean {
    return this.#status === GoalStatus.STATUS_CANCELING;
  }

  isSucceeded(): boolean {
    return this.#status === GoalStatus.STATUS_SUCCEEDED;
  }

  isCanceled(): boolean {
    return this.#status === GoalStatus.STATUS_CANCELED;
  }

  isAborted(): boolean {
    return this.#status === GoalStatus.STATUS_ABORTED;
  }

  /** A value of `GoalStatus`: the last one that the client has received. */
  get status(): number {
    return this.#status;
  }

  /** Only moves forward, and stays unchanged once the goal is over. */
  set status(newStatus: number) {
    if (this.#status < GoalStatus.STATUS_SUCCEEDED && newStatus > this.#status) {
      this.#status = newStatus;
    }
  }

  /** Asks the server to cancel the goal; settles with its answer. */
  cancelGoal(): Promise<CancelGoalResponse> {
    return this.#client._cancelGoal(this);
  }

  /** Settles with the result when the goal is over. */
  getResult(): Promise<ActionResult<T>> {
    return this.#client._getResult(this);
  }
}
