/** Managed nodes: the namespace `lifecycle` of the client library. */
export { CallbackReturnCode, CallbackReturnValue } from './callback_return.js';
export { LifecycleNode, type TransitionCallback } from './lifecycle_node.js';
export type { LifecyclePublisher } from './lifecycle_publisher.js';
export { State } from './state.js';
export { Transition, TransitionDescription } from './transition.js';

/** A state or transition as services tell of it. */
export interface SerializedState {
  id: number;
  label: string;
}
