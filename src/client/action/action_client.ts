import type {
  ActionFeedback,
  ActionGoal,
  ActionResult,
  Received,
  Sent,
} from '../declarations/typed_classes.js';
import { DistroUtils } from '../distro_utils.js';
import { ActionError, TypeValidationError } from '../errors/index.js';
import type { ActionClass } from '../message/action_class.js';
import type { TypeClass } from '../message/interface_loader.js';
import { actionClassOf } from '../message/interfaces_in_use.js';
import { assertValidMessage, type MessageValidationOptions } from '../message/validate_message.js';
import type { Node } from '../node/node.js';
import { checkActionOptions, checkOptions } from '../options/check_options.js';
import { givenTo } from '../options/given_to.js';
import type { QoSArgument } from '../qos/resolve_qos.js';
import { Client, type ResponseCallback } from '../service/client.js';
import type { Clock } from '../time/clock.js';
import { Subscription } from '../topic/subscription.js';
import { waitForGraph } from '../world/wait_for_graph.js';
import { type ActionOptions, completeActionOptions } from './action_options.js';
import { ActionUuid } from './action_uuid.js';
import { ClientGoalHandle, type GoalAnswer } from './client_goal_handle.js';
import {
  type CancelGoalResponse,
  GoalStatus,
  type GoalStatusArrayMessage,
  type UuidMessage,
  uuidMessage,
} from './goal_messages.js';

/** Called with the progress of a goal. */
export type FeedbackCallback<T = unknown> = (feedback: Received<ActionFeedback<T>>) => unknown;

/** Options of {@link ActionClient.sendGoal}. */
export interface SendGoalOptions {
  /** Whether the goal is validated; default: as the client was created. */
  validate?: boolean;
}

/** Sends goals to a server of the action `T`. */
export class ActionClient<T extends TypeClass<ActionClass> = TypeClass<ActionClass>> {
  readonly _node: Node;
  readonly _typeClass: ActionClass;
  readonly _actionName: string;
  readonly _options: ActionOptions;
  readonly _goalHandles = new Map<string, ClientGoalHandle<T>>();
  readonly _feedbackCallbacks = new Map<string, FeedbackCallback<T>>();
  readonly #goals: Client;
  readonly #cancels: Client;
  readonly #results: Client;
  readonly #feedback: Subscription;
  readonly #status: Subscription;
  #validateGoals: boolean;
  #validationOptions: MessageValidationOptions;
  #destroyed = false;

  /** @param typeClass - e.g. `test_msgs/action/Fibonacci`, or the class. */
  constructor(node: Node, typeClass: T, actionName: string, options?: ActionOptions) {
    this._node = node;
    this._typeClass = actionClassOf(typeClass);
    this._actionName = actionName;
    checkActionOptions(options, givenTo(node, 'the action client', actionName));
    this._options = completeActionOptions(options);
    this.#validateGoals = this._options.validateGoals || false;
    this.#validationOptions = this._options.validationOptions || { strict: true, checkTypes: true };
    const { impl } = this._typeClass;
    const { enableTypedArray = true, qos = {} } = this._options;
    const client = (type: typeof impl.CancelGoal, name: string, profile?: QoSArgument) =>
      new Client(node, type, `${actionName}/_action/${name}`, {
        enableTypedArray,
        ...(profile === undefined ? {} : { qos: profile }),
      });
    this.#goals = client(impl.SendGoalService, 'send_goal', qos.goalServiceQosProfile);
    this.#cancels = client(impl.CancelGoal, 'cancel_goal', qos.cancelServiceQosProfile);
    this.#results = client(impl.GetResultService, 'get_result', qos.resultServiceQosProfile);
    this.#feedback = new Subscription(
      node,
      impl.FeedbackMessage,
      `${actionName}/_action/feedback`,
      { enableTypedArray, qos: qos.feedbackSubQosProfile as QoSArgument },
      (message: { goal_id: UuidMessage; feedback: unknown }) => this.#onFeedback(message),
    );
    this.#status = new Subscription(
      node,
      impl.GoalStatusArray,
      `${actionName}/_action/status`,
      { enableTypedArray, qos: qos.statusSubQosProfile as QoSArgument },
      (message: GoalStatusArrayMessage) => this.#onStatus(message),
    );
    node._addActionClient(this);
  }

  get typeClass(): ActionClass {
    return this._typeClass;
  }

  get options(): ActionOptions {
    return this._options;
  }

  get qos(): ActionOptions['qos'] {
    return this._options.qos;
  }

  /** Whether goals are validated before they are sent. */
  get willValidateGoal(): boolean {
    return this.#validateGoals;
  }

  set willValidateGoal(value: boolean) {
    this.#validateGoals = value;
  }

  /** Changes how goals are validated; options that are not given stay unchanged. */
  setValidation(options: MessageValidationOptions): void {
    const to = givenTo(this._node, 'the validation of the action client', this._actionName);
    checkOptions(options, 'validation', to);
    if (options) this.#validationOptions = { ...this.#validationOptions, ...options };
  }

  /**
   * Sends a goal; settles with its handle when the server has answered.
   *
   * @param feedbackCallback - called with the progress.
   * @param goalUuid - default: a random one.
   * @throws {MessageValidationError} if the goal is to be validated and does not fit.
   */
  sendGoal(
    goal: Sent<ActionGoal<T>>,
    feedbackCallback?: FeedbackCallback<T> | null,
    goalUuid?: UuidMessage | null,
    options: SendGoalOptions = {},
  ): Promise<ClientGoalHandle<T>> {
    checkOptions(
      options,
      'request',
      givenTo(this._node, 'a goal of the action client', this._actionName),
    );
    if (options.validate ?? this.#validateGoals) {
      assertValidMessage(goal, this._typeClass.Goal, this.#validationOptions);
    }
    const goalId = goalUuid ? uuidMessage(goalUuid.uuid) : ActionUuid.randomMessage();
    const key = keyOf(goalId);
    const request = new this._typeClass.impl.SendGoalService.Request({ goal_id: goalId, goal });
    return new Promise((resolve, reject) => {
      const onAnswer = (answer: GoalAnswer) => {
        ended();
        try {
          resolve(this.#accept(key, new ClientGoalHandle<T>(this, goalId, answer)));
        } catch (error) {
          reject(error);
        }
      };
      this.#goals.sendRequest(request, onAnswer);
      const ended = this.#goals._beginWait();
      if (feedbackCallback) this._feedbackCallbacks.set(key, feedbackCallback);
    });
  }

  /** Whether a server exists now, with all its parts. */
  isActionServerAvailable(): boolean {
    return (
      this.#goals.isServiceServerAvailable() &&
      this.#cancels.isServiceServerAvailable() &&
      this.#results.isServiceServerAvailable() &&
      this.#feedback.publisherCount > 0 &&
      this.#status.publisherCount > 0
    );
  }

  /**
   * Settles with whether a server exists, after at most `timeout` ms.
   *
   * @param timeout - undefined or negative waits forever.
   */
  waitForServer(timeout?: number): Promise<boolean> {
    const isThere = () => this.isActionServerAvailable();
    return waitForGraph(this._node, isThere, timeout, `the action ${this._actionName}`);
  }

  /** How many entities of each kind the client consists of. */
  getNumEntities(): {
    subscriptionsNumber: number;
    guardConditionsNumber: number;
    timersNumber: number;
    clientsNumber: number;
    servicesNumber: number;
  } {
    return {
      subscriptionsNumber: 2,
      guardConditionsNumber: 0,
      timersNumber: 0,
      clientsNumber: 3,
      servicesNumber: 0,
    };
  }

  /** Publishes the events of its services (after Jazzy), see `Service.configureIntrospection`. */
  configureIntrospection(clock: Clock, qos: QoSArgument, introspectionState: number): void {
    if (DistroUtils.getDistroId() <= DistroUtils.DistroId.JAZZY) {
      console.warn(
        'Configure action client introspection is not supported by this version of ROS 2',
      );
      return;
    }
    for (const client of [this.#goals, this.#cancels, this.#results]) {
      client.configureIntrospection(clock, qos, introspectionState);
    }
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Ends the client. Harmless when repeated. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this._goalHandles.clear();
    const parts = [this.#goals, this.#cancels, this.#results, this.#feedback, this.#status];
    for (const part of parts) part._destroy();
    this._node._removeActionClient(this);
  }

  /** Called by a goal handle. */
  _cancelGoal(goalHandle: ClientGoalHandle<T>): Promise<CancelGoalResponse> {
    this.#requireHandle(goalHandle);
    const request = { goal_info: { goal_id: goalHandle.goalId, stamp: { sec: 0, nanosec: 0 } } };
    return new Promise((resolve) => {
      this.#cancels.sendRequest(request, ((response: CancelGoalResponse) => {
        ended();
        resolve(response);
      }) as ResponseCallback);
      const ended = this.#cancels._beginWait();
    });
  }

  /** Called by a goal handle. */
  _getResult(goalHandle: ClientGoalHandle<T>): Promise<ActionResult<T>> {
    this.#requireHandle(goalHandle);
    return new Promise((resolve) => {
      const onResult = ({ status, result }: { status: number; result: ActionResult<T> }) => {
        ended();
        goalHandle.status = status;
        this._feedbackCallbacks.delete(keyOf(goalHandle.goalId));
        resolve(result);
      };
      this.#results.sendRequest({ goal_id: goalHandle.goalId }, onResult);
      const ended = this.#results._beginWait();
    });
  }

  #accept(key: string, handle: ClientGoalHandle<T>): ClientGoalHandle<T> {
    if (!handle.accepted) {
      this._feedbackCallbacks.delete(key);
    } else if (this._goalHandles.has(key)) {
      throw new ActionError(`Two goals were accepted with the same ID (${key})`, this._actionName, {
        code: 'DUPLICATE_GOAL_ID',
        details: { goalId: key },
      });
    } else {
      this._goalHandles.set(key, handle);
    }
    return handle;
  }

  #onFeedback(message: { goal_id: UuidMessage; feedback: unknown }): unknown {
    return this._feedbackCallbacks.get(keyOf(message.goal_id))?.(message.feedback as never);
  }

  #onStatus({ status_list: list }: GoalStatusArrayMessage): void {
    for (const { goal_info: goal, status } of list) {
      const key = keyOf(goal.goal_id);
      const handle = this._goalHandles.get(key);
      if (handle === undefined) continue;
      handle.status = status;
      if (status >= GoalStatus.STATUS_SUCCEEDED) this._goalHandles.delete(key);
    }
  }

  #requireHandle(goalHandle: unknown): void {
    if (goalHandle instanceof ClientGoalHandle) return;
    throw new TypeValidationError('goalHandle', goalHandle, 'ClientGoalHandle', {
      entityType: 'action client',
      entityName: this._actionName,
    });
  }
}

function keyOf(goalId: UuidMessage): string {
  return Uint8Array.from(goalId.uuid).join(',');
}
