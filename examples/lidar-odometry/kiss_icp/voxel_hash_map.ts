import { type Points, voxelHash } from './points.js';
import { type Pose, transformPoints } from './pose.js';

/** The 26 neighbours of a voxel, (dx, dy, dz) each, in the order that decides ties. */
const NEIGHBOURS = Int8Array.from([
  1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 1, 1, 0, 1, -1, 0, -1, 1, 0, -1, -1, 0,
  1, 0, 1, 1, 0, -1, -1, 0, 1, -1, 0, -1, 0, 1, 1, 0, 1, -1, 0, -1, 1, 0, -1, -1, 1, 1, 1, 1, 1, -1,
  1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, -1, -1, 1, -1, -1, -1,
]);

/** What {@link VoxelHashMap.findNearest} found. One object, overwritten by each query. */
export interface NearestResult {
  /** Start of the nearest point in {@link VoxelHashMap.xyz}, or -1: none within the limit. */
  index: number;
  /** Squared distance to it (or the limit). */
  squared: number;
  /** All other points of the 27 voxels are at least this far away (squared). */
  othersSquared: number;
}

/**
 * The local map: voxels with at most `maxPoints` points each, in an open-addressing hash table.
 * The points of a voxel lie side by side in one array, so a voxel costs one or two cache misses.
 */
export class VoxelHashMap {
  /** All points: voxel v owns the places v * maxPoints to (v + 1) * maxPoints - 1. */
  xyz: Float64Array;
  readonly nearest: NearestResult = { index: -1, squared: 0, othersSquared: 0 };

  /** Four numbers per bucket: voxel x, y, z and its id, -1 = empty. */
  #table: Int32Array;
  #mask: number;
  /** Points in each voxel; 0 = the id is free. */
  #sizes: Int32Array;
  #free: number[] = [];
  #top = 0;
  #voxels = 0;
  #pointCount = 0;
  readonly #minSpacingSquared: number;
  readonly #gaps = new Float64Array(9);
  #moved = new Float64Array(0);

  /**
   * @param voxelSize - edge of a voxel, metres
   * @param maxRange - voxels beyond this distance from the sensor are forgotten, metres
   * @param maxPoints - points kept per voxel
   */
  constructor(
    readonly voxelSize: number,
    readonly maxRange: number,
    readonly maxPoints: number,
  ) {
    const voxels = 4096;
    this.#table = new Int32Array(4 * 4 * voxels).fill(-1);
    this.#mask = 4 * voxels - 1;
    this.#sizes = new Int32Array(voxels);
    this.xyz = new Float64Array(3 * maxPoints * voxels);
    const spacing = Math.sqrt((voxelSize * voxelSize) / maxPoints);
    this.#minSpacingSquared = spacing * spacing;
  }

  get voxelCount(): number {
    return this.#voxels;
  }

  get pointCount(): number {
    return this.#pointCount;
  }

  /** Adds `points` seen from `pose`, in their order, then forgets what is out of range. */
  update(points: Points, pose: Pose): void {
    if (this.#moved.length < 3 * points.count) this.#moved = new Float64Array(points.xyz.length);
    transformPoints(pose, points.xyz, this.#moved, 0, points.count);
    this.addPoints(this.#moved, points.count);
    this.removeFarFrom(pose.tx, pose.ty, pose.tz);
  }

  /** Adds `count` points given in the map frame. */
  addPoints(xyz: Float64Array, count: number): void {
    const size = this.voxelSize;
    const { maxPoints } = this;
    for (let i = 0; i < 3 * count; i += 3) {
      const px = xyz[i]!;
      const py = xyz[i + 1]!;
      const pz = xyz[i + 2]!;
      const x = Math.floor(px / size) | 0;
      const y = Math.floor(py / size) | 0;
      const z = Math.floor(pz / size) | 0;
      let voxel = this.#find(x, y, z);
      if (voxel < 0) voxel = this.#create(x, y, z);
      const stored = this.#sizes[voxel]!;
      if (stored === maxPoints) continue;
      const start = 3 * maxPoints * voxel;
      const end = start + 3 * stored;
      if (stored > 0 && this.#isCrowded(start, end, px, py, pz)) continue;
      this.xyz[end] = px;
      this.xyz[end + 1] = py;
      this.xyz[end + 2] = pz;
      this.#sizes[voxel] = stored + 1;
      this.#pointCount++;
    }
  }

  /** Forgets every voxel whose first point is `maxRange` or farther from the given place. */
  removeFarFrom(x: number, y: number, z: number): void {
    const limit = this.maxRange * this.maxRange;
    for (let voxel = 0; voxel < this.#top; voxel++) {
      if (this.#sizes[voxel] === 0) continue;
      const p = 3 * this.maxPoints * voxel;
      const dx = this.xyz[p]! - x;
      const dy = this.xyz[p + 1]! - y;
      const dz = this.xyz[p + 2]! - z;
      if (dx * dx + dy * dy + dz * dz >= limit) this.#remove(voxel);
    }
  }

  /**
   * Finds the point nearest to q among the voxel of q and its 26 neighbours, nearer than
   * sqrt(`limit`), and writes it to {@link nearest}. The first one visited wins ties. Voxels that
   * cannot hold a nearer point are skipped; this never changes the result.
   */
  findNearest(qx: number, qy: number, qz: number, limit: number): void {
    const size = this.voxelSize;
    const x = Math.floor(qx / size) | 0;
    const y = Math.floor(qy / size) | 0;
    const z = Math.floor(qz / size) | 0;
    const { nearest } = this;
    nearest.index = -1;
    nearest.squared = limit;
    nearest.othersSquared = Number.POSITIVE_INFINITY;
    this.#searchVoxel(this.#find(x, y, z), qx, qy, qz);
    const gaps = this.#gaps;
    setGaps(gaps, 0, qx, x, size);
    setGaps(gaps, 3, qy, y, size);
    setGaps(gaps, 6, qz, z, size);
    let nearestSkipped = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 78; n += 3) {
      const dx = NEIGHBOURS[n]!;
      const dy = NEIGHBOURS[n + 1]!;
      const dz = NEIGHBOURS[n + 2]!;
      const bound = gaps[dx + 1]! + gaps[dy + 4]! + gaps[dz + 7]!;
      if (bound >= nearest.squared) {
        if (bound < nearestSkipped) nearestSkipped = bound;
        continue;
      }
      this.#searchVoxel(this.#find(x + dx, y + dy, z + dz), qx, qy, qz);
    }
    if (nearestSkipped < nearest.othersSquared) nearest.othersSquared = nearestSkipped;
  }

  /** Copies all points, voxel by voxel, for publishing. */
  copyPoints(): Float64Array {
    const result = new Float64Array(3 * this.#pointCount);
    let o = 0;
    for (let voxel = 0; voxel < this.#top; voxel++) {
      const start = 3 * this.maxPoints * voxel;
      const end = start + 3 * this.#sizes[voxel]!;
      result.set(this.xyz.subarray(start, end), o);
      o += end - start;
    }
    return result;
  }

  #searchVoxel(voxel: number, qx: number, qy: number, qz: number): void {
    if (voxel < 0) return;
    const { xyz, nearest } = this;
    const start = 3 * this.maxPoints * voxel;
    const end = start + 3 * this.#sizes[voxel]!;
    let { index, squared, othersSquared } = nearest;
    for (let i = start; i < end; i += 3) {
      const dx = xyz[i]! - qx;
      const dy = xyz[i + 1]! - qy;
      const dz = xyz[i + 2]! - qz;
      const d = dx * dx + dy * dy + dz * dz;
      if (d < squared) {
        if (index >= 0) othersSquared = squared;
        squared = d;
        index = i;
      } else if (d < othersSquared) {
        othersSquared = d;
      }
    }
    nearest.index = index;
    nearest.squared = squared;
    nearest.othersSquared = othersSquared;
  }

  #isCrowded(start: number, end: number, x: number, y: number, z: number): boolean {
    const { xyz } = this;
    const limit = this.#minSpacingSquared;
    for (let i = start; i < end; i += 3) {
      const dx = xyz[i]! - x;
      const dy = xyz[i + 1]! - y;
      const dz = xyz[i + 2]! - z;
      if (dx * dx + dy * dy + dz * dz < limit) return true;
    }
    return false;
  }

  /** Id of a voxel, or -1. */
  #find(x: number, y: number, z: number): number {
    const table = this.#table;
    let b = 4 * (voxelHash(x, y, z) & this.#mask);
    for (;;) {
      const id = table[b + 3]!;
      if (id < 0) return -1;
      if (table[b] === x && table[b + 1] === y && table[b + 2] === z) return id;
      b = (b + 4) & (4 * this.#mask + 3);
    }
  }

  #create(x: number, y: number, z: number): number {
    const id = this.#free.pop() ?? this.#top++;
    if (id >= this.#sizes.length) this.#grow();
    this.#voxels++;
    this.#insertKey(x, y, z, id);
    return id;
  }

  #insertKey(x: number, y: number, z: number, id: number): void {
    const table = this.#table;
    const wrap = 4 * this.#mask + 3;
    let b = 4 * (voxelHash(x, y, z) & this.#mask);
    while (table[b + 3]! >= 0) b = (b + 4) & wrap;
    table[b] = x;
    table[b + 1] = y;
    table[b + 2] = z;
    table[b + 3] = id;
  }

  #grow(): void {
    const sizes = new Int32Array(2 * this.#sizes.length);
    sizes.set(this.#sizes);
    this.#sizes = sizes;
    const xyz = new Float64Array(2 * this.xyz.length);
    xyz.set(this.xyz);
    this.xyz = xyz;
    const old = this.#table;
    this.#table = new Int32Array(2 * old.length).fill(-1);
    this.#mask = 2 * this.#mask + 1;
    for (let b = 0; b < old.length; b += 4) {
      if (old[b + 3]! >= 0) this.#insertKey(old[b]!, old[b + 1]!, old[b + 2]!, old[b + 3]!);
    }
  }

  /** Removes a voxel and closes the hole in the probe sequence (backward shift). */
  #remove(voxel: number): void {
    const table = this.#table;
    const wrap = 4 * this.#mask + 3;
    const p = 3 * this.maxPoints * voxel;
    const size = this.voxelSize;
    const x = Math.floor(this.xyz[p]! / size) | 0;
    const y = Math.floor(this.xyz[p + 1]! / size) | 0;
    const z = Math.floor(this.xyz[p + 2]! / size) | 0;
    let hole = 4 * (voxelHash(x, y, z) & this.#mask);
    while (table[hole + 3] !== voxel) hole = (hole + 4) & wrap;
    for (let b = (hole + 4) & wrap; table[b + 3]! >= 0; b = (b + 4) & wrap) {
      const home = 4 * (voxelHash(table[b]!, table[b + 1]!, table[b + 2]!) & this.#mask);
      // The entry may move into the hole unless its home lies between hole and entry.
      if (((b - home) & wrap) < ((b - hole) & wrap)) continue;
      table.copyWithin(hole, b, b + 4);
      hole = b;
    }
    table[hole + 3] = -1;
    this.#pointCount -= this.#sizes[voxel]!;
    this.#sizes[voxel] = 0;
    this.#voxels--;
    this.#free.push(voxel);
  }
}

/**
 * Squared lower bounds for the distance from coordinate q, in cell k, to anything in cell k - 1
 * (gaps[at]), k (0) and k + 1. Cells are decided by a rounded division, so a point may lie
 * an ulp across the face; the slack covers that and the rounding of the squared distances.
 */
function setGaps(gaps: Float64Array, at: number, q: number, k: number, size: number): void {
  const slack = 1e-15 * (Math.abs(q) + size);
  const lower = Math.max(0, q - k * size - slack);
  const upper = Math.max(0, (k + 1) * size - q - slack);
  gaps[at] = lower * lower;
  gaps[at + 1] = 0;
  gaps[at + 2] = upper * upper;
}
