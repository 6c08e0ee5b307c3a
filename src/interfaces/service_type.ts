/** Services and actions at run time: the message types they consist of, named as in rosidl. */
import type { MessageType } from './message_type.js';
import { type DescribedType, describeComposite, describeMessage, typeHash } from './type_hash.js';

/** A service: `package/srv/Name`, or one of the two services of an action. */
export class ServiceType {
  #event: MessageType | undefined;
  #described: DescribedType | undefined;

  constructor(
    /** `package/srv/Name` */
    readonly name: string,
    /** `…_Request` */
    readonly request: MessageType,
    /** `…_Response` */
    readonly response: MessageType,
    readonly makeEvent: () => MessageType,
    /** The text of the `.srv` file; empty for the services of actions. */
    readonly definition: string,
  ) {}

  /** `…_Event`, the type of service introspection. */
  get event(): MessageType {
    this.#event ??= this.makeEvent();
    return this.#event;
  }

  /** The description that the hash covers. @internal */
  get described(): DescribedType {
    this.#described ??= describeComposite(this.name, [
      ['request_message', describeMessage(this.request)],
      ['response_message', describeMessage(this.response)],
      ['event_message', describeMessage(this.event)],
    ]);
    return this.#described;
  }

  /** The type hash (RIHS01). */
  get hash(): string {
    return typeHash(this.described);
  }
}

/** The parts of an {@link ActionType}. */
export interface ActionParts {
  readonly name: string;
  readonly goal: MessageType;
  readonly result: MessageType;
  readonly feedback: MessageType;
  readonly sendGoal: ServiceType;
  readonly getResult: ServiceType;
  readonly feedbackMessage: MessageType;
  readonly definition: string;
}

/** An action: `package/action/Name`. */
export class ActionType {
  readonly name: string;
  /** `…_Goal` */
  readonly goal: MessageType;
  /** `…_Result` */
  readonly result: MessageType;
  /** `…_Feedback` */
  readonly feedback: MessageType;
  /** `…_SendGoal` */
  readonly sendGoal: ServiceType;
  /** `…_GetResult` */
  readonly getResult: ServiceType;
  /** `…_FeedbackMessage` */
  readonly feedbackMessage: MessageType;
  /** The text of the `.action` file. */
  readonly definition: string;

  constructor(parts: ActionParts) {
    this.name = parts.name;
    this.goal = parts.goal;
    this.result = parts.result;
    this.feedback = parts.feedback;
    this.sendGoal = parts.sendGoal;
    this.getResult = parts.getResult;
    this.feedbackMessage = parts.feedbackMessage;
    this.definition = parts.definition;
  }

  /** The description that the hash covers. @internal */
  get described(): DescribedType {
    return describeComposite(this.name, [
      ['goal', describeMessage(this.goal)],
      ['result', describeMessage(this.result)],
      ['feedback', describeMessage(this.feedback)],
      ['send_goal_service', this.sendGoal.described],
      ['get_result_service', this.getResult.described],
      ['feedback_message', describeMessage(this.feedbackMessage)],
    ]);
  }

  /** The type hash (RIHS01). */
  get hash(): string {
    return typeHash(this.described);
  }
}
