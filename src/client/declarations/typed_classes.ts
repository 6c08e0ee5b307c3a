import type { ActionClass } from '../message/action_class.js';
import type { MessageClass } from '../message/message_class.js';
import type { MessageInstance } from '../message/message_instance.js';
import type { ServiceClass } from '../message/service_class.js';
import type {
  ActionsMap,
  ConstantsMap,
  MessageInput,
  MessagesMap,
  ServicesMap,
} from './type_maps.js';

/** Tells the compiler which interface a class belongs to; does not exist at run time. */
declare const content: unique symbol;

/** Names of all declared messages. */
export type MessageTypeClassName = keyof MessagesMap;
/** Names of all declared services. */
export type ServiceTypeClassName = keyof ServicesMap;
/** Names of all declared actions. */
export type ActionTypeClassName = keyof ActionsMap;
/** Names of all declared interfaces. */
export type TypeClassName = MessageTypeClassName | ServiceTypeClassName | ActionTypeClassName;

/** The class of messages with content `M`, e.g. `require('std_msgs/msg/String')`. */
export interface MessageConstructor<M> extends MessageClass {
  new (other?: MessageInput<M> | MessageInstance): M & MessageInstance;
  readonly [content]: M;
}

/** The class of a service, e.g. `require('std_srvs/srv/SetBool')`. */
export interface ServiceConstructor<S> extends ServiceClass {
  readonly Request: MessageConstructor<PartOf<S, 'Request'>>;
  readonly Response: MessageConstructor<PartOf<S, 'Response'>>;
  readonly [content]: S;
}

/** The class of an action, e.g. `require('test_msgs/action/Fibonacci')`. */
export interface ActionConstructor<A> extends ActionClass {
  readonly Goal: MessageConstructor<PartOf<A, 'Goal'>>;
  readonly Result: MessageConstructor<PartOf<A, 'Result'>>;
  readonly Feedback: MessageConstructor<PartOf<A, 'Feedback'>>;
  readonly [content]: A;
}

export type PartOf<T, K extends string> = T extends { readonly [P in K]: infer V } ? V : unknown;
export type ContentOf<T> = T extends { readonly [content]: infer C } ? C : unknown;

/** What `require` returns for a name. */
export type InterfaceType<T> = T extends MessageTypeClassName
  ? MessageConstructor<MessagesMap[T]> & ConstantsOf<T>
  : T extends ServiceTypeClassName
    ? ServiceConstructor<ServicesMap[T]> & ConstantsOfParts<T, 'Request' | 'Response'>
    : T extends ActionTypeClassName
      ? ActionConstructor<ActionsMap[T]> & ConstantsOfParts<T, 'Goal' | 'Result' | 'Feedback'>
      : unknown;

/** The constants that the class of a message has as members. */
export type ConstantsOf<T> = T extends keyof ConstantsMap ? ConstantsMap[T] : unknown;
export type ConstantsOfParts<T extends string, P extends string> = {
  readonly [K in P]: ConstantsOf<`${T}_${K}`>;
};

/** Messages of a type given by name or class; unknown if it is not declared. */
export type MessageType<T> = T extends MessageTypeClassName ? MessagesMap[T] : ContentOf<T>;

/** `{ Request, Response }` of a service given by name or class. */
export type ServiceParts<T> = T extends ServiceTypeClassName ? ServicesMap[T] : ContentOf<T>;
export type ServiceRequestMessage<T> = PartOf<ServiceParts<T>, 'Request'>;
export type ServiceResponseMessage<T> = PartOf<ServiceParts<T>, 'Response'>;

export type ActionParts<T> = T extends ActionTypeClassName ? ActionsMap[T] : ContentOf<T>;
export type ActionGoal<T> = PartOf<ActionParts<T>, 'Goal'>;
export type ActionResult<T> = PartOf<ActionParts<T>, 'Result'>;
export type ActionFeedback<T> = PartOf<ActionParts<T>, 'Feedback'>;

/** The type of a callback's parameter; if nothing is declared, the callback chooses it. */
export type Received<M> = unknown extends M ? never : M;

/** What can be sent as `M`: fields may be left out; anything if nothing is declared. */
export type Sent<M> = unknown extends M ? unknown : MessageInput<M> | MessageInstance;
