import type { Node, Publisher } from '../client/index.js';
import { DYNAMIC_QOS, TF_MESSAGE } from './tf_message.js';
import type { TransformStamped } from './transform.js';

/** Publishes on `/tf` where frames are now. */
export class TransformBroadcaster {
  readonly #publisher: Publisher;

  constructor(node: Node) {
    this.#publisher = node.createPublisher(TF_MESSAGE as string, '/tf', { qos: DYNAMIC_QOS });
  }

  /** Sends one transform, or several in one message. */
  sendTransform(transforms: TransformStamped | readonly TransformStamped[]): void {
    this.#publisher.publish({ transforms: [transforms].flat() });
  }
}
