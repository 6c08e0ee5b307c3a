import { circle, sinCos } from './angles.js';
import type { PlanarPose } from './path.js';
import { Random } from './random.js';
import type { TownObject } from './town.js';

/** A spinning LiDAR. The defaults resemble a Velodyne HDL-64E. */
export interface LidarConfig {
  /** Columns per turn, a multiple of 8. */
  readonly columns: number;
  /** Elevation of each beam, degrees, from the highest to the lowest. */
  readonly elevations: readonly number[];
  /** Only returns in this range are reported, metres. */
  readonly minRange: number;
  readonly maxRange: number;
  /** Standard deviation of the range noise, metres. */
  readonly rangeNoise: number;
  /** Of 256 returns this many get lost. */
  readonly lost: number;
  /** Height of the sensor above the ground, metres. */
  readonly height: number;
}

export const HDL64: LidarConfig = {
  columns: 2048,
  elevations: Array.from({ length: 64 }, (_, i) => (i < 32 ? 2 - i / 3 : -8.83 - 0.5 * (i - 32))),
  minRange: 2.5,
  maxRange: 80,
  rangeNoise: 0.02,
  lost: 10,
  height: 1.73,
};

/** One turn of the sensor: points in the sensor frame, beam after beam as in KITTI's files. */
export interface LidarScan {
  /** x, y, z interleaved, metres. */
  readonly xyz: Float32Array;
  /** Share of the turn at which each point was seen, (0, 1]. */
  readonly times: Float32Array;
}

/**
 * Casts the rays of a LiDAR into a town. All beams of a column lie in one vertical plane, so the
 * footprints are intersected once per column, and the beams share the sorted intersections.
 */
export class Lidar {
  readonly #slopes: Float64Array;
  readonly #cosines: Float64Array;
  /** Directions of the columns in the sensor frame; the turn starts at the rear. */
  readonly #columnX: Float64Array;
  readonly #columnY: Float64Array;
  readonly #town: TownColumns;
  readonly #near: Int32Array;
  readonly #hits: FootprintHits;
  /** Result before it is ordered by beams: place = beam * columns + column. */
  readonly #points: Float32Array;
  readonly #present: Uint8Array;

  constructor(
    town: readonly TownObject[],
    readonly config: LidarConfig = HDL64,
  ) {
    const { columns, elevations } = config;
    const directions = elevations.map((degrees) => sinCos((degrees * Math.PI) / 180));
    this.#slopes = Float64Array.from(directions, ([s, c]) => s / c);
    this.#cosines = Float64Array.from(directions, ([, c]) => c);
    const turn = circle(columns);
    this.#columnX = turn.cos.map((x) => -x);
    this.#columnY = turn.sin.map((y) => -y);
    this.#town = new TownColumns(town);
    this.#near = new Int32Array(town.length);
    this.#hits = new FootprintHits(town.length);
    this.#points = new Float32Array(3 * columns * elevations.length);
    this.#present = new Uint8Array(columns * elevations.length);
  }

  /** A scan taken at one instant. `seed` decides noise and losses. */
  snapshot(pose: PlanarPose, seed: number): LidarScan {
    return this.#scan(seed, pose, pose);
  }

  /** A scan taken while the sensor moves from one pose to the other. */
  rolling(from: PlanarPose, to: PlanarPose, seed: number): LidarScan {
    return this.#scan(seed, from, to);
  }

  #scan(seed: number, from: PlanarPose, to: PlanarPose): LidarScan {
    const { columns, maxRange } = this.config;
    const random = new Random(seed);
    const near = this.#town.near(to, maxRange + distance(from, to), this.#near);
    this.#present.fill(0);
    for (let column = 0; column < columns; column++) {
      const pose = from === to ? to : interpolate(from, to, (column + 1) / columns);
      const lx = this.#columnX[column]!;
      const ly = this.#columnY[column]!;
      const dx = pose.cos * lx - pose.sin * ly;
      const dy = pose.sin * lx + pose.cos * ly;
      this.#hits.collect(this.#town, near, pose, dx, dy, maxRange);
      this.#castColumn(column, lx, ly, random);
    }
    return this.#gather();
  }

  /** Nearest return of every beam of one column. */
  #castColumn(column: number, lx: number, ly: number, random: Random): void {
    const { columns, minRange, maxRange, rangeNoise, lost, height } = this.config;
    const hits = this.#hits;
    const points = this.#points;
    for (let beam = 0; beam < this.#slopes.length; beam++) {
      const m = this.#slopes[beam]!;
      const cosine = this.#cosines[beam]!;
      const hit = hits.nearest(m, height);
      let t = hits.t;
      let range = t / cosine;
      if (!(range >= minRange && range <= maxRange)) continue;
      const a = random.u32();
      const b = random.u32();
      const e = random.u32();
      if ((e & 255) < lost) continue;
      if (hit >= 0) {
        t += hits.depth(hit) * ((e >>> 8) / 16777216);
        range = t / cosine;
      }
      // Sum of four uniform numbers, scaled to standard deviation 1.
      const sum = (a >>> 16) + (a & 0xffff) + (b >>> 16) + (b & 0xffff);
      const noise = ((sum - 131070) / 65536) * Math.sqrt(3);
      const k = (range + rangeNoise * noise) / range;
      const place = beam * columns + column;
      points[3 * place] = millimetres(lx * t * k);
      points[3 * place + 1] = millimetres(ly * t * k);
      points[3 * place + 2] = millimetres(m * t * k);
      this.#present[place] = 1;
    }
  }

  #gather(): LidarScan {
    const { columns } = this.config;
    const present = this.#present;
    let count = 0;
    for (let i = 0; i < present.length; i++) count += present[i]!;
    const xyz = new Float32Array(3 * count);
    const times = new Float32Array(count);
    let o = 0;
    for (let i = 0; i < present.length; i++) {
      if (present[i] === 0) continue;
      xyz[3 * o] = this.#points[3 * i]!;
      xyz[3 * o + 1] = this.#points[3 * i + 1]!;
      xyz[3 * o + 2] = this.#points[3 * i + 2]!;
      times[o] = ((i % columns) + 1) / columns;
      o++;
    }
    return { xyz, times };
  }
}

/** The sensor reports whole millimetres. */
function millimetres(x: number): number {
  return Math.floor(x * 1000 + 0.5) / 1000;
}

function distance(a: PlanarPose, b: PlanarPose): number {
  return Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

function interpolate(a: PlanarPose, b: PlanarPose, s: number): PlanarPose {
  const cos = a.cos + s * (b.cos - a.cos);
  const sin = a.sin + s * (b.sin - a.sin);
  const n = Math.sqrt(cos * cos + sin * sin);
  return { x: a.x + s * (b.x - a.x), y: a.y + s * (b.y - a.y), cos: cos / n, sin: sin / n };
}

/** Number of columns of the object table. */
const FIELDS = 9;

/** The objects as one table of numbers: x, y, axis, half sizes, z0, z1, 0 = box 1 = solid 2 = porous. */
class TownColumns {
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
class FootprintHits {
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
   * Finds the nearest return of the beam with slope m from height h and stores its horizontal
   * distance in {@link t} (infinite if there is none).
   * @returns the hit if it is on the side of a porous object, else -1
   */
  nearest(m: number, h: number): number {
    let best = m < 0 ? -h / m : Number.POSITIVE_INFINITY;
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
