import type { BoxModel, Point } from '../../models/index.js';
import { between, withCoordinate } from './vector.js';

/** A plane surface that reflects, seen from one side. */
export interface Mirror {
  /** Whether it is a floor or a roof rather than a wall. */
  readonly level: boolean;
  /** Whether a point is on the side that reflects. */
  sees(point: Point): boolean;
  image(point: Point): Point;
  /** Where the line from an image to a point crosses the surface; undefined if it passes beside it. */
  hit(image: Point, to: Point): Point | undefined;
  /** How far apart two points are along the normal, in m. */
  apart(a: Point, b: Point): number;
}

/** A plane across an axis, or the part of it that a box has. */
export class AxisMirror implements Mirror {
  readonly level: boolean;
  readonly #axis: number;
  readonly #value: number;
  readonly #side: number;
  readonly #box: BoxModel | undefined;

  /** @param side - 1: it faces greater coordinates; -1: smaller ones */
  constructor(axis: number, value: number, side: number, box?: BoxModel) {
    this.level = axis === 2;
    this.#axis = axis;
    this.#value = value;
    this.#side = side;
    this.#box = box;
  }

  sees(point: Point): boolean {
    return (point[this.#axis]! - this.#value) * this.#side > 1e-9;
  }

  image(point: Point): Point {
    return withCoordinate(point, this.#axis, 2 * this.#value - point[this.#axis]!);
  }

  hit(image: Point, to: Point): Point | undefined {
    if (!this.sees(to)) return undefined;
    const axis = this.#axis;
    const share = (this.#value - image[axis]!) / (to[axis]! - image[axis]!);
    if (!(share > 0 && share < 1)) return undefined;
    const point = withCoordinate(between(image, to, share), axis, this.#value);
    if (this.#box === undefined) return point;
    const { min, max } = this.#box;
    for (let other = 0; other < 3; other++) {
      if (other === axis) continue;
      if (point[other]! < min[other]! || point[other]! > max[other]!) return undefined;
    }
    return point;
  }

  apart(a: Point, b: Point): number {
    return Math.abs(b[this.#axis]! - a[this.#axis]!);
  }
}

export type Triangle = readonly [Point, Point, Point];

/** A plane in any position: the points whose product with the normal is the offset. */
export interface Face {
  /** Of length 1, to the outside. */
  readonly normal: Point;
  readonly offset: number;
  /** The part of the plane that exists, counter-clockwise as seen from outside; undefined means all of it. */
  readonly triangles: readonly Triangle[] | undefined;
}

/** A face of a thing in the world of the section physics. */
export class FaceMirror implements Mirror {
  readonly level: boolean;
  readonly #face: Face;

  constructor(face: Face) {
    this.level = Math.abs(face.normal[2]) > Math.SQRT1_2;
    this.#face = face;
  }

  sees(point: Point): boolean {
    return this.#height(point) > 1e-9;
  }

  image(point: Point): Point {
    const { normal } = this.#face;
    const twice = -2 * this.#height(point);
    return [
      point[0] + twice * normal[0],
      point[1] + twice * normal[1],
      point[2] + twice * normal[2],
    ];
  }

  hit(image: Point, to: Point): Point | undefined {
    const above = this.#height(to);
    const below = this.#height(image);
    if (above <= 1e-9 || below >= 0) return undefined;
    const point = between(image, to, below / (below - above));
    const { triangles, normal } = this.#face;
    const covers = triangles?.some((triangle) => contains(triangle, normal, point)) ?? true;
    return covers ? point : undefined;
  }

  apart(a: Point, b: Point): number {
    return Math.abs(this.#height(b) - this.#height(a));
  }

  #height(point: Point): number {
    const { normal, offset } = this.#face;
    return normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2] - offset;
  }
}

/** Whether a point of its plane lies in a triangle, borders included. */
function contains([a, b, c]: Triangle, normal: Point, point: Point): boolean {
  return [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => {
    const [ux, uy, uz] = [to![0] - from![0], to![1] - from![1], to![2] - from![2]];
    const [vx, vy, vz] = [point[0] - from![0], point[1] - from![1], point[2] - from![2]];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    return x * normal[0] + y * normal[1] + z * normal[2] >= -1e-9;
  });
}
