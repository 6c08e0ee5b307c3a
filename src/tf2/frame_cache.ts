import { lerp, slerp, type Transform } from './transform.js';

/** The position of a frame in its parent at a time. */
export interface StoredTransform {
  /** In ns since the epoch. */
  readonly stamp: bigint;
  /** The number of the parent frame. */
  readonly parent: number;
  readonly transform: Transform;
}

/** Why a time cannot be looked up. */
export interface Missing {
  readonly side: 'past' | 'future' | 'elsewhere' | 'empty';
  /** The nearest known stamp, if there is one. */
  readonly available?: bigint;
}

/** What is known about one frame. */
export interface FrameCache {
  readonly isStatic: boolean;
  /** How many transforms it holds. */
  readonly length: number;
  /** The one with the latest stamp, 0 if it is static. */
  readonly latest: StoredTransform | undefined;
  /** The one with the earliest stamp. */
  readonly oldest: StoredTransform | undefined;
  /** Adds a transform; false if it is older than the cache time. */
  insert(entry: StoredTransform): boolean;
  /** Where the frame is at a time; 0 for the latest. */
  at(time: bigint): StoredTransform | Missing;
  clear(): void;
}

/** A frame that never moves. The last transform counts. */
export class StaticCache implements FrameCache {
  readonly isStatic = true;
  latest: StoredTransform | undefined;

  get length(): number {
    return this.latest === undefined ? 0 : 1;
  }

  get oldest(): StoredTransform | undefined {
    return this.latest;
  }

  insert(entry: StoredTransform): boolean {
    this.latest = { ...entry, stamp: 0n };
    return true;
  }

  at(): StoredTransform | Missing {
    return this.latest ?? { side: 'empty' };
  }

  /** Static transforms stay. */
  clear(): void {}
}

/** A frame that moves: the transforms of the last `span` ns, with interpolation in between. */
export class TimeCache implements FrameCache {
  readonly isStatic = false;
  readonly #span: bigint;
  /** By stamp; among equal stamps, the one that arrived later is last. */
  readonly #entries: StoredTransform[] = [];

  constructor(span: bigint) {
    this.#span = span;
  }

  get length(): number {
    return this.#entries.length;
  }

  get latest(): StoredTransform | undefined {
    return this.#entries.at(-1);
  }

  get oldest(): StoredTransform | undefined {
    return this.#entries[0];
  }

  insert(entry: StoredTransform): boolean {
    const latest = this.latest;
    if (latest !== undefined && entry.stamp < latest.stamp - this.#span) return false;
    const place = this.#countUntil(entry.stamp);
    for (let i = place - 1; this.#entries[i]?.stamp === entry.stamp; i--) {
      if (isSame(this.#entries[i] as StoredTransform, entry)) return true;
    }
    if (place === this.#entries.length) this.#entries.push(entry);
    else this.#entries.splice(place, 0, entry);
    this.#forget();
    return true;
  }

  at(time: bigint): StoredTransform | Missing {
    const { latest, oldest } = this;
    if (latest === undefined || oldest === undefined) return { side: 'empty' };
    if (time === 0n || time === latest.stamp) return latest;
    if (time === oldest.stamp) return oldest;
    if (this.length === 1) return { side: 'elsewhere', available: latest.stamp };
    if (time > latest.stamp) return { side: 'future', available: latest.stamp };
    if (time < oldest.stamp) return { side: 'past', available: oldest.stamp };
    const after = this.#countUntil(time);
    return between(
      this.#entries[after - 1] as StoredTransform,
      this.#entries[after] as StoredTransform,
      time,
    );
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** How many entries have this stamp or an earlier one. */
  #countUntil(stamp: bigint): number {
    let from = 0;
    let to = this.#entries.length;
    if (to > 0 && (this.#entries[to - 1] as StoredTransform).stamp <= stamp) return to;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#entries[middle] as StoredTransform).stamp <= stamp) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Drops transforms that are older than the latest by more than the span. */
  #forget(): void {
    const oldest = (this.latest as StoredTransform).stamp - this.#span;
    let old = 0;
    while ((this.#entries[old] as StoredTransform).stamp < oldest) old++;
    if (old > 0) this.#entries.splice(0, old);
  }
}

/** Linear in the translation, shortest way round in the rotation; the end points are exact. */
function between(one: StoredTransform, two: StoredTransform, time: bigint): StoredTransform {
  // There is no position in between if the frame changed its parent.
  if (time === one.stamp || one.parent !== two.parent) return one;
  const ratio = Number(time - one.stamp) / Number(two.stamp - one.stamp);
  const { translation, rotation } = one.transform;
  return {
    stamp: time,
    parent: one.parent,
    transform: {
      translation: lerp(translation, two.transform.translation, ratio),
      rotation: slerp(rotation, two.transform.rotation, ratio),
    },
  };
}

function isSame(a: StoredTransform, b: StoredTransform): boolean {
  const [s, t] = [a.transform, b.transform];
  return (
    a.parent === b.parent &&
    s.translation.x === t.translation.x &&
    s.translation.y === t.translation.y &&
    s.translation.z === t.translation.z &&
    s.rotation.x === t.rotation.x &&
    s.rotation.y === t.rotation.y &&
    s.rotation.z === t.rotation.z &&
    s.rotation.w === t.rotation.w
  );
}
