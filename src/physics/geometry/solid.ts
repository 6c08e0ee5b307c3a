import { type Crossing, castRay } from './cast_ray.js';
import { conjugate, type Pose, rotate } from './pose.js';
import { boundOf, type Shape } from './shape.js';
import { dot, lengthOf, subtract, type Vector } from './vector.js';

/** A piece of the world that rays meet: a shape, and where it is now. */
export interface Solid {
  readonly shape: Shape;
  readonly bound: number;
  /** The owner of the solid: a sensor does not see its own link. */
  readonly owner: object;
  /** In the world. */
  pose: Pose;
}

export function solidOf(shape: Shape, owner: object, pose: Pose): Solid {
  return { shape, bound: boundOf(shape), owner, pose };
}

/** The solids that something within `reach` of a place may meet. */
export function solidsNear(solids: readonly Solid[], place: Vector, reach: number): Solid[] {
  return solids.filter(({ bound, pose }) => lengthOf(subtract(pose.at, place)) - bound <= reach);
}

/**
 * The distance at which a ray first meets a solid from outside, Infinity if it meets none.
 *
 * @param direction - of length 1
 */
export function distanceTo(
  solids: readonly Solid[],
  origin: Vector,
  direction: Vector,
  isSeen: (solid: Solid) => boolean = () => true,
): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const solid of solids) {
    const offset = subtract(solid.pose.at, origin);
    const along = dot(offset, direction);
    // The ray passes at a distance, or the solid is behind its origin or behind the nearest hit.
    if (along < -solid.bound || along - solid.bound > nearest) continue;
    if (dot(offset, offset) - along * along > solid.bound * solid.bound || !isSeen(solid)) continue;
    const { enter } = crossSolid(solid, origin, direction);
    if (enter >= 0 && enter < nearest) nearest = enter;
  }
  return nearest;
}

/** How many solids stand between two points. */
export function solidsBetween(solids: readonly Solid[], a: Vector, b: Vector): number {
  const way = subtract(b, a);
  let count = 0;
  for (const solid of solids) {
    const { enter, leave } = crossSolid(solid, a, way);
    // Touching a solid, or running along its face, does not count.
    if (enter < 1 && leave > 0 && Math.min(1, leave) - Math.max(0, enter) > 1e-12) count++;
  }
  return count;
}

/** Where a ray enters and leaves a solid, in lengths of its direction. */
export function crossSolid({ shape, pose }: Solid, origin: Vector, direction: Vector): Crossing {
  const back = conjugate(pose.turned);
  return castRay(shape, rotate(back, subtract(origin, pose.at)), rotate(back, direction));
}
