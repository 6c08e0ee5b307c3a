import { pinnedMath } from '../../math/index.js';
import type { BoxModel, Point } from '../../models/index.js';
import { diffractedPaths } from './diffracted_paths.js';
import { obstaclesBetween } from './obstacles_between.js';
import { SPEED_OF_LIGHT } from './path_loss.js';
import { between, distance, withCoordinate } from './vector.js';

/** One path from the sender to the receiver. */
export interface RayPath {
  /** Both ends, and the points of reflection and diffraction between them. */
  readonly points: readonly Point[];
  /** Length in m. */
  readonly length: number;
  /** Share of the field that remains after reflections, diffraction and walls; negative if inverted. */
  readonly factor: number;
}

export interface RayWorld {
  readonly boxes: readonly BoxModel[];
  /** Whether z = 0 reflects. */
  readonly ground: boolean;
  /** Most reflections: 0, 1 or 2. */
  readonly order: number;
  /** Relative permittivity of every surface. */
  readonly permittivity: number;
  /** Loss in dB for each box that the direct path crosses. */
  readonly penetrationLoss: number;
  /** Carrier frequency in Hz. */
  readonly frequency: number;
}

/** A plane, or the part of it that a box has, seen from one side. */
interface Mirror {
  readonly axis: number;
  readonly value: number;
  /** 1: it faces greater coordinates; -1: smaller ones. */
  readonly side: number;
  readonly box: BoxModel | undefined;
}

/** Finds the paths between two points by the method of images. */
export class RayTracer {
  readonly #world: RayWorld;
  readonly #mirrors: readonly Mirror[];

  constructor(world: RayWorld) {
    this.#world = world;
    this.#mirrors = [
      ...(world.ground ? [{ axis: 2, value: 0, side: 1, box: undefined }] : []),
      ...world.boxes.flatMap(facesOf),
    ];
  }

  /** The direct path through walls, the paths around their edges, and those with reflections. */
  paths(from: Point, to: Point): readonly RayPath[] {
    const { boxes, penetrationLoss, frequency, order } = this.#world;
    const blocking = obstaclesBetween(from, to, boxes);
    const through = pinnedMath.pow(10, (-blocking.length * penetrationLoss) / 20);
    const length = distance(from, to);
    const found: RayPath[] = [{ points: [from, to], length, factor: through }];
    if (blocking.length > 0) {
      found.push(...diffractedPaths(from, to, blocking, SPEED_OF_LIGHT / frequency));
    }
    if (order === 0) return found;
    for (const first of this.#mirrors) {
      if (!this.#faces(first, from)) continue;
      const image = mirrored(from, first);
      this.#add(found, [from, this.#hit(image, to, first), to], [first]);
      if (order === 1) continue;
      for (const second of this.#mirrors) {
        if (second === first) continue;
        const last = this.#hit(mirrored(image, second), to, second);
        if (last === undefined || !this.#faces(first, last)) continue;
        const before = this.#hit(image, last, first);
        if (before === undefined || !this.#faces(second, before)) continue;
        this.#add(found, [from, before, last, to], [first, second]);
      }
    }
    return found;
  }

  /** Received power divided by sent power: the sum of all paths with their phases. */
  gain(from: Point, to: Point): number {
    const wavelength = SPEED_OF_LIGHT / this.#world.frequency;
    let real = 0;
    let imaginary = 0;
    for (const { length, factor } of this.paths(from, to)) {
      const field = (factor * wavelength) / (4 * Math.PI * Math.max(length, wavelength));
      const phase = (-2 * Math.PI * length) / wavelength;
      real += field * pinnedMath.cos(phase);
      imaginary += field * pinnedMath.sin(phase);
    }
    return real * real + imaginary * imaginary;
  }

  #faces({ axis, value, side }: Mirror, point: Point): boolean {
    return (point[axis]! - value) * side > 1e-9;
  }

  /** Where the line from an image to a point crosses the mirror; undefined if it passes beside it. */
  #hit(image: Point, to: Point, mirror: Mirror): Point | undefined {
    if (!this.#faces(mirror, to)) return undefined;
    const { axis, value, box } = mirror;
    const share = (value - image[axis]!) / (to[axis]! - image[axis]!);
    if (!(share > 0 && share < 1)) return undefined;
    const point = withCoordinate(between(image, to, share), axis, value);
    if (box === undefined) return point;
    for (let other = 0; other < 3; other++) {
      if (other === axis) continue;
      if (point[other]! < box.min[other]! || point[other]! > box.max[other]!) return undefined;
    }
    return point;
  }

  /** Reflected paths count only if nothing obstructs them. */
  #add(found: RayPath[], points: (Point | undefined)[], mirrors: readonly Mirror[]): void {
    const way: Point[] = [];
    for (const point of points) {
      if (point === undefined) return;
      way.push(point);
    }
    let length = 0;
    let factor = 1;
    for (let i = 1; i < way.length; i++) {
      const [a, b] = [way[i - 1]!, way[i]!];
      if (obstaclesBetween(a, b, this.#world.boxes).length > 0) return;
      const piece = distance(a, b);
      length += piece;
      const mirror = mirrors[i - 1];
      if (mirror === undefined || piece === 0) continue;
      const cosine = Math.abs(b[mirror.axis]! - a[mirror.axis]!) / piece;
      factor *= this.#reflection(cosine, mirror.axis);
    }
    found.push({ points: way, length, factor });
  }

  /** Fresnel's coefficient of vertical polarisation (ITU-R P.2040, 2.2). */
  #reflection(cosine: number, axis: number): number {
    const { permittivity } = this.#world;
    const refracted = Math.sqrt(permittivity - (1 - cosine * cosine));
    // The field is perpendicular to the plane of incidence at walls, and lies in it at the ground.
    const incident = axis === 2 ? permittivity * cosine : cosine;
    return (incident - refracted) / (incident + refracted);
  }
}

function mirrored(point: Point, { axis, value }: Mirror): Point {
  return withCoordinate(point, axis, 2 * value - point[axis]!);
}

/** Four walls and the roof. */
function facesOf(box: BoxModel): Mirror[] {
  const walls = [0, 1].flatMap((axis) => [
    { axis, value: box.min[axis]!, side: -1, box },
    { axis, value: box.max[axis]!, side: 1, box },
  ]);
  return [...walls, { axis: 2, value: box.max[2], side: 1, box }];
}
