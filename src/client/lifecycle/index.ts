/** Managed nodes: the namespace `lifecycle` of the client library. */
import { CallbackReturnCode, CallbackReturnValue } from './callback_return.js';
import { LifecycleNode } from './lifecycle_node.js';
import { State } from './state.js';
import { Transition, TransitionDescription } from './transition.js';

/** What `rclnodejs.lifecycle` is. */
export const lifecycle = {
  CallbackReturnCode,
  CallbackReturnValue,
  LifecycleNode,
  State,
  Transition,
  TransitionDescription,
};
