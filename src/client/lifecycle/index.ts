/** Managed nodes: the namespace `lifecycle` of the client library. */
import type { Class } from '../declarations/type_names.js';
import type { MessageType } from '../declarations/typed_classes.js';
import type { LifecyclePublisher as PublisherOf } from './lifecycle_publisher.js';

export { CallbackReturnCode, CallbackReturnValue } from './callback_return_code.js';
export { LifecycleNode, type TransitionCallback } from './lifecycle_node.js';
export { State } from './state.js';
export { Transition, TransitionDescription } from './transition.js';

/** A publisher of a managed node; `T` is the type of its messages, by name, class or shape. */
export type LifecyclePublisher<T = unknown> = PublisherOf<
  T extends string | Class ? MessageType<T> : T
>;

/** A state or transition as services report it. */
export interface SerializedState {
  id: number;
  label: string;
}
