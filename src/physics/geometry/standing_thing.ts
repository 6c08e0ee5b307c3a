import { pinnedMath } from '../../math/index.js';
import { type Pose, rotate } from './pose.js';
import type { Mesh, Shape } from './shape.js';
import { crossSolid, type Solid } from './solid.js';
import { add, cross, dot, scale, subtract, unit, type Vector } from './vector.js';

type Triangle = readonly [Vector, Vector, Vector];

/** A plane face of a solid, in the world: the points whose product with the normal is the offset. */
export interface Face {
  /** Of length 1, to the outside. */
  readonly normal: Vector;
  readonly offset: number;
  /**
   * The triangles of the plane that belong to the face, counter-clockwise as seen from outside; undefined: all of the
   * plane.
   */
  readonly triangles: readonly Triangle[] | undefined;
}

/** How finely planes are told apart: by components of the normal, and in m. */
const RESOLUTION = 1e-6;
/** How many points approximate a circle. */
const CIRCLE = 16;
/** A segment that has a smaller share inside a solid only touches it. */
const TOUCH = 1e-9;

/** A solid that never moves, as waves and sight meet it. Spheres and cylinders have no faces. */
export class StandingThing {
  readonly faces: readonly Face[];
  /** Its outermost points as seen from above; none for a plane. */
  readonly corners: readonly Vector[];
  /** Height of its highest point in m. */
  readonly top: number;
  readonly #solid: Solid;

  constructor(solid: Solid) {
    this.#solid = solid;
    const { shape, pose } = solid;
    const points = outline(shape).map((point) => placed(point, pose));
    this.corners = hull(points);
    this.top = points.reduce((top, [, , z]) => Math.max(top, z), Number.NEGATIVE_INFINITY);
    this.faces = facesOf(shape, pose);
  }

  /** Where the segment from `a` to `b` enters and leaves it, as shares; undefined if it misses or touches it. */
  crossing(a: Vector, b: Vector): readonly [number, number] | undefined {
    const { enter, leave } = crossSolid(this.#solid, a, subtract(b, a));
    const [from, to] = [Math.max(0, enter), Math.min(1, leave)];
    return to - from > TOUCH ? [from, to] : undefined;
  }
}

function placed(point: Vector, { at, turned }: Pose): Vector {
  return add(at, rotate(turned, point));
}

function facesOf(shape: Shape, pose: Pose): Face[] {
  if (shape.kind === 'plane') {
    const normal = rotate(pose.turned, unit(shape.normal));
    return [{ normal, offset: dot(normal, pose.at), triangles: undefined }];
  }
  const mesh =
    shape.kind === 'mesh' ? shape.mesh : shape.kind === 'box' ? boxMesh(shape.size) : undefined;
  return mesh === undefined ? [] : planesOf(mesh, pose);
}

/** The triangles of a mesh by the plane in which they lie, in the order of the mesh. */
function planesOf({ corners, triangles }: Mesh, pose: Pose): Face[] {
  const corner = (index: number) => placed(pointAt(corners, triangles[index]!), pose);
  const planes = new Map<string, { normal: Vector; offset: number; triangles: Triangle[] }>();
  for (let i = 0; i < triangles.length; i += 3) {
    const triangle: Triangle = [corner(i), corner(i + 1), corner(i + 2)];
    const across = cross(subtract(triangle[1], triangle[0]), subtract(triangle[2], triangle[0]));
    if (dot(across, across) === 0) continue;
    const normal = unit(across);
    const offset = dot(normal, triangle[0]);
    const key = [...normal, offset].map((value) => Math.round(value / RESOLUTION)).join(' ');
    const plane = planes.get(key);
    if (plane === undefined) planes.set(key, { normal, offset, triangles: [triangle] });
    else plane.triangles.push(triangle);
  }
  return [...planes.values()];
}

function pointAt(corners: Float64Array, index: number): Vector {
  return [corners[3 * index]!, corners[3 * index + 1]!, corners[3 * index + 2]!];
}

/** Corners by the bits of their number: x, y, z; sides seen counter-clockwise from outside. */
function boxMesh(size: Vector): Mesh {
  const sides = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return {
    corners: Float64Array.from(boxCorners(size).flat()),
    triangles: Uint32Array.from(sides.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!])),
  };
}

function boxCorners(size: Vector): Vector[] {
  const half = scale(size, 0.5);
  const end = (corner: number, axis: number) => ((corner >> axis) & 1 ? half[axis]! : -half[axis]!);
  return Array.from({ length: 8 }, (_, i): Vector => [end(i, 0), end(i, 1), end(i, 2)]);
}

/** Points around which a shape lies, in its own frame. */
function outline(shape: Shape): Vector[] {
  switch (shape.kind) {
    case 'plane':
      return [];
    case 'box':
      return boxCorners(shape.size);
    case 'mesh':
      return Array.from({ length: shape.mesh.corners.length / 3 }, (_, i) =>
        pointAt(shape.mesh.corners, i),
      );
    case 'cylinder':
      return [-shape.length / 2, shape.length / 2].flatMap((z) => circle(shape.radius, z));
    case 'sphere':
      return [...circle(shape.radius, 0), [0, 0, shape.radius], [0, 0, -shape.radius]];
  }
}

function circle(radius: number, z: number): Vector[] {
  return Array.from({ length: CIRCLE }, (_, i): Vector => {
    const angle = (2 * Math.PI * i) / CIRCLE;
    return [radius * pinnedMath.cos(angle), radius * pinnedMath.sin(angle), z];
  });
}

/** The convex hull as seen from above (Andrew's monotone chain). */
function hull(points: readonly Vector[]): Vector[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  return [...chain(sorted), ...chain(sorted.reverse())];
}

function chain(points: readonly Vector[]): Vector[] {
  const kept: Vector[] = [];
  for (const point of points) {
    while (kept.length > 1 && !turnsLeft(kept.at(-2)!, kept.at(-1)!, point)) kept.pop();
    kept.push(point);
  }
  return kept.slice(0, -1);
}

function turnsLeft(a: Vector, b: Vector, c: Vector): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}
