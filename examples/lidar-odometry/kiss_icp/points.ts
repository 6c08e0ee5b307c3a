/** A growing list of points, x, y, z interleaved in one array. Reused from scan to scan. */
export class Points {
  xyz: Float64Array;
  count = 0;

  constructor(capacity = 0) {
    this.xyz = new Float64Array(3 * capacity);
  }

  /** Forgets the points and makes room for `capacity` new ones. */
  reset(capacity: number): void {
    this.count = 0;
    if (3 * capacity > this.xyz.length)
      this.xyz = new Float64Array(3 * (capacity + (capacity >> 2)));
  }

  static from(points: readonly (readonly number[])[]): Points {
    const result = new Points(points.length);
    for (const [i, point] of points.entries()) result.xyz.set(point, 3 * i);
    result.count = points.length;
    return result;
  }
}

/**
 * Hash of a voxel. Part of the algorithm, not a private detail: down-sampling emits its points in
 * the order of a hash table, and that order decides which points survive (see VoxelGrid).
 */
export function voxelHash(x: number, y: number, z: number): number {
  return Math.imul(73856093, x) ^ Math.imul(19349669, y) ^ Math.imul(83492791, z);
}
