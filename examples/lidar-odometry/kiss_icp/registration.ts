import { solve6 } from './normal_equations.js';
import type { Points } from './points.js';
import { exp, Pose, transformPoints } from './pose.js';
import type { VoxelHashMap } from './voxel_hash_map.js';

/** Outcome of one registration. */
export interface Registration {
  readonly pose: Pose;
  /** Iterations done. */
  readonly iterations: number;
  /** Matched points in the last iteration. */
  readonly correspondences: number;
  /** Norm of the last step (metres and radians mixed); 0 if none was done. */
  readonly step: number;
}

/** Relative slack that covers all rounding when distances are compared through a detour. */
const SAFE = 1 - 1e-9;

/**
 * Robust point-to-point ICP (Vizzo et al., KISS-ICP, 2023, section III-D) against a voxel map.
 *
 * In most iterations a point moves by less than a millimetre and keeps its partner. A search
 * therefore also tells how far all *other* candidates are at least; as long as the triangle
 * inequality then proves that the partner is still the nearest one, no new search is done. The
 * result is the same to the last bit (a test compares).
 */
export class Icp {
  /** Per source point: where it was at its last search (3), distance of the others. */
  #searched = new Float64Array(0);
  /** Per source point: its partner in the map, -1 = none in reach, -2 = never searched. */
  #partner = new Int32Array(0);
  #moved = new Float64Array(0);
  /** Sums of the normal equations: W, m(3), Q(xx,xy,xz,yy,yz,zz), f(3), c(3). */
  readonly #sums = new Float64Array(16);
  readonly #h = new Float64Array(36);
  readonly #x = new Float64Array(6);

  /**
   * @param maxIterations - upper bound of iterations
   * @param convergence - stop when the norm of a step is below this
   */
  constructor(
    readonly maxIterations: number,
    readonly convergence: number,
  ) {}

  /**
   * @param source - points in the sensor frame
   * @param guess - predicted pose of the sensor
   * @param maxDistance - partners must be nearer than this, metres
   * @param kernel - scale of the Geman-McClure kernel
   */
  align(
    source: Points,
    map: VoxelHashMap,
    guess: Pose,
    maxDistance: number,
    kernel: number,
  ): Registration {
    if (map.voxelCount === 0) return { pose: guess, iterations: 0, correspondences: 0, step: 0 };
    const { count } = source;
    this.#prepare(count);
    const moved = this.#moved;
    transformPoints(guess, source.xyz, moved, 0, count);
    let motion = Pose.identity;
    let iterations = 0;
    let correspondences = 0;
    let step = 0;
    while (iterations < this.maxIterations) {
      correspondences = this.#accumulate(map, count, maxDistance, kernel);
      const delta = this.#solve();
      transformPoints(delta, moved, moved, 0, count);
      motion = delta.times(motion);
      iterations++;
      step = norm6(this.#x);
      if (step < this.convergence) break;
    }
    return { pose: motion.times(guess), iterations, correspondences, step };
  }

  #prepare(count: number): void {
    if (this.#partner.length < count) {
      this.#partner = new Int32Array(2 * count);
      this.#searched = new Float64Array(8 * count);
      this.#moved = new Float64Array(6 * count);
    }
    this.#partner.fill(-2, 0, count);
  }

  /** Matches all points and sums up the normal equations, in the order of the points. */
  #accumulate(map: VoxelHashMap, count: number, maxDistance: number, kernel: number): number {
    const moved = this.#moved;
    const partner = this.#partner;
    const map3 = map.xyz;
    const k2 = kernel * kernel;
    let matches = 0;
    let w = 0;
    let m0 = 0,
      m1 = 0,
      m2 = 0;
    let q00 = 0,
      q01 = 0,
      q02 = 0,
      q11 = 0,
      q12 = 0,
      q22 = 0;
    let f0 = 0,
      f1 = 0,
      f2 = 0;
    let c0 = 0,
      c1 = 0,
      c2 = 0;
    for (let i = 0; i < count; i++) {
      if (!this.#keepsPartner(map, i, maxDistance)) this.#search(map, i, maxDistance);
      const p = partner[i]!;
      if (p < 0) continue;
      const x = moved[3 * i]!;
      const y = moved[3 * i + 1]!;
      const z = moved[3 * i + 2]!;
      const r0 = x - map3[p]!;
      const r1 = y - map3[p + 1]!;
      const r2 = z - map3[p + 2]!;
      const squared = r0 * r0 + r1 * r1 + r2 * r2;
      if (!(Math.sqrt(squared) < maxDistance)) continue;
      matches++;
      // The kernel scale enters the denominator unsquared: so does the reference.
      const d = kernel + squared;
      const weight = k2 / (d * d);
      w += weight;
      const wx = weight * x;
      const wy = weight * y;
      const wz = weight * z;
      m0 += wx;
      m1 += wy;
      m2 += wz;
      q00 += wx * x;
      q01 += wx * y;
      q02 += wx * z;
      q11 += wy * y;
      q12 += wy * z;
      q22 += wz * z;
      f0 += weight * r0;
      f1 += weight * r1;
      f2 += weight * r2;
      c0 += wy * r2 - wz * r1;
      c1 += wz * r0 - wx * r2;
      c2 += wx * r1 - wy * r0;
    }
    this.#sums.set([w, m0, m1, m2, q00, q01, q02, q11, q12, q22, f0, f1, f2, c0, c1, c2]);
    return matches;
  }

  /** True if it is certain, without a search, that a search would give the same outcome. */
  #keepsPartner(map: VoxelHashMap, i: number, maxDistance: number): boolean {
    const p = this.#partner[i]!;
    if (p < -1) return false;
    const moved = this.#moved;
    const searched = this.#searched;
    const size = map.voxelSize;
    const x = moved[3 * i]!;
    const y = moved[3 * i + 1]!;
    const z = moved[3 * i + 2]!;
    const sx = searched[4 * i]!;
    const sy = searched[4 * i + 1]!;
    const sz = searched[4 * i + 2]!;
    const mx = x - sx;
    const my = y - sy;
    const mz = z - sz;
    const others = searched[4 * i + 3]! - Math.sqrt(mx * mx + my * my + mz * mz);
    let nearest = maxDistance;
    if (p >= 0) {
      const dx = x - map.xyz[p]!;
      const dy = y - map.xyz[p + 1]!;
      const dz = z - map.xyz[p + 2]!;
      nearest = Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
    if (!(nearest < others * SAFE)) return false;
    return (
      Math.floor(x / size) === Math.floor(sx / size) &&
      Math.floor(y / size) === Math.floor(sy / size) &&
      Math.floor(z / size) === Math.floor(sz / size)
    );
  }

  #search(map: VoxelHashMap, i: number, maxDistance: number): void {
    const x = this.#moved[3 * i]!;
    const y = this.#moved[3 * i + 1]!;
    const z = this.#moved[3 * i + 2]!;
    // A little too far is harmless: the exact comparison is made on the root.
    map.findNearest(x, y, z, maxDistance * maxDistance * (1 + 1e-12));
    this.#partner[i] = map.nearest.index;
    this.#searched[4 * i] = x;
    this.#searched[4 * i + 1] = y;
    this.#searched[4 * i + 2] = z;
    this.#searched[4 * i + 3] = Math.sqrt(map.nearest.othersSquared);
  }

  /** The motion that solves the normal equations; its twist stays in #x. */
  #solve(): Pose {
    const s = this.#sums;
    const h = this.#h;
    const x = this.#x;
    const w = s[0]!;
    const trace = s[4]! + s[7]! + s[9]!;
    h.fill(0);
    h[0] = w;
    h[7] = w;
    h[14] = w;
    h[19] = -s[3]!;
    h[20] = s[2]!;
    h[24] = s[3]!;
    h[26] = -s[1]!;
    h[30] = -s[2]!;
    h[31] = s[1]!;
    h[21] = trace - s[4]!;
    h[27] = -s[5]!;
    h[28] = trace - s[7]!;
    h[33] = -s[6]!;
    h[34] = -s[8]!;
    h[35] = trace - s[9]!;
    for (let i = 0; i < 6; i++) x[i] = -s[10 + i]!;
    solve6(h, x);
    return exp([x[0]!, x[1]!, x[2]!, x[3]!, x[4]!, x[5]!]);
  }
}

function norm6(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += x[i]! * x[i]!;
  return Math.sqrt(sum);
}
