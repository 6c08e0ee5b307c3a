import type { Context } from '../context.js';
import type { MessagesMap } from '../declarations/type_maps.js';
import type { MessageType } from '../declarations/typed_classes.js';
import type { EntityOptions } from '../entity.js';
import { ValidationError } from '../errors/index.js';
import type { TypeClass } from '../message/interface_loader.js';
import type { MessageClass } from '../message/message_class.js';
import { Node } from '../node/node.js';
import type { NodeOptionsArgument } from '../node/node_base.js';
import type { Response } from '../service/response.js';
import type { Publisher } from '../topic/publisher.js';
import { CallbackReturnCode, CallbackReturnValue } from './callback_return_code.js';
import { LifecyclePublisher } from './lifecycle_publisher.js';
import type { State } from './state.js';
import { StateId, StateMachine, TransitionId } from './state_machine.js';
import type { TransitionDescription } from './transition.js';

/** Does the work of a transition; gets the state before it, returns a `CallbackReturnCode`. */
export type TransitionCallback = (previousState: State) => number;

/** The event that follows each answer of a callback. */
const OUTCOME: Readonly<Record<number, string>> = {
  [CallbackReturnCode.SUCCESS]: 'transition_success',
  [CallbackReturnCode.FAILURE]: 'transition_failure',
  [CallbackReturnCode.ERROR]: 'transition_error',
};

/** A managed node: goes through states that others can see and change. */
export class LifecycleNode extends Node {
  readonly #machine: StateMachine;
  readonly #callbacks = new Map<number, TransitionCallback>();
  #events: Publisher | undefined;

  /**
   * See `NodeBase` for the arguments.
   *
   * @param enableCommunicationInterface - whether others can see and change its state.
   */
  constructor(
    nodeName: string,
    namespace?: string,
    context?: Context,
    options?: NodeOptionsArgument,
    enableCommunicationInterface = true,
  ) {
    super(nodeName, namespace, context, options);
    this.#machine = new StateMachine((transition) => this.#publishEvent(transition));
    if (enableCommunicationInterface) this.#openInterface();
  }

  /** A publisher that is silent until it is activated; see `Node.createPublisher`. */
  createLifecyclePublisher<T extends keyof MessagesMap>(
    typeClass: T,
    topic: string,
    options?: EntityOptions,
  ): LifecyclePublisher<MessagesMap[T]>;
  createLifecyclePublisher<C extends TypeClass<MessageClass>>(
    typeClass: C,
    topic: string,
    options?: EntityOptions,
  ): LifecyclePublisher<MessageType<C>>;
  createLifecyclePublisher(
    typeClass: TypeClass<MessageClass>,
    topic: string,
    options?: EntityOptions,
  ): LifecyclePublisher {
    return this._addPublisher(LifecyclePublisher, typeClass, topic, options);
  }

  get currentState(): State {
    return this.#machine.current;
  }

  /** All states. */
  get availableStates(): State[] {
    return this.#machine.states;
  }

  /** All transitions. */
  get transitions(): TransitionDescription[] {
    return this.#machine.transitions;
  }

  /** The transitions from the current state. */
  get availableTransitions(): TransitionDescription[] {
    return this.#machine.availableTransitions;
  }

  /** Always true: the state machine exists from the beginning. */
  get isInitialized(): boolean {
    return true;
  }

  /** Logs the states and transitions. */
  print(): void {
    const logger = this.getLogger();
    logger.info(`current state: ${this.currentState.label}`);
    for (const { transition, startState, goalState } of this.transitions) {
      logger.info(`${startState.label} -- ${transition.label} --> ${goalState.label}`);
    }
  }

  registerOnConfigure(callback: TransitionCallback): void {
    this.#callbacks.set(StateId.CONFIGURING, callback);
  }

  registerOnActivate(callback: TransitionCallback): void {
    this.#callbacks.set(StateId.ACTIVATING, callback);
  }

  registerOnDeactivate(callback: TransitionCallback): void {
    this.#callbacks.set(StateId.DEACTIVATING, callback);
  }

  registerOnCleanup(callback: TransitionCallback): void {
    this.#callbacks.set(StateId.CLEANINGUP, callback);
  }

  registerOnShutdown(callback: TransitionCallback): void {
    this.#callbacks.set(StateId.SHUTTINGDOWN, callback);
  }

  registerOnError(callback: TransitionCallback): void {
    this.#callbacks.set(StateId.ERRORPROCESSING, callback);
  }

  /**
   * From unconfigured to inactive. Like all changes of state, it returns the new state and throws
   * `ValidationError`, code `INVALID_TRANSITION`, if it is not possible.
   *
   * @param callbackReturnValue - receives the callback's answer.
   */
  configure(callbackReturnValue?: CallbackReturnValue): State {
    return this.#change(TransitionId.CONFIGURE, callbackReturnValue);
  }

  /** From inactive to active. */
  activate(callbackReturnValue?: CallbackReturnValue): State {
    return this.#change(TransitionId.ACTIVATE, callbackReturnValue);
  }

  /** From active to inactive. */
  deactivate(callbackReturnValue?: CallbackReturnValue): State {
    return this.#change(TransitionId.DEACTIVATE, callbackReturnValue);
  }

  /** From inactive to unconfigured. */
  cleanup(callbackReturnValue?: CallbackReturnValue): State {
    return this.#change(TransitionId.CLEANUP, callbackReturnValue);
  }

  /** From any state to finalized. */
  shutdown(callbackReturnValue?: CallbackReturnValue): State {
    return this.#change('shutdown', callbackReturnValue);
  }

  #change(idOrLabel: number | string, returnValue?: CallbackReturnValue): State {
    const initial = this.currentState;
    if (this.#machine.trigger(idOrLabel) === undefined) {
      throw new ValidationError(`No transition available from state ${idOrLabel}`, {
        code: 'INVALID_TRANSITION',
        entityType: 'lifecycle node',
        details: { transitionIdOrLabel: idOrLabel },
      });
    }
    let code = this.#call(initial);
    this.#machine.trigger(OUTCOME[code] ?? 'transition_error');
    if (this.currentState.id === StateId.ERRORPROCESSING) {
      code = this.#call(initial);
      this.#machine.trigger(OUTCOME[code] ?? 'transition_error');
    }
    if (returnValue) returnValue.value = code;
    return this.currentState;
  }

  #call(previous: State): number {
    const callback = this.#callbacks.get(this.currentState.id);
    if (callback === undefined) return CallbackReturnCode.SUCCESS;
    try {
      return Number(callback(previous));
    } catch (error) {
      this.getLogger().error(`Error in the callback of ${this.currentState.label}: ${error}`);
      return CallbackReturnCode.ERROR;
    }
  }

  #openInterface(): void {
    this.#events = this.createPublisher('lifecycle_msgs/msg/TransitionEvent', '~/transition_event');
    const serve = (type: string, name: string, answer: (request: never) => object) => {
      const callback = (request: never, response: Response) => response.send(answer(request));
      this.createService(`lifecycle_msgs/srv/${type}`, `~/${name}`, callback);
    };
    serve('ChangeState', 'change_state', (request: ChangeStateRequest) => ({
      success: this.#changeState(request),
    }));
    serve('GetState', 'get_state', () => ({ current_state: this.currentState }));
    serve('GetAvailableStates', 'get_available_states', () => ({
      available_states: this.availableStates,
    }));
    serve('GetAvailableTransitions', 'get_available_transitions', () => ({
      available_transitions: this.availableTransitions.map(descriptionMessage),
    }));
    serve('GetAvailableTransitions', 'get_transition_graph', () => ({
      available_transitions: this.transitions.map(descriptionMessage),
    }));
  }

  #changeState({ transition: { id, label } }: ChangeStateRequest): boolean {
    const wanted = this.#machine.find(label || id);
    if (wanted === undefined) return false;
    const returnValue = new CallbackReturnValue();
    this.#change(wanted.transition.id, returnValue);
    return returnValue.isSuccess();
  }

  #publishEvent(description: TransitionDescription): void {
    this.#events?.publish({
      timestamp: this.now().nanoseconds,
      ...descriptionMessage(description),
    });
  }
}

interface ChangeStateRequest {
  transition: { id: number; label: string };
}

function descriptionMessage({ transition, startState, goalState }: TransitionDescription): object {
  return { transition, start_state: startState, goal_state: goalState };
}
