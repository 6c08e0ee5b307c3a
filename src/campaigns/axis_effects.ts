import type { Point } from './campaign_plan.js';

/** Finds axes that change nothing: a misspelt parameter, or one that the system never reads, looks like a result. */
export class AxisEffects {
  readonly #points: readonly Point[];
  /** Axes without an effect so far, and whether two of their values have been compared. */
  readonly #axes: Map<string, boolean>;
  readonly #digests = new Map<string, string>();
  #seed = -1;

  constructor(points: readonly Point[]) {
    this.#points = points;
    this.#axes = new Map(Object.keys(points[0]?.values ?? {}).map((axis) => [axis, false]));
  }

  /** Rows come in their order, so that those of one seed stand together. */
  add(row: number, digest: string): void {
    if (this.#axes.size === 0) return;
    const seed = Math.floor(row / this.#points.length);
    if (seed !== this.#seed) this.#digests.clear();
    this.#seed = seed;
    const { values } = this.#points[row % this.#points.length]!;
    for (const axis of this.#axes.keys()) {
      const others = JSON.stringify([axis, { ...values, [axis]: null }]);
      const known = this.#digests.get(others);
      this.#digests.set(others, digest);
      if (known === undefined) continue;
      if (known === digest) this.#axes.set(axis, true);
      else this.#axes.delete(axis);
    }
  }

  /** The axes of which different values were tried, and gave equal runs in every case. */
  idle(): string[] {
    return [...this.#axes].filter(([, isCompared]) => isCompared).map(([axis]) => axis);
  }
}
