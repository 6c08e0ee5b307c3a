import type { Observable } from 'rxjs';
import { rxjsSubject } from '../../packages/index.js';
import type { Subscription } from './subscription.js';

/**
 * The messages `M` of a subscription as an observable. Get one from
 * `node.createObservableSubscription`.
 */
export class ObservableSubscription<M = unknown> {
  readonly #subscription: Subscription;
  readonly #subject = new (rxjsSubject().Subject)<M>();
  #destroyed = false;

  constructor(subscription: Subscription) {
    this.#subscription = subscription;
  }

  /** Emits every message; completes when this object is completed or destroyed. */
  get observable(): Observable<M> {
    return this.#subject.asObservable();
  }

  get subscription(): Subscription {
    return this.#subscription;
  }

  /** Absolute name of the topic. */
  get topic(): string {
    return this.#subscription.topic;
  }

  get isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** The subscription's callback. */
  _emit(message: M): void {
    if (!this.#destroyed) this.#subject.next(message);
  }

  /** Ends the observable; the subscription stays. */
  complete(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#subject.complete();
  }

  /** {@link ObservableSubscription.complete}. */
  destroy(): void {
    this.complete();
  }
}
