import type { Waitable } from '../graph/index.js';

const MOST = 64;

/** What has arrived for the entities of a guest, in the order of arrival: each entity once for each input. */
export class Arrivals {
  readonly #entities: Waitable[] = [];
  /** Number of arrivals after which to remove those that a full queue has dropped. */
  #roomy = MOST;

  get length(): number {
    return this.#entities.length;
  }

  push(entity: Waitable): void {
    this.#entities.push(entity);
    if (this.#entities.length > this.#roomy) this.#forgetOverwritten();
  }

  /** The first entity of this kind, in the order of arrival. */
  find(isWanted: (entity: Waitable) => boolean): Waitable | undefined {
    return this.#entities.find(isWanted);
  }

  countOf(entity: Waitable): number {
    return this.#entities.filter((each) => each === entity).length;
  }

  /** Removes its oldest arrival. */
  forgetOne(entity: Waitable): void {
    const index = this.#entities.indexOf(entity);
    if (index >= 0) this.#entities.splice(index, 1);
  }

  forget(entity: Waitable): void {
    for (let i = this.#entities.length - 1; i >= 0; i--) {
      if (this.#entities[i] === entity) this.#entities.splice(i, 1);
    }
  }

  clear(): void {
    this.#entities.length = 0;
  }

  /** Removes arrivals that a full queue has dropped: the oldest ones. */
  #forgetOverwritten(): void {
    const left = new Map<Waitable, number>();
    const kept = this.#entities.reverse().filter((entity) => {
      const more = left.get(entity) ?? entity.pending ?? Number.POSITIVE_INFINITY;
      left.set(entity, more - 1);
      return more > 0;
    });
    this.#entities.splice(0, this.#entities.length, ...kept.reverse());
    this.#roomy = Math.max(MOST, this.#entities.length * 2);
  }
}
