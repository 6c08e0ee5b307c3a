import { type Points, voxelHash } from './points.js';

/** Marks an empty bucket. */
const EMPTY = -1;

/**
 * Voxel down-sampling: of each voxel the first point survives, unchanged.
 *
 * The reference implementation emits the survivors in bucket order of a robin-hood hash table. A
 * second down-sampling and the insertion into the map keep what comes first, so this order is
 * part of the result: another order moves the trajectory by centimetres. The table is therefore
 * modelled bucket for bucket: capacity, home bucket, displacement of the richer entry.
 */
export class VoxelGrid {
  /** Per bucket: hash of the voxel, index of its point. */
  #table = new Int32Array(0);
  /** Per input point that entered the table: its voxel. */
  #voxels = new Int32Array(0);

  /**
   * Down-samples `source` into `target` (which must be another object).
   * @param size - edge of a voxel in metres
   */
  downsample(source: Points, size: number, target: Points): void {
    const capacity = this.#prepare(source.count);
    this.#insertAll(source, size, capacity - 1);
    const { xyz } = source;
    const table = this.#table;
    target.reset(source.count);
    const out = target.xyz;
    let o = 0;
    for (let b = 1; b < 2 * capacity; b += 2) {
      const i = 3 * table[b]!;
      if (i < 0) continue;
      out[o] = xyz[i]!;
      out[o + 1] = xyz[i + 1]!;
      out[o + 2] = xyz[i + 2]!;
      o += 3;
    }
    target.count = o / 3;
  }

  /** Empties the table for `count` points; returns its number of buckets, a power of two. */
  #prepare(count: number): number {
    let capacity = 1;
    while (capacity < 2 * count) capacity *= 2;
    if (this.#table.length < 2 * capacity) this.#table = new Int32Array(2 * capacity);
    if (this.#voxels.length < 3 * count) this.#voxels = new Int32Array(3 * count);
    this.#table.fill(EMPTY, 0, 2 * capacity);
    return capacity;
  }

  #insertAll(source: Points, size: number, mask: number): void {
    const { xyz, count } = source;
    const table = this.#table;
    const voxels = this.#voxels;
    let lastX = 0;
    let lastY = 0;
    let lastZ = 0;
    for (let i = 0; i < count; i++) {
      const p = 3 * i;
      // A division: multiplying by 1 / size would put some points into the neighbouring voxel.
      const x = Math.floor(xyz[p]! / size) | 0;
      const y = Math.floor(xyz[p + 1]! / size) | 0;
      const z = Math.floor(xyz[p + 2]! / size) | 0;
      // Neighbouring beams mostly hit the voxel of their predecessor, which is already present.
      if (i > 0 && x === lastX && y === lastY && z === lastZ) continue;
      lastX = x;
      lastY = y;
      lastZ = z;
      const hash = voxelHash(x, y, z);
      let bucket = hash & mask;
      let distance = 0;
      let present = false;
      for (;;) {
        const index = table[2 * bucket + 1]!;
        if (index === EMPTY) break;
        const other = table[2 * bucket]!;
        if (distance > ((bucket - other) & mask)) break;
        if (other === hash) {
          const v = 3 * index;
          if (voxels[v] === x && voxels[v + 1] === y && voxels[v + 2] === z) {
            present = true;
            break;
          }
        }
        bucket = (bucket + 1) & mask;
        distance++;
      }
      if (present) continue;
      voxels[p] = x;
      voxels[p + 1] = y;
      voxels[p + 2] = z;
      place(table, mask, bucket, distance, hash, i);
    }
  }
}

/** Robin-hood placement: an entry farther from home takes the bucket of a nearer one. */
function place(
  table: Int32Array,
  mask: number,
  start: number,
  startDistance: number,
  newHash: number,
  newIndex: number,
): void {
  let bucket = start;
  let distance = startDistance;
  let hash = newHash;
  let index = newIndex;
  for (;;) {
    const b = 2 * bucket;
    const otherIndex = table[b + 1]!;
    if (otherIndex === EMPTY) {
      table[b] = hash;
      table[b + 1] = index;
      return;
    }
    const otherHash = table[b]!;
    const otherDistance = (bucket - otherHash) & mask;
    if (distance > otherDistance) {
      table[b] = hash;
      table[b + 1] = index;
      hash = otherHash;
      index = otherIndex;
      distance = otherDistance;
    }
    bucket = (bucket + 1) & mask;
    distance++;
  }
}
