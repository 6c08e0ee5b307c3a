import type { World } from '../world/world.js';

/**
 * Watches that something happens at least once in every period, from the first time on. Nobody
 * has to wait for the end of a period: a run may end before.
 */
export class PeriodWatch {
  readonly #world: World;
  readonly #period: number;
  readonly #onMiss: () => void;
  readonly #repeats: boolean;
  #last = 0;
  #planned: { destroy(): void } | undefined;

  /**
   * @param period - ns.
   * @param onMiss - is called at the end of a period in which nothing happened.
   * @param repeats - whether the next period begins then, or when it happens again.
   */
  constructor(world: World, period: number, onMiss: () => void, repeats: boolean) {
    this.#world = world;
    this.#period = period;
    this.#onMiss = onMiss;
    this.#repeats = repeats;
  }

  /** It happens now. */
  happened(): void {
    this.#last = this.#world.graph.kernel.now;
    if (this.#planned === undefined) this.#plan(this.#period);
  }

  stop(): void {
    this.#planned?.destroy();
    this.#planned = undefined;
  }

  #plan(delay: number): void {
    this.#planned = this.#world.schedule(delay, () => this.#look(), { background: true });
  }

  #look(): void {
    this.#planned = undefined;
    const { now } = this.#world.graph.kernel;
    const left = this.#last + this.#period - now;
    if (left > 0) {
      this.#plan(left);
      return;
    }
    this.#last = now;
    if (this.#repeats) this.#plan(this.#period);
    this.#onMiss();
  }
}
