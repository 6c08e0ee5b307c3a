import type { PlanarPose } from './path.js';
import type { TownObject } from './town.js';

/** Number of columns of the object table. */
const FIELDS = 9;

/** The objects as one table of numbers: x, y, axis, half sizes, z0, z1, 0 = box 1 = solid 2 = porous. */
export class TownColumns {
  readonly table: Float64Array;
  readonly #count: number;

  constructor(objects: readonly TownObject[]) {
    this.#count = objects.length;
    this.table = Float64Array.from(
      objects.flatMap((o) => {
        const kind = o.kind === 'box' ? 0 : o.porous ? 2 : 1;
        return [o.x, o.y, o.axisX, o.axisY, o.halfX, o.halfY, o.z0, o.z1, kind];
      }),
    );
  }

  /** Writes the rows of all objects within `range` into `target` and returns that part of it. */
  near(pose: PlanarPose, range: number, target: Int32Array): Int32Array {
    const { table } = this;
    let n = 0;
    for (let row = 0; row < FIELDS * this.#count; row += FIELDS) {
      const dx = table[row]! - pose.x;
      const dy = table[row + 1]! - pose.y;
      const reach = range + table[row + 4]! + table[row + 5]!;
      if (dx * dx + dy * dy <= reach * reach) target[n++] = row;
    }
    return target.subarray(0, n);
  }
}

/** The footprints that one vertical plane cuts, nearest first. */
export class FootprintHits {
  /** Distance of the return found by the last {@link nearest}. */
  t = 0;
  #count = 0;
  readonly #in: Float64Array;
  readonly #out: Float64Array;
  readonly #z0: Float64Array;
  readonly #z1: Float64Array;
  readonly #porous: Uint8Array;
  #slabIn = 0;
  #slabOut = 0;

  constructor(capacity: number) {
    this.#in = new Float64Array(capacity);
    this.#out = new Float64Array(capacity);
    this.#z0 = new Float64Array(capacity);
    this.#z1 = new Float64Array(capacity);
    this.#porous = new Uint8Array(capacity);
  }

  /** Way through the crown or bush of a hit, metres. */
  depth(hit: number): number {
    return this.#out[hit]! - this.#in[hit]!;
  }

  /** Intersects the ray from `pose` in direction (dx, dy) with the footprints in `rows`. */
  collect(
    town: TownColumns,
    rows: Int32Array,
    pose: PlanarPose,
    dx: number,
    dy: number,
    range: number,
  ): void {
    const { table } = town;
    this.#count = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const ox = table[row]! - pose.x;
      const oy = table[row + 1]! - pose.y;
      const halfX = table[row + 4]!;
      const halfY = table[row + 5]!;
      // Too far to the side of the ray or behind it: by far the most frequent case.
      const aside = Math.abs(ox * dy - oy * dx);
      const reach = halfX + halfY;
      if (aside > reach || ox * dx + oy * dy < -reach) continue;
      const kind = table[row + 8]!;
      const cut =
        kind === 0
          ? this.#cutBox(ox, oy, dx, dy, table[row + 2]!, table[row + 3]!, halfX, halfY)
          : this.#cutCircle(ox, oy, dx, dy, halfX);
      if (!cut || !(this.#slabIn > 0) || this.#slabIn > range) continue;
      this.#insert(table[row + 6]!, table[row + 7]!, kind === 2 ? 1 : 0);
    }
  }

  #cutBox(
    ox: number,
    oy: number,
    dx: number,
    dy: number,
    ax: number,
    ay: number,
    halfX: number,
    halfY: number,
  ): boolean {
    const u = -(ox * ax + oy * ay);
    const v = -(oy * ax - ox * ay);
    const du = dx * ax + dy * ay;
    const dv = dy * ax - dx * ay;
    let near = Number.NEGATIVE_INFINITY;
    let far = Number.POSITIVE_INFINITY;
    if (du !== 0) {
      const a = (-halfX - u) / du;
      const b = (halfX - u) / du;
      near = Math.min(a, b);
      far = Math.max(a, b);
    } else if (Math.abs(u) > halfX) return false;
    if (dv !== 0) {
      const a = (-halfY - v) / dv;
      const b = (halfY - v) / dv;
      near = Math.max(near, Math.min(a, b));
      far = Math.min(far, Math.max(a, b));
    } else if (Math.abs(v) > halfY) return false;
    this.#slabIn = near;
    this.#slabOut = far;
    return near <= far;
  }

  #cutCircle(ox: number, oy: number, dx: number, dy: number, radius: number): boolean {
    const along = ox * dx + oy * dy;
    const square = radius * radius - (ox * ox + oy * oy - along * along);
    if (square < 0) return false;
    const half = Math.sqrt(square);
    this.#slabIn = along - half;
    this.#slabOut = along + half;
    return true;
  }

  /** Keeps the list sorted by the distance of entry. */
  #insert(z0: number, z1: number, porous: number): void {
    const near = this.#slabIn;
    let i = this.#count++;
    for (; i > 0 && this.#in[i - 1]! > near; i--) {
      this.#in[i] = this.#in[i - 1]!;
      this.#out[i] = this.#out[i - 1]!;
      this.#z0[i] = this.#z0[i - 1]!;
      this.#z1[i] = this.#z1[i - 1]!;
      this.#porous[i] = this.#porous[i - 1]!;
    }
    this.#in[i] = near;
    this.#out[i] = this.#slabOut;
    this.#z0[i] = z0;
    this.#z1[i] = z1;
    this.#porous[i] = porous;
  }

  /**
   * Finds the nearest return of the beam with slope m from height h, which reaches the ground at
   * distance `ground` (infinite if never), and stores its horizontal distance in {@link t}.
   * @returns the hit if it is on the side of a porous object, else -1
   */
  nearest(m: number, h: number, ground: number): number {
    let best = ground;
    let hit = -1;
    for (let i = 0; i < this.#count; i++) {
      const near = this.#in[i]!;
      if (near >= best) break;
      const z = h + m * near;
      const z0 = this.#z0[i]!;
      const z1 = this.#z1[i]!;
      if (z >= z0 && z <= z1) {
        best = near;
        hit = this.#porous[i] === 1 ? i : -1;
        break;
      }
      // Over the edge onto the roof, or from below onto the underside.
      if (m === 0) continue;
      const t = ((z > z1 ? z1 : z0) - h) / m;
      if (t >= near && t <= this.#out[i]! && t < best) {
        best = t;
        hit = -1;
      }
    }
    this.t = best;
    return hit;
  }
}
