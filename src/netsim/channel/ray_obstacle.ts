import type { BoxModel, Point } from '../../models/index.js';
import { AxisMirror, type Face, FaceMirror, type Mirror } from './mirror.js';
import { crossing } from './obstacles_between.js';

/** Where a segment enters and leaves something, as shares of it. */
export type Span = readonly [enter: number, leave: number];

/** Something that stands in the way of rays, reflects them and bends them around its edges. */
export interface RayObstacle {
  readonly mirrors: readonly Mirror[];
  /** Its outermost points as seen from above; the heights do not matter. */
  readonly corners: readonly Point[];
  /** The height of its highest point in m. */
  readonly top: number;
  /** Where the segment from `a` to `b` crosses it; undefined if it passes. */
  crossing(a: Point, b: Point): Span | undefined;
}

/** A thing of the section physics that never moves. */
export interface StandingThing extends Omit<RayObstacle, 'mirrors'> {
  readonly faces: readonly Face[];
}

/** A box along the axes: four walls and a roof reflect. */
export function boxObstacle(box: BoxModel): RayObstacle {
  const { min, max } = box;
  const walls = [0, 1].flatMap((axis) => [
    new AxisMirror(axis, min[axis]!, -1, box),
    new AxisMirror(axis, max[axis]!, 1, box),
  ]);
  return {
    mirrors: [...walls, new AxisMirror(2, max[2], 1, box)],
    corners: [min[0], max[0]].flatMap((x) => [min[1], max[1]].map((y): Point => [x, y, 0])),
    top: max[2],
    crossing: (a, b) => crossing(a, b, box),
  };
}

export function standingObstacle(thing: StandingThing): RayObstacle {
  return {
    mirrors: thing.faces.map((face) => new FaceMirror(face)),
    corners: thing.corners,
    top: thing.top,
    crossing: (a, b) => thing.crossing(a, b),
  };
}
