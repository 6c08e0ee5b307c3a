import type { Points } from './points.js';
import { exp, type Pose, type Twist, transformPoints } from './pose.js';

/** Number of motions kept by {@link Deskew}; a spinning sensor has about 2000 distinct times. */
const CACHE_SIZE = 4096;

/**
 * Undoes the motion of the sensor during one scan: every point is moved to where it would have
 * been seen at the end of the scan, assuming the last relative motion goes on.
 */
export class Deskew {
  readonly #times = new Float64Array(CACHE_SIZE);
  readonly #poses: (Pose | undefined)[] = new Array<Pose | undefined>(CACHE_SIZE).fill(undefined);
  readonly #bits = new Float64Array(1);
  readonly #words = new Uint32Array(this.#bits.buffer);

  /**
   * Moves `points` in place.
   * @param times - one time per point, any unit and origin
   * @param motion - logarithm of the last relative motion
   */
  apply(points: Points, times: ArrayLike<number>, motion: Twist): void {
    const { xyz, count } = points;
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const t = times[i]!;
      if (t < first) first = t;
      if (t > last) last = t;
    }
    this.#poses.fill(undefined);
    for (let i = 0; i < count; i++) {
      const s = (times[i]! - first) / (last - first);
      transformPoints(this.#poseAt(s, motion), xyz, xyz, i, i + 1);
    }
  }

  /** Exp((s - 1) motion), remembered because all beams fired together share one time. */
  #poseAt(s: number, motion: Twist): Pose {
    this.#bits[0] = s;
    const slot =
      (Math.imul(this.#words[0]! ^ this.#words[1]!, 0x9e3779b1) >>> 20) & (CACHE_SIZE - 1);
    const known = this.#poses[slot];
    if (known !== undefined && this.#times[slot] === s) return known;
    const k = s - 1;
    const [a, b, c, d, e, f] = motion;
    const pose = exp([k * a, k * b, k * c, k * d, k * e, k * f]);
    this.#times[slot] = s;
    this.#poses[slot] = pose;
    return pose;
  }
}

/** Keeps, in order and in place, the points with minRange < |p| < maxRange. Drops NaN. */
export function filterRange(points: Points, minRange: number, maxRange: number): void {
  const { xyz, count } = points;
  let o = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const x = xyz[i]!;
    const y = xyz[i + 1]!;
    const z = xyz[i + 2]!;
    const range = Math.sqrt(x * x + y * y + z * z);
    if (!(range < maxRange && range > minRange)) continue;
    if (o !== i) {
      xyz[o] = x;
      xyz[o + 1] = y;
      xyz[o + 2] = z;
    }
    o += 3;
  }
  points.count = o / 3;
}
