import type { Point } from '../../models/index.js';

export function distance([ax, ay, az]: Point, [bx, by, bz]: Point): number {
  const x = ax - bx;
  const y = ay - by;
  const z = az - bz;
  return Math.sqrt(x * x + y * y + z * z);
}

/** The point at a share of the segment from `a` (0) to `b` (1). */
export function between(a: Point, b: Point, share: number): Point {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** The point with one coordinate replaced. */
export function withCoordinate([x, y, z]: Point, axis: number, value: number): Point {
  if (axis === 0) return [value, y, z];
  return axis === 1 ? [x, value, z] : [x, y, value];
}
