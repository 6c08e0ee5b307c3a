import { RclNodeError, type RclNodeErrorOptions } from './rcl_node_error.js';

/** An action operation failed. Code `ACTION_ERROR`. */
export class ActionError extends RclNodeError {
  actionName: string;

  constructor(message: string, actionName: string, options: RclNodeErrorOptions = {}) {
    super(message, {
      code: 'ACTION_ERROR',
      entityType: 'action',
      entityName: actionName,
      ...options,
    });
    this.actionName = actionName;
  }
}

/** The action server refused the goal. Code `GOAL_REJECTED`. */
export class GoalRejectedError extends ActionError {
  goalId: string;

  constructor(actionName: string, goalId: string, options: RclNodeErrorOptions = {}) {
    super(`Goal rejected by action server '${actionName}'`, actionName, {
      code: 'GOAL_REJECTED',
      details: { goalId },
      ...options,
    });
    this.goalId = goalId;
  }
}

/** No server offers the action. Code `ACTION_SERVER_NOT_FOUND`. */
export class ActionServerNotFoundError extends ActionError {
  constructor(actionName: string, options: RclNodeErrorOptions = {}) {
    super(`Action server '${actionName}' is not available`, actionName, {
      code: 'ACTION_SERVER_NOT_FOUND',
      ...options,
    });
  }
}
