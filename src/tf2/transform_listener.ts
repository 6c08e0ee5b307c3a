import type { Node, Subscription } from '../client/index.js';
import type { Buffer } from './buffer.js';
import { DYNAMIC_QOS, STATIC_LISTENER_QOS, TF_MESSAGE } from './tf_message.js';
import type { TransformStamped } from './transform.js';

/** Fills a buffer from `/tf` and `/tf_static`. */
export class TransformListener {
  readonly #node: Node;
  #subscriptions: Subscription[];

  /**
   * @param buffer - follows the clock of the node, unless it has one already.
   * @param node - must spin.
   */
  constructor(buffer: Buffer, node: Node) {
    this.#node = node;
    buffer._followClock(node.getClock());
    const listen = (topic: string, qos: object, isStatic: boolean) =>
      node.createSubscription(TF_MESSAGE as string, topic, { qos }, (message: unknown) => {
        const { transforms } = message as { transforms: TransformStamped[] };
        // Messages do not say who sent them.
        for (const one of transforms) buffer.setTransform(one, 'Authority undetectable', isStatic);
      });
    this.#subscriptions = [
      listen('/tf', DYNAMIC_QOS, false),
      listen('/tf_static', STATIC_LISTENER_QOS, true),
    ];
  }

  /** Stops listening; the buffer keeps what it holds. Harmless when repeated. */
  unregister(): void {
    for (const subscription of this.#subscriptions) this.#node.destroySubscription(subscription);
    this.#subscriptions = [];
  }
}
