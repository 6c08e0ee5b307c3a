import type { ActionGoal, ActionResult, Received, Sent } from '../declarations/typed_classes.js';
import { DistroUtils } from '../distro_utils.js';
import { TypeValidationError } from '../errors/index.js';
import type { ActionClass } from '../message/action_class.js';
import type { TypeClass } from '../message/interface_loader.js';
import { actionClassOf } from '../message/interfaces_in_use.js';
import type { ServiceClass } from '../message/service_class.js';
import type { Node } from '../node/node.js';
import { checkActionOptions } from '../options/check_options.js';
import { givenTo } from '../options/given_to.js';
import type { QoSArgument } from '../qos/resolve_qos.js';
import type { Response } from '../service/response.js';
import { Service, type ServiceCallback } from '../service/service.js';
import type { Clock } from '../time/clock.js';
import { Publisher } from '../topic/publisher.js';
import type { Scheduled } from '../world/world.js';
import { type ActionOptions, completeActionOptions } from './action_options.js';
import { cancelRequest } from './cancel_request.js';
import { GoalEvent } from './goal_event.js';
import {
  type CancelGoalRequest,
  type CancelGoalResponse,
  GoalStatus,
  type UuidMessage,
  uuidMessage,
} from './goal_messages.js';
import { CancelResponse, GoalResponse } from './response.js';
import { ServerGoalHandle } from './server_goal_handle.js';

export type Action = TypeClass<ActionClass>;

/** Executes a goal; returns the result or a promise of it. */
export type ExecuteCallback<T extends Action = Action> = (
  goalHandle: ServerGoalHandle<T>,
) => Sent<ActionResult<T>> | Promise<Sent<ActionResult<T>>>;
/** Decides about a goal: a value of `GoalResponse`. */
export type GoalCallback<T extends Action = Action> = (goal: Received<ActionGoal<T>>) => number;
/** Called with every accepted goal; starts its execution, now or later. */
export type HandleAcceptedCallback<T extends Action = Action> = (
  goalHandle: ServerGoalHandle<T>,
) => unknown;
/** Decides about a request to cancel a goal: a value of `CancelResponse`, or a promise of it. */
export type CancelCallback<T extends Action = Action> = (
  goalHandle: ServerGoalHandle<T>,
) => number | Promise<number>;

const DEFAULT_RESULT_TIMEOUT = 900;
const NANOSECONDS_PER_SECOND = 1e9;

const executeAtOnce = (goalHandle: { execute(): void }) => goalHandle.execute();
const acceptAll = () => GoalResponse.ACCEPT;
const refuseToCancel = () => CancelResponse.REJECT;

/** Executes goals of the action `T`. */
export class ActionServer<T extends Action = Action> {
  readonly _node: Node;
  readonly _typeClass: ActionClass;
  readonly _actionName: string;
  readonly _options: ActionOptions;
  readonly _goalHandles = new Map<string, ServerGoalHandle<T>>();
  _callback!: ExecuteCallback<T>;
  _goalCallback: GoalCallback<T> = acceptAll;
  _handleAcceptedCallback: HandleAcceptedCallback<T> = executeAtOnce;
  _cancelCallback: CancelCallback<T> = refuseToCancel;
  readonly #services: Service[];
  readonly #feedback: Publisher;
  readonly #status: Publisher;
  readonly #expiries = new Map<string, Scheduled>();
  #destroyed = false;

  /**
   * @param typeClass - e.g. `test_msgs/action/Fibonacci`, or the class.
   * @param goalCallback - default: accepts every goal.
   * @param handleAcceptedCallback - default: executes goals at once.
   * @param cancelCallback - default: refuses to cancel.
   * @throws {TypeValidationError} unless `executeCallback` is a function.
   */
  constructor(
    node: Node,
    typeClass: T,
    actionName: string,
    executeCallback: ExecuteCallback<T>,
    goalCallback?: GoalCallback<T> | null,
    handleAcceptedCallback?: HandleAcceptedCallback<T> | null,
    cancelCallback?: CancelCallback<T> | null,
    options?: ActionOptions,
  ) {
    this._node = node;
    this._typeClass = actionClassOf(typeClass);
    this._actionName = actionName;
    checkActionOptions(options, givenTo(node, 'the action server', actionName));
    this._options = completeActionOptions(options);
    this._options.resultTimeout ??= DEFAULT_RESULT_TIMEOUT;
    this.registerExecuteCallback(executeCallback);
    this.registerGoalCallback(goalCallback);
    this.registerHandleAcceptedCallback(handleAcceptedCallback);
    this.registerCancelCallback(cancelCallback);
    const { impl } = this._typeClass;
    const { qos = {} } = this._options;
    this.#services = [
      this.#serve(impl.SendGoalService, 'send_goal', qos.goalServiceQosProfile, this.#onGoal),
      this.#serve(impl.CancelGoal, 'cancel_goal', qos.cancelServiceQosProfile, this.#onCancel),
      this.#serve(impl.GetResultService, 'get_result', qos.resultServiceQosProfile, this.#onResult),
    ];
    const topic = (type: typeof impl.FeedbackMessage, name: string, profile?: QoSArgument) =>
      new Publisher(node, type, `${actionName}/_action/${name}`, profile ? { qos: profile } : {});
    this.#feedback = topic(impl.FeedbackMessage, 'feedback', qos.feedbackSubQosProfile);
    this.#status = topic(impl.GoalStatusArray, 'status', qos.statusSubQosProfile);
    node._addActionServer(this);
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

  /** Replaces the callback for accepted goals; null for the default. */
  registerHandleAcceptedCallback(callback?: HandleAcceptedCallback<T> | null): void {
    this._handleAcceptedCallback = callback || executeAtOnce;
  }

  /** Replaces the callback that decides about goals; null for the default. */
  registerGoalCallback(callback?: GoalCallback<T> | null): void {
    this._goalCallback = callback || acceptAll;
  }

  /** Replaces the callback that decides about cancelling; null for the default. */
  registerCancelCallback(callback?: CancelCallback<T> | null): void {
    this._cancelCallback = callback || refuseToCancel;
  }

  /**
   * Replaces the callback that executes goals. Throws `TypeValidationError` unless it is a
   * function.
   */
  registerExecuteCallback(callback: ExecuteCallback<T>): void {
    if (typeof callback !== 'function') {
      throw new TypeValidationError('executeCallback', callback, 'function', {
        entityType: 'action server',
        entityName: this._actionName,
      });
    }
    this._callback = callback;
  }

  /** Executes a goal; called by its handle. */
  notifyExecute(goalHandle: ServerGoalHandle<T>, callback?: ExecuteCallback<T>): void {
    void this.#execute(callback || this._callback, goalHandle);
  }

  /** Publishes the events of its services (after Jazzy), see `Service.configureIntrospection`. */
  configureIntrospection(clock: Clock, qos: QoSArgument, introspectionState: number): void {
    if (DistroUtils.getDistroId() <= DistroUtils.DistroId.JAZZY) {
      console.warn(
        'Configure action server introspection is not supported by this version of ROS 2',
      );
      return;
    }
    for (const service of this.#services) {
      service.configureIntrospection(clock, qos, introspectionState);
    }
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Ends the server and its goals. Harmless when repeated. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    for (const goalHandle of this._goalHandles.values()) goalHandle.destroy();
    this._goalHandles.clear();
    for (const expiry of this.#expiries.values()) expiry.destroy();
    for (const part of [...this.#services, this.#feedback, this.#status]) part._destroy();
    this._node._removeActionServer(this);
  }

  /** Called by a goal handle. */
  _publishFeedback(goalId: UuidMessage, feedback: unknown): void {
    const { FeedbackMessage } = this._typeClass.impl;
    if (!this.#destroyed)
      this.#feedback.publish(new FeedbackMessage({ goal_id: goalId, feedback }));
  }

  /** Called by a goal handle: informs the clients, and drops the goal some time after its end. */
  _goalStateChanged(changed: ServerGoalHandle<T>): void {
    if (this.#destroyed) return;
    const status_list = [...this._goalHandles.values()].map((goalHandle) => ({
      goal_info: { goal_id: { uuid: goalHandle.goalId.uuid }, stamp: goalHandle.stamp },
      status: goalHandle.status,
    }));
    this.#status.publish({ status_list });
    if (!changed.isActive) this.#expireLater(keyOf(changed.goalId));
  }

  #serve(
    type: ServiceClass,
    name: string,
    qos: QoSArgument | undefined,
    callback: (request: never, response: Response) => unknown,
  ): Service {
    const options = {
      enableTypedArray: this._options.enableTypedArray ?? true,
      ...(qos === undefined ? {} : { qos }),
    };
    const full = `${this._actionName}/_action/${name}`;
    return new Service(this._node, type, full, options, callback.bind(this) as ServiceCallback);
  }

  #onGoal(request: { goal_id: UuidMessage; goal: unknown }, response: Response): void {
    const logger = this._node.getLogger();
    const goalId = uuidMessage(request.goal_id.uuid);
    const key = keyOf(goalId);
    logger.debug(`New goal request with ID: ${goalId.uuid}`);
    const accepted =
      !this._goalHandles.has(key) &&
      this._goalCallback(request.goal as never) === GoalResponse.ACCEPT;
    if (!accepted) {
      response.send({ accepted, stamp: { sec: 0, nanosec: 0 } });
      logger.debug(`New goal rejected: ${goalId.uuid}`);
      return;
    }
    const stamp = this._node.now().toMsg();
    const goal = new this._typeClass.Goal(request.goal);
    const goalHandle = new ServerGoalHandle<T>(this, goalId, goal, stamp);
    this._goalHandles.set(key, goalHandle);
    response.send({ accepted, stamp });
    logger.debug(`New goal accepted: ${goalId.uuid}`);
    this._handleAcceptedCallback(goalHandle);
  }

  async #onCancel(request: CancelGoalRequest): Promise<CancelGoalResponse> {
    const { returnCode, candidates } = cancelRequest(request, this._goalHandles);
    const canceling: ServerGoalHandle<T>[] = [];
    for (const goalHandle of candidates) {
      if ((await this._cancelCallback(goalHandle)) !== CancelResponse.ACCEPT) continue;
      // the goal may have ended while the callback was deciding
      if (!goalHandle.isCancelable) continue;
      goalHandle._updateState(GoalEvent.CANCEL_GOAL);
      canceling.push(goalHandle);
    }
    return {
      return_code: returnCode,
      goals_canceling: canceling.map(({ goalId, stamp }) => ({
        goal_id: { uuid: goalId.uuid },
        stamp,
      })),
    };
  }

  #onResult({ goal_id: goalId }: { goal_id: UuidMessage }, response: Response): void {
    const goalHandle = this._goalHandles.get(keyOf(goalId));
    if (goalHandle === undefined) response.send({ status: GoalStatus.STATUS_UNKNOWN });
    else goalHandle._deferred.setDoneCallback((result) => response.send(result));
  }

  async #execute(callback: ExecuteCallback<T>, goalHandle: ServerGoalHandle<T>): Promise<void> {
    const logger = this._node.getLogger();
    const { uuid } = goalHandle.goalId;
    logger.debug(`Executing goal with ID ${uuid}`);
    let result: unknown;
    try {
      result = await callback(goalHandle);
    } catch (error) {
      result = {};
      logger.error(`Error raised in execute callback: ${error}`);
    }
    if (goalHandle.isActive) {
      logger.warn(`Goal state not set, assuming aborted. Goal ID: ${uuid}`);
      goalHandle.abort();
    }
    const { status } = goalHandle;
    logger.debug(`Goal with ID ${uuid} finished with state ${status}`);
    goalHandle._deferred.setResult({ status, result: new this._typeClass.Result(result ?? {}) });
  }

  #expireLater(key: string): void {
    const seconds = this._options.resultTimeout ?? DEFAULT_RESULT_TIMEOUT;
    if (seconds < 0) return;
    const forget = () => {
      this._goalHandles.delete(key);
      this.#expiries.delete(key);
    };
    const delay = seconds * NANOSECONDS_PER_SECOND;
    // a run need not wait until results expire
    this.#expiries.set(key, this._node.world.schedule(delay, forget, { background: true }));
  }
}

function keyOf(goalId: UuidMessage): string {
  return Uint8Array.from(goalId.uuid).join(',');
}
