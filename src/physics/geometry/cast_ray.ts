import type { Mesh, Shape } from './shape.js';
import { dot, type Vector } from './vector.js';

const NEVER = Number.POSITIVE_INFINITY;

/** Where a ray enters and leaves a solid, in lengths of its direction; Infinity if it misses. */
export interface Crossing {
  readonly enter: number;
  readonly leave: number;
}

const MISS: Crossing = { enter: NEVER, leave: NEVER };

/**
 * Casts a ray at a shape, both given in the shape's own frame. `enter` is negative if the ray begins
 * inside. In double precision and closed form, so a range is as exact as the pose of what it meets.
 */
export function castRay(shape: Shape, origin: Vector, direction: Vector): Crossing {
  switch (shape.kind) {
    case 'box':
      return throughBox(shape.size, origin, direction);
    case 'sphere':
      return throughRound(
        dot(direction, direction),
        dot(origin, direction),
        dot(origin, origin) - shape.radius * shape.radius,
      );
    case 'cylinder':
      return throughCylinder(shape.radius, shape.length, origin, direction);
    case 'plane':
      return throughPlane(shape.normal, origin, direction);
    case 'mesh':
      return throughMesh(shape.mesh, origin, direction);
  }
}

function throughBox(size: Vector, origin: Vector, direction: Vector): Crossing {
  let enter = -NEVER;
  let leave = NEVER;
  for (let axis = 0; axis < 3; axis++) {
    const half = size[axis]! / 2;
    const from = origin[axis]!;
    const step = direction[axis]!;
    if (step === 0) {
      if (from < -half || from > half) return MISS;
      continue;
    }
    const first = (-half - from) / step;
    const second = (half - from) / step;
    enter = Math.max(enter, Math.min(first, second));
    leave = Math.min(leave, Math.max(first, second));
  }
  return leave < enter || leave < 0 ? MISS : { enter, leave };
}

/** Roots of a t² + 2 b t + c. */
function throughRound(a: number, b: number, c: number): Crossing {
  const root = b * b - a * c;
  if (root < 0 || a === 0) return a === 0 && c <= 0 ? { enter: -NEVER, leave: NEVER } : MISS;
  const width = Math.sqrt(root);
  const leave = (-b + width) / a;
  return leave < 0 ? MISS : { enter: (-b - width) / a, leave };
}

function throughCylinder(
  radius: number,
  length: number,
  [x, y, z]: Vector,
  [dx, dy, dz]: Vector,
): Crossing {
  const round = throughRound(dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - radius * radius);
  if (round.leave === NEVER && round.enter === NEVER) return MISS;
  if (dz === 0) return Math.abs(z) > length / 2 ? MISS : round;
  const first = (-length / 2 - z) / dz;
  const second = (length / 2 - z) / dz;
  const enter = Math.max(round.enter, Math.min(first, second));
  const leave = Math.min(round.leave, Math.max(first, second));
  return leave < enter || leave < 0 ? MISS : { enter, leave };
}

/** Everything below a plane is solid. */
function throughPlane(normal: Vector, origin: Vector, direction: Vector): Crossing {
  const height = dot(normal, origin);
  const step = dot(normal, direction);
  if (step === 0) return height > 0 ? MISS : { enter: -NEVER, leave: NEVER };
  const at = -height / step;
  if (step < 0) return { enter: at, leave: NEVER };
  return at < 0 ? MISS : { enter: -NEVER, leave: at };
}

/** The first and the last triangle that a ray meets (Möller and Trumbore 1997). */
function throughMesh({ corners, triangles }: Mesh, origin: Vector, direction: Vector): Crossing {
  let enter = NEVER;
  let leave = -NEVER;
  const [dx, dy, dz] = direction;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = triangles[i]! * 3;
    const b = triangles[i + 1]! * 3;
    const c = triangles[i + 2]! * 3;
    const ax = corners[a]!;
    const ay = corners[a + 1]!;
    const az = corners[a + 2]!;
    const ux = corners[b]! - ax;
    const uy = corners[b + 1]! - ay;
    const uz = corners[b + 2]! - az;
    const vx = corners[c]! - ax;
    const vy = corners[c + 1]! - ay;
    const vz = corners[c + 2]! - az;
    const px = dy * vz - dz * vy;
    const py = dz * vx - dx * vz;
    const pz = dx * vy - dy * vx;
    const determinant = ux * px + uy * py + uz * pz;
    if (Math.abs(determinant) < 1e-15) continue;
    const sx = origin[0] - ax;
    const sy = origin[1] - ay;
    const sz = origin[2] - az;
    const first = (sx * px + sy * py + sz * pz) / determinant;
    if (first < 0 || first > 1) continue;
    const qx = sy * uz - sz * uy;
    const qy = sz * ux - sx * uz;
    const qz = sx * uy - sy * ux;
    const second = (dx * qx + dy * qy + dz * qz) / determinant;
    if (second < 0 || first + second > 1) continue;
    const at = (vx * qx + vy * qy + vz * qz) / determinant;
    if (at < 0) continue;
    enter = Math.min(enter, at);
    leave = Math.max(leave, at);
  }
  return enter === NEVER ? MISS : { enter, leave };
}
