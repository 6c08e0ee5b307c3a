import type { ActionType, MessageType, ServiceType } from '../../interfaces/index.js';
import { type InterfaceTypeInfo, type MessageClass, typeInfo } from './message_class.js';
import type { ServiceClass } from './service_class.js';

/** The services and messages of an action. */
export interface ActionImplementation {
  readonly SendGoalService: ServiceClass;
  readonly GetResultService: ServiceClass;
  readonly FeedbackMessage: MessageClass;
  readonly CancelGoal: ServiceClass;
  readonly GoalStatusArray: MessageClass;
}

/**
 * A generated action class, e.g. what `rclnodejs.require('test_msgs/action/Fibonacci')` returns.
 */
export interface ActionClass {
  readonly name: string;
  type(): InterfaceTypeInfo;
  readonly Goal: MessageClass;
  readonly Result: MessageClass;
  readonly Feedback: MessageClass;
  readonly impl: ActionImplementation;
  readonly actionType: ActionType;
}

/** Provides the classes that an action class consists of. */
export interface ActionClassParts {
  message(type: MessageType): MessageClass;
  service(type: ServiceType): ServiceClass;
  cancelGoal(): ServiceClass;
  goalStatusArray(): MessageClass;
}

/** Makes the class of an action type. */
export function makeActionClass(actionType: ActionType, parts: ActionClassParts): ActionClass {
  const info = typeInfo(actionType.name);
  const impl: ActionImplementation = {
    get SendGoalService() {
      return parts.service(actionType.sendGoal);
    },
    get GetResultService() {
      return parts.service(actionType.getResult);
    },
    get FeedbackMessage() {
      return parts.message(actionType.feedbackMessage);
    },
    get CancelGoal() {
      return parts.cancelGoal();
    },
    get GoalStatusArray() {
      return parts.goalStatusArray();
    },
  };

  class Action {
    static type(): InterfaceTypeInfo {
      return { ...info };
    }

    static get Goal(): MessageClass {
      return parts.message(actionType.goal);
    }

    static get Result(): MessageClass {
      return parts.message(actionType.result);
    }

    static get Feedback(): MessageClass {
      return parts.message(actionType.feedback);
    }

    static get impl(): ActionImplementation {
      return impl;
    }

    static get actionType(): ActionType {
      return actionType;
    }
  }

  Object.defineProperty(Action, 'name', { value: info.interfaceName });
  return Action;
}
