import type { MessagesMap } from '../declarations/type_maps.js';
import type { MessageType } from '../declarations/typed_classes.js';
import { TimeoutError } from '../errors/index.js';
import type { TypeClass } from '../message/interface_loader.js';
import type { MessageClass } from '../message/message_class.js';
import type { Node } from '../node/node.js';
import { checkOptions } from '../options/check_options.js';
import { givenTo } from '../options/given_to.js';
import type { QoSArgument } from '../qos/resolve_qos.js';
import { beginWait } from '../world/open_waits.js';

/** Options of {@link waitForMessage}. */
export interface WaitForMessageOptions {
  /** Give up after this many ms. */
  timeout?: number;
  qos?: QoSArgument;
}

/**
 * Settles with the next message of a topic. The node must spin.
 *
 * @throws {TimeoutError} if none arrives in time.
 */
export function waitForMessage<T extends keyof MessagesMap>(
  typeClass: T,
  node: Node,
  topic: string,
  options?: WaitForMessageOptions,
): Promise<MessagesMap[T]>;
export function waitForMessage<C extends TypeClass<MessageClass>>(
  typeClass: C,
  node: Node,
  topic: string,
  options?: WaitForMessageOptions,
): Promise<MessageType<C>>;
export function waitForMessage(
  typeClass: TypeClass<MessageClass>,
  node: Node,
  topic: string,
  options: WaitForMessageOptions = {},
): Promise<unknown> {
  const { timeout, qos } = options;
  checkOptions(options, 'wait', givenTo(node, 'the wait for a message on', topic));
  const isLimited = timeout !== undefined && timeout !== null && timeout >= 0;
  const ended = isLimited ? () => {} : beginWait(node.handle, `a message on the topic ${topic}`);
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => finish(() => resolve(message));
    const subscription = node.createSubscription(typeClass, topic, qos ? { qos } : {}, onMessage);
    const alarm = isLimited
      ? node.world.schedule(timeout * 1e6, () => finish(() => reject(timeoutError(topic, timeout))))
      : undefined;
    const finish = (settle: () => void) => {
      alarm?.destroy();
      ended();
      node.destroySubscription(subscription);
      settle();
    };
  });
}

function timeoutError(topic: string, timeout: number): TimeoutError {
  const operation = `waitForMessage timed out after ${timeout}ms on topic '${topic}'`;
  return new TimeoutError(operation, timeout, { entityType: 'topic', entityName: topic });
}
