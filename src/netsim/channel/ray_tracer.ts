import { pinnedMath } from '../../math/index.js';
import type { Point } from '../../models/index.js';
import { diffractedPaths } from './diffracted_paths.js';
import { AxisMirror, type Mirror } from './mirror.js';
import { SPEED_OF_LIGHT } from './path_loss.js';
import type { RayObstacle } from './ray_obstacle.js';
import { distance } from './vector.js';

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
  readonly obstacles: readonly RayObstacle[];
  /** Whether z = 0 reflects. */
  readonly ground: boolean;
  /** Most reflections: 0, 1 or 2. */
  readonly order: number;
  /** Relative permittivity of every surface. */
  readonly permittivity: number;
  /** Loss in dB for each obstacle that the direct path crosses. */
  readonly penetrationLoss: number;
  /** Carrier frequency in Hz. */
  readonly frequency: number;
}

/** Finds the paths between two points by the method of images. */
export class RayTracer {
  readonly #world: RayWorld;
  readonly #mirrors: readonly Mirror[];

  constructor(world: RayWorld) {
    this.#world = world;
    this.#mirrors = [
      ...(world.ground ? [new AxisMirror(2, 0, 1)] : []),
      ...world.obstacles.flatMap(({ mirrors }) => mirrors),
    ];
  }

  /** The direct path through walls, the paths around their edges, and those with reflections. */
  paths(from: Point, to: Point): readonly RayPath[] {
    const { obstacles, penetrationLoss, frequency, order } = this.#world;
    const blocking = obstacles.filter((obstacle) => obstacle.crossing(from, to) !== undefined);
    const through = pinnedMath.pow(10, (-blocking.length * penetrationLoss) / 20);
    const length = distance(from, to);
    const found: RayPath[] = [{ points: [from, to], length, factor: through }];
    if (blocking.length > 0) {
      found.push(...diffractedPaths(from, to, blocking, SPEED_OF_LIGHT / frequency));
    }
    if (order === 0) return found;
    for (const first of this.#mirrors) {
      if (!first.sees(from)) continue;
      const image = first.image(from);
      this.#add(found, [from, first.hit(image, to), to], [first]);
      if (order === 1) continue;
      for (const second of this.#mirrors) {
        if (second === first) continue;
        const last = second.hit(second.image(image), to);
        if (last === undefined || !first.sees(last)) continue;
        const before = first.hit(image, last);
        if (before === undefined || !second.sees(before)) continue;
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
      if (this.#world.obstacles.some((each) => each.crossing(a, b) !== undefined)) return;
      const piece = distance(a, b);
      length += piece;
      const mirror = mirrors[i - 1];
      if (mirror === undefined || piece === 0) continue;
      factor *= this.#reflection(mirror.apart(a, b) / piece, mirror.level);
    }
    found.push({ points: way, length, factor });
  }

  /** Fresnel's coefficient of vertical polarisation (ITU-R P.2040, 2.2). */
  #reflection(cosine: number, level: boolean): number {
    const { permittivity } = this.#world;
    const refracted = Math.sqrt(permittivity - (1 - cosine * cosine));
    // The field is perpendicular to the plane of incidence at walls, and lies in it at the ground.
    const incident = level ? permittivity * cosine : cosine;
    return (incident - refracted) / (incident + refracted);
  }
}
