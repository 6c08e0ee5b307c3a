import type { Points } from './points.js';
import { exp, type Twist } from './pose.js';

/** Motions remembered within one scan, a power of two; a spinning sensor has about 2000 times. */
const SLOTS = 8192;

/** Slots tried before a remembered motion is overwritten. */
const PROBES = 8;

/**
 * Undoes the motion of the sensor during one scan: every point is moved to where it would have
 * been seen at the end of the scan, assuming the last relative motion goes on.
 */
export class Deskew {
  /** Per slot: the share of the scan whose motion is remembered there, NaN = none. */
  readonly #shares = new Float64Array(SLOTS);
  /** Per slot: quaternion and translation. */
  readonly #motions = new Float64Array(7 * SLOTS);
  readonly #share = new Float64Array(1);
  readonly #bits = new Uint32Array(this.#share.buffer);

  /**
   * Moves `points` in place.
   * @param times - one time per point, any unit and origin
   * @param motion - logarithm of the last relative motion
   */
  apply(points: Points, times: ArrayLike<number>, motion: Twist): void {
    const { xyz, count } = points;
    const motions = this.#motions;
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const t = times[i]!;
      if (t < first) first = t;
      if (t > last) last = t;
    }
    this.#shares.fill(Number.NaN);
    for (let i = 0; i < count; i++) {
      const m = 7 * this.#slotOf((times[i]! - first) / (last - first), motion);
      movePoint(xyz, 3 * i, motions, m);
    }
  }

  /** Where Exp((share - 1) motion) is; beams fired together share it, so it is remembered. */
  #slotOf(share: number, motion: Twist): number {
    this.#share[0] = share;
    const home = Math.imul(this.#bits[0]! ^ this.#bits[1]!, 0x9e3779b1) >>> 19;
    let slot = home;
    for (let probe = 0; probe < PROBES; probe++) {
      slot = (home + probe) & (SLOTS - 1);
      const known = this.#shares[slot]!;
      if (known === share) return slot;
      if (Number.isNaN(known)) break;
    }
    const k = share - 1;
    const [a, b, c, d, e, f] = motion;
    const pose = exp([k * a, k * b, k * c, k * d, k * e, k * f]);
    this.#shares[slot] = share;
    this.#motions.set([pose.qx, pose.qy, pose.qz, pose.qw, pose.tx, pose.ty, pose.tz], 7 * slot);
    return slot;
  }
}

/** Moves the point at xyz[p] by the motion at motions[m], as `transformPoints` does. */
function movePoint(xyz: Float64Array, p: number, motions: Float64Array, m: number): void {
  const qx = motions[m]!;
  const qy = motions[m + 1]!;
  const qz = motions[m + 2]!;
  const qw = motions[m + 3]!;
  const x = xyz[p]!;
  const y = xyz[p + 1]!;
  const z = xyz[p + 2]!;
  const ux = 2 * (qy * z - qz * y);
  const uy = 2 * (qz * x - qx * z);
  const uz = 2 * (qx * y - qy * x);
  xyz[p] = x + qw * ux + (qy * uz - qz * uy) + motions[m + 4]!;
  xyz[p + 1] = y + qw * uy + (qz * ux - qx * uz) + motions[m + 5]!;
  xyz[p + 2] = z + qw * uz + (qx * uy - qy * ux) + motions[m + 6]!;
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
