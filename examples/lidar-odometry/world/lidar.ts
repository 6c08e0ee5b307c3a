import { circle, sinCos } from './angles.js';
import { FootprintHits, TownColumns } from './footprints.js';
import type { PlanarPose } from './path.js';
import { Random } from './random.js';
import type { Relief } from './relief.js';
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
  readonly #ground: Float64Array;
  /** Result before it is ordered by beams: place = beam * columns + column. */
  readonly #points: Float32Array;
  readonly #present: Uint8Array;

  /**
   * @param town - what can be hit, besides the ground
   * @param relief - height of the ground; without it the ground is a plane
   */
  constructor(
    town: readonly TownObject[],
    readonly config: LidarConfig = HDL64,
    readonly relief?: Relief,
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
    this.#ground = new Float64Array(elevations.length);
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
      this.#findGround(pose, dx, dy);
      this.#castColumn(column, lx, ly, random);
    }
    return this.#gather();
  }

  /** Where the beams of one column reach the ground. */
  #findGround(pose: PlanarPose, dx: number, dy: number): void {
    const { height, maxRange } = this.config;
    for (let beam = 0; beam < this.#slopes.length; beam++) {
      const m = this.#slopes[beam]!;
      let t = m < 0 ? -height / m : Number.POSITIVE_INFINITY;
      if (this.relief !== undefined && t < 2 * maxRange) {
        // Two steps from where the plane is hit. Far away, where a bump may be steeper than the
        // beam, this is not the first hit of a true surface, but as rough and as repeatable.
        for (let k = 0; k < 2; k++) {
          t = (this.relief.heightAt(pose.x + t * dx, pose.y + t * dy) - height) / m;
        }
      }
      this.#ground[beam] = t;
    }
  }

  /** Nearest return of every beam of one column. */
  #castColumn(column: number, lx: number, ly: number, random: Random): void {
    const { columns, minRange, maxRange, rangeNoise, lost, height } = this.config;
    const hits = this.#hits;
    const points = this.#points;
    for (let beam = 0; beam < this.#slopes.length; beam++) {
      const m = this.#slopes[beam]!;
      const cosine = this.#cosines[beam]!;
      const hit = hits.nearest(m, height, this.#ground[beam]!);
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
