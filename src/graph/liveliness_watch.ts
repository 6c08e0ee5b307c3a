import { PeriodWatch, type Planner } from './period_watch.js';
import type { Publisher } from './publisher.js';

/** Kept by publisher, because subscriptions match a publisher and listen to it before its watch exists. */
const listeners = new WeakMap<Publisher, Set<(alive: boolean) => void>>();
const known = new WeakMap<Publisher, LivelinessWatch>();

/** Watches whether a publisher that must assert its liveliness (manual by topic) does so in time. */
export class LivelinessWatch {
  #alive = true;
  readonly #watch: PeriodWatch;
  readonly #endpoint: Publisher;

  private constructor(planner: Planner, endpoint: Publisher) {
    this.#endpoint = endpoint;
    const { livelinessLease } = endpoint.qos;
    this.#watch = new PeriodWatch(planner, livelinessLease, () => this.#change(false), false);
    this.#watch.happened();
    known.set(endpoint, this);
  }

  /** Starts the watch of a new publisher; undefined if the publisher need not assert anything. */
  static watch(planner: Planner, endpoint: Publisher): LivelinessWatch | undefined {
    const { liveliness, livelinessLease } = endpoint.qos;
    const mustShow = liveliness === 'manual_by_topic' && Number.isFinite(livelinessLease);
    return mustShow ? new LivelinessWatch(planner, endpoint) : undefined;
  }

  /** The watch of a publisher; undefined if the publisher is alive as long as it exists. */
  static of(endpoint: Publisher): LivelinessWatch | undefined {
    return known.get(endpoint);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Called when the publisher asserts that it is alive. */
  assert(): void {
    this.#watch.happened();
    if (!this.#alive) this.#change(true);
  }

  /**
   * Calls back when a publisher loses or regains its liveliness, even one that is just being
   * created; returns a function that removes the callback.
   */
  static onChange(endpoint: Publisher, listener: (alive: boolean) => void): () => void {
    const all = listeners.get(endpoint) ?? new Set();
    listeners.set(endpoint, all.add(listener));
    return () => all.delete(listener);
  }

  stop(): void {
    this.#watch.stop();
  }

  #change(alive: boolean): void {
    this.#alive = alive;
    for (const listener of [...(listeners.get(this.#endpoint) ?? [])]) listener(alive);
  }
}
