import type { Node, Publisher } from '../client/index.js';
import { STATIC_BROADCASTER_QOS, TF_MESSAGE } from './tf_message.js';
import type { TransformStamped } from './transform.js';

/** Publishes on `/tf_static` where frames are for all time, also to late subscribers. */
export class StaticTransformBroadcaster {
  readonly #publisher: Publisher;
  /** Everything that was sent, because only the last message is kept for late listeners. */
  readonly #transforms = new Map<string, TransformStamped>();

  constructor(node: Node) {
    this.#publisher = node.createPublisher(TF_MESSAGE as string, '/tf_static', {
      qos: STATIC_BROADCASTER_QOS,
    });
  }

  /** Sends one or several transforms together with the earlier ones; the last one for a child frame counts. */
  sendTransform(transforms: TransformStamped | readonly TransformStamped[]): void {
    for (const one of [transforms].flat()) this.#transforms.set(one.child_frame_id, one);
    this.#publisher.publish({ transforms: [...this.#transforms.values()] });
  }
}
