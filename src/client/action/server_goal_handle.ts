import type { ActionFeedback, ActionGoal, Sent } from '../declarations/typed_classes.js';
import type { ActionClass } from '../message/action_class.js';
import type { TypeClass } from '../message/interface_loader.js';
import type { MessageInstance } from '../message/message_instance.js';
import type { ActionServer, ExecuteCallback } from './action_server.js';
import { Deferred } from './deferred.js';
import { GoalEvent } from './goal_event.js';
import { GoalStatus, type UuidMessage } from './goal_messages.js';

const {
  STATUS_ACCEPTED: ACCEPTED,
  STATUS_EXECUTING: EXECUTING,
  STATUS_CANCELING: CANCELING,
} = GoalStatus;
const {
  STATUS_SUCCEEDED: SUCCEEDED,
  STATUS_CANCELED: CANCELED,
  STATUS_ABORTED: ABORTED,
} = GoalStatus;

/** State → event → next state (design article "Actions"). */
const TRANSITIONS = new Map<number, Map<number, number>>([
  [
    ACCEPTED,
    new Map([
      [GoalEvent.EXECUTE, EXECUTING],
      [GoalEvent.CANCEL_GOAL, CANCELING],
    ]),
  ],
  [
    EXECUTING,
    new Map([
      [GoalEvent.CANCEL_GOAL, CANCELING],
      [GoalEvent.SUCCEED, SUCCEEDED],
      [GoalEvent.ABORT, ABORTED],
    ]),
  ],
  [
    CANCELING,
    new Map([
      [GoalEvent.SUCCEED, SUCCEEDED],
      [GoalEvent.ABORT, ABORTED],
      [GoalEvent.CANCELED, CANCELED],
    ]),
  ],
]);

/** How a goal ended: the response to requests for its result. */
export interface GoalResult {
  status: number;
  result: unknown;
}

/** A goal of the action `T` as its server sees it. */
export class ServerGoalHandle<T extends TypeClass<ActionClass> = TypeClass<ActionClass>> {
  readonly #server: ActionServer<T>;
  readonly #goalId: MessageInstance & UuidMessage;
  readonly #request: MessageInstance;
  readonly #stamp: { sec: number; nanosec: number };
  readonly _deferred = new Deferred<GoalResult>();
  #status: number = ACCEPTED;
  #destroyed = false;

  constructor(
    server: ActionServer<T>,
    goalId: MessageInstance & UuidMessage,
    request: MessageInstance,
    stamp: { sec: number; nanosec: number },
  ) {
    this.#server = server;
    this.#goalId = goalId;
    this.#request = request;
    this.#stamp = stamp;
  }

  /** The content of the goal. */
  get request(): ActionGoal<T> & MessageInstance {
    return this.#request as ActionGoal<T> & MessageInstance;
  }

  get goalId(): MessageInstance & UuidMessage {
    return this.#goalId;
  }

  /** When the goal was accepted. */
  get stamp(): { sec: number; nanosec: number } {
    return this.#stamp;
  }

  /** Whether the goal is not yet over. */
  get isActive(): boolean {
    return !this.#destroyed && this.#status <= CANCELING;
  }

  /** Whether a cancellation was requested. */
  get isCancelRequested(): boolean {
    return this.status === CANCELING;
  }

  /** Whether the goal can still be cancelled. */
  get isCancelable(): boolean {
    return TRANSITIONS.get(this.#status)?.has(GoalEvent.CANCEL_GOAL) ?? false;
  }

  /** A value of `GoalStatus`. */
  get status(): number {
    return this.#destroyed ? GoalStatus.STATUS_UNKNOWN : this.#status;
  }

  /**
   * Starts executing the goal, by the server's callback if none is given. Does nothing if it
   * is already executing or is over.
   */
  execute(callback?: ExecuteCallback<T>): void {
    if (this.status === EXECUTING || !this.isActive) return;
    if (!this.isCancelRequested) this._updateState(GoalEvent.EXECUTE);
    this.#server.notifyExecute(this, callback);
  }

  /** Sends the progress to the client; only while the goal executes. */
  publishFeedback(feedback: Sent<ActionFeedback<T>>): void {
    if (this.#destroyed) return;
    if (this.#status !== EXECUTING) {
      this.#server._node
        .getLogger()
        .warn(
          `publishFeedback() called on goal ${this.#goalId.uuid} in status ${this.#status}, not executing; ignoring`,
        );
      return;
    }
    this.#server._publishFeedback(this.#goalId, feedback);
  }

  /** The goal succeeded. Throws if it is already over. */
  succeed(): void {
    this._updateState(GoalEvent.SUCCEED);
  }

  /** The goal cannot be reached. Throws if it is already over. */
  abort(): void {
    this._updateState(GoalEvent.ABORT);
  }

  /** The goal was cancelled as requested. Throws if that was not requested. */
  canceled(): void {
    this._updateState(GoalEvent.CANCELED);
  }

  /** Removes the goal from its server. */
  destroy(): void {
    this.#destroyed = true;
  }

  /** Moves to the next state. */
  _updateState(event: GoalEvent): void {
    if (this.#destroyed) return;
    const next = TRANSITIONS.get(this.#status)?.get(event);
    if (next === undefined) {
      throw new Error(
        `goal_handle attempted invalid transition from state ${stateName(this.#status)} with event ${eventName(event)}`,
      );
    }
    this.#status = next;
    this.#server._goalStateChanged(this);
  }
}

function stateName(status: number): string {
  const [name = ''] = Object.entries(GoalStatus).find(([, value]) => value === status) ?? [];
  return name.replace('STATUS_', '');
}

function eventName(event: number): string {
  return Object.entries(GoalEvent).find(([, value]) => value === event)?.[0] ?? String(event);
}
