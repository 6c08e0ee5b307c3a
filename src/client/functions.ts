import type { Context } from './context.js';
import type { MessagesMap } from './declarations/type_maps.js';
import type { InterfaceType, TypeClassName } from './declarations/typed_classes.js';
import { LifecycleNode } from './lifecycle/lifecycle_node.js';
import type { InterfaceClass, InterfacePackage, TypeClass } from './message/interface_loader.js';
import { interfaceLoader, messageClassOf } from './message/interfaces_in_use.js';
import type { MessageClass } from './message/message_class.js';
import type { MessageInstance } from './message/message_instance.js';
import { Node } from './node/node.js';
import type { NodeBase, NodeOptionsArgument } from './node/node_base.js';

/** Makes a node; the same as `new Node(…)`. */
export function createNode(
  nodeName: string,
  namespace?: string,
  context?: Context,
  options?: NodeOptionsArgument,
  args?: string[],
  useGlobalArguments?: boolean,
): Node {
  return new Node(nodeName, namespace, context, options, args, useGlobalArguments);
}

/** Makes a managed node; the same as `new lifecycle.LifecycleNode(…)`. */
export function createLifecycleNode(
  nodeName: string,
  namespace?: string,
  context?: Context,
  options?: NodeOptionsArgument,
  enableCommunicationInterface = true,
): LifecycleNode {
  return new LifecycleNode(nodeName, namespace, context, options, enableCommunicationInterface);
}

/** Runs a node's callbacks; the same as `node.spin()`. */
export function spin(node: NodeBase, timeout = 10): void {
  node.spin(timeout);
}

/** Runs a node's callbacks once; the same as `node.spinOnce()`. */
export function spinOnce(node: NodeBase, timeout = 10): void {
  node.spinOnce(timeout);
}

/**
 * The class of an interface by `package/kind/Name` or `{package, type, name}`, or all interfaces
 * of a package by its name.
 *
 * @throws {ValidationError} code `MESSAGE_NOT_FOUND` if there is none.
 */
export function loadInterface<T extends TypeClassName>(name: T): InterfaceType<T>;
export function loadInterface(name: TypeClass): InterfaceClass | InterfacePackage;
export function loadInterface(name: TypeClass): InterfaceClass | InterfacePackage {
  return interfaceLoader().load(name);
}

/** A new message with every field at its default. */
export function createMessage<T extends keyof MessagesMap>(
  type: T,
): MessagesMap[T] & MessageInstance;
export function createMessage(type: TypeClass<MessageClass>): MessageInstance;
export function createMessage(type: TypeClass<MessageClass>): MessageInstance {
  return new (messageClassOf(type))();
}

/** Like {@link createMessage}, but returns a plain object. */
export function createMessageObject<T extends keyof MessagesMap>(type: T): MessagesMap[T];
export function createMessageObject(type: TypeClass<MessageClass>): Record<string, unknown>;
export function createMessageObject(type: TypeClass<MessageClass>): Record<string, unknown> {
  return createMessage(type).toPlainObject();
}
