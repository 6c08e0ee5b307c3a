import type { MessageInstance } from '../message/message_instance.js';

/**
 * Message types by name, e.g. `MessagesMap['std_msgs/msg/String']`. Empty here: generated
 * declarations (`orrery types`), including those of the built-in interfaces, fill it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by generated declarations
export interface MessagesMap {}

/** Service types by name: `{ Request, Response }`. Filled like {@link MessagesMap}. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by generated declarations
export interface ServicesMap {}

/** Action types by name: `{ Goal, Result, Feedback }`. Filled like {@link MessagesMap}. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by generated declarations
export interface ActionsMap {}

/**
 * Constants by the name of the message, or of the part of a service or action, that has them:
 * `ConstantsMap['action_msgs/msg/GoalStatus']`. Filled like {@link MessagesMap}.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by generated declarations
export interface ConstantsMap {}

/**
 * The content of a message that is sent: fields may be left out, and 64-bit integers may be
 * numbers.
 */
export type MessageInput<M> = M extends bigint
  ? bigint | number
  : M extends string | number | boolean | ArrayBufferView
    ? M
    : M extends readonly (infer E)[]
      ? readonly MessageInput<E>[]
      : { [K in keyof M]?: MessageInput<M[K]> };

export type Primitive = string | number | bigint | boolean;

/** What a publisher of messages `M` accepts; anything if `M` is not known. */
export type Publishable<M> = unknown extends M
  ? unknown
  :
      | MessageInput<M>
      | MessageInstance
      | Buffer
      | (M extends { data: infer D extends Primitive } ? MessageInput<D> : never);

/** What a client of services `S` sends; anything if `S` is not known. */
export type RequestOf<S> = S extends { Request: infer R }
  ? MessageInput<R> | MessageInstance
  : unknown;

/** What a client of services `S` receives; `U` if `S` is not known. */
export type ResponseOf<S, U> = S extends { Response: infer R } ? R : U;
