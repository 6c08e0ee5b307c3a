import type { BoxModel, Point } from '../../models/index.js';

/** Where the segment from `a` to `b` enters and leaves a box, as shares of it; undefined if it misses the box. */
export function crossing(a: Point, b: Point, { min, max }: BoxModel): [number, number] | undefined {
  let enter = 0;
  let leave = 1;
  for (let axis = 0; axis < 3; axis++) {
    const from = a[axis]!;
    const step = b[axis]! - from;
    const low = min[axis]!;
    const high = max[axis]!;
    if (step === 0) {
      if (from <= low || from >= high) return undefined;
      continue;
    }
    const first = (low - from) / step;
    const second = (high - from) / step;
    enter = Math.max(enter, Math.min(first, second));
    leave = Math.min(leave, Math.max(first, second));
    // A segment along a face, or through a corner, is free.
    if (leave - enter < 1e-12) return undefined;
  }
  return [enter, leave];
}

/** The boxes that stand between two points, in their order. */
export function obstaclesBetween(a: Point, b: Point, boxes: readonly BoxModel[]): BoxModel[] {
  return boxes.filter((box) => crossing(a, b, box) !== undefined);
}
