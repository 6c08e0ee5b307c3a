import type { Publisher as GraphPublisher } from '../../graph/index.js';
import { PeriodWatch } from '../qos/period_watch.js';
import type { World } from '../world/world.js';

const known = new WeakMap<GraphPublisher, Liveliness>();

/** Whether a publisher that must show it is alive (manual by topic) does so in time. */
export class Liveliness {
  #alive = true;
  readonly #watch: PeriodWatch;
  readonly #listeners = new Set<(alive: boolean) => void>();

  constructor(world: World, endpoint: GraphPublisher) {
    const { livelinessLease } = endpoint.qos;
    this.#watch = new PeriodWatch(world, livelinessLease, () => this.#change(false), false);
    this.#watch.happened();
    known.set(endpoint, this);
  }

  /** That of a publisher; undefined if it lives as long as it exists. */
  static of(endpoint: GraphPublisher): Liveliness | undefined {
    return known.get(endpoint);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** It shows that it is alive. */
  assert(): void {
    this.#watch.happened();
    if (!this.#alive) this.#change(true);
  }

  /** Calls back when it is found dead or comes to life; gives what takes that back. */
  onChange(listener: (alive: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#watch.stop();
  }

  #change(alive: boolean): void {
    this.#alive = alive;
    for (const listener of [...this.#listeners]) listener(alive);
  }
}
