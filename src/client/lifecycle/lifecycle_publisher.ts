import type { Publishable } from '../declarations/type_maps.js';
import { Logging } from '../logging/logging.js';
import { Publisher } from '../topic/publisher.js';

/** A publisher that is silent until it is activated. Get one from a lifecycle node. */
export class LifecyclePublisher<M = unknown> extends Publisher<M> {
  #enabled = false;

  /** Publishes if the publisher is active, else warns. See `Publisher.publish`. */
  override publish(message: Publishable<M>, options: { validate?: boolean } = {}): void {
    if (this.#enabled) {
      super.publish(message, options);
      return;
    }
    Logging.getLogger('LifecyclePublisher').warn(
      `Trying to publish message on the topic ${this.topic}, but the publisher is not activated`,
    );
  }

  activate(): void {
    this.#enabled = true;
  }

  deactivate(): void {
    this.#enabled = false;
  }

  isActivated(): boolean {
    return this.#enabled;
  }

  /** {@link LifecyclePublisher.activate}. */
  onActivate(): void {
    this.activate();
  }

  /** {@link LifecyclePublisher.deactivate}. */
  onDeactivate(): void {
    this.deactivate();
  }
}
