import type { Waitable } from '../graph/index.js';

const MOST = 64;

/** What has arrived for the entities of a guest, in the order of arrival: each entity once for each input. */
export class Arrivals {
  readonly #entities: Waitable[] = [];
  /** When each came, in ns. */
  readonly #times: number[] = [];
  /** Number of arrivals after which to remove those that a full queue has dropped. */
  #roomy = MOST;

  get length(): number {
    return this.#entities.length;
  }

  push(entity: Waitable, now: number): void {
    this.#entities.push(entity);
    this.#times.push(now);
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
    if (index >= 0) this.#remove(index);
  }

  forget(entity: Waitable): void {
    for (let i = this.#entities.length - 1; i >= 0; i--) {
      if (this.#entities[i] === entity) this.#remove(i);
    }
  }

  clear(): void {
    this.#entities.length = 0;
    this.#times.length = 0;
  }

  /** When the oldest arrival of each entity came, in ns. */
  oldest(): Map<Waitable, number> {
    this.#forgetOverwritten();
    const oldest = new Map<Waitable, number>();
    for (const [i, entity] of this.#entities.entries()) {
      if (!oldest.has(entity)) oldest.set(entity, this.#times[i]!);
    }
    return oldest;
  }

  #remove(index: number): void {
    this.#entities.splice(index, 1);
    this.#times.splice(index, 1);
  }

  /** Removes the oldest arrivals, which a full queue has dropped; the first one left counts as waiting since they came. */
  #forgetOverwritten(): void {
    const left = new Map<Waitable, number>();
    for (const entity of this.#entities) {
      left.set(entity, (left.get(entity) ?? -(entity.pending ?? Number.POSITIVE_INFINITY)) + 1);
    }
    const since = new Map<Waitable, number>();
    let kept = 0;
    for (const [i, entity] of this.#entities.entries()) {
      const time = since.get(entity) ?? this.#times[i]!;
      const dropped = left.get(entity)!;
      if (dropped > 0) {
        left.set(entity, dropped - 1);
        since.set(entity, time);
        continue;
      }
      since.delete(entity);
      this.#entities[kept] = entity;
      this.#times[kept++] = time;
    }
    this.#entities.length = kept;
    this.#times.length = kept;
    this.#roomy = Math.max(MOST, kept * 2);
  }
}
