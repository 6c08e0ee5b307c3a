import { atan2, cos, sin } from './math.js';

/** Squared vector parts below this are treated by series (Sophus' epsilon 1e-10, squared). */
const SMALL = 1e-10 * 1e-10;

/** A rigid motion: unit quaternion (x, y, z, w) and translation in metres. Immutable. */
export class Pose {
  static readonly identity = new Pose(0, 0, 0, 1, 0, 0, 0);

  constructor(
    readonly qx: number,
    readonly qy: number,
    readonly qz: number,
    readonly qw: number,
    readonly tx: number,
    readonly ty: number,
    readonly tz: number,
  ) {}

  /** This motion after `other`: the result maps p to this(other(p)). The quaternion is renormalised. */
  times(other: Pose): Pose {
    const { qx: ax, qy: ay, qz: az, qw: aw } = this;
    const { qx: bx, qy: by, qz: bz, qw: bw } = other;
    const x = aw * bx + ax * bw + ay * bz - az * by;
    const y = aw * by + ay * bw + az * bx - ax * bz;
    const z = aw * bz + az * bw + ax * by - ay * bx;
    const w = aw * bw - ax * bx - ay * by - az * bz;
    const norm = Math.sqrt(x * x + y * y + z * z + w * w);
    const t = this.apply(other.tx, other.ty, other.tz);
    return new Pose(x / norm, y / norm, z / norm, w / norm, t[0], t[1], t[2]);
  }

  inverse(): Pose {
    const rotation = new Pose(-this.qx, -this.qy, -this.qz, this.qw, 0, 0, 0);
    const t = rotation.apply(-this.tx, -this.ty, -this.tz);
    return new Pose(-this.qx, -this.qy, -this.qz, this.qw, t[0], t[1], t[2]);
  }

  /** The image of one point. Not for inner loops: it allocates its result. */
  apply(x: number, y: number, z: number): [number, number, number] {
    const { qx, qy, qz, qw, tx, ty, tz } = this;
    const ux = 2 * (qy * z - qz * y);
    const uy = 2 * (qz * x - qx * z);
    const uz = 2 * (qx * y - qy * x);
    return [
      x + qw * ux + (qy * uz - qz * uy) + tx,
      y + qw * uy + (qz * ux - qx * uz) + ty,
      z + qw * uz + (qx * uy - qy * ux) + tz,
    ];
  }

  /** Rotation angle in radians, 0..pi. */
  rotationAngle(): number {
    const { qx, qy, qz, qw } = this;
    return 2 * atan2(Math.sqrt(qx * qx + qy * qy + qz * qz), Math.abs(qw));
  }

  translationNorm(): number {
    return Math.sqrt(this.tx * this.tx + this.ty * this.ty + this.tz * this.tz);
  }
}

/** Moves the points `start` to `end` - 1 (x, y, z interleaved). `target` may be `source`. */
export function transformPoints(
  pose: Pose,
  source: Float64Array,
  target: Float64Array,
  start: number,
  end: number,
): void {
  const { qx, qy, qz, qw, tx, ty, tz } = pose;
  for (let i = 3 * start; i < 3 * end; i += 3) {
    const x = source[i]!;
    const y = source[i + 1]!;
    const z = source[i + 2]!;
    const ux = 2 * (qy * z - qz * y);
    const uy = 2 * (qz * x - qx * z);
    const uz = 2 * (qx * y - qy * x);
    target[i] = x + qw * ux + (qy * uz - qz * uy) + tx;
    target[i + 1] = y + qw * uy + (qz * ux - qx * uz) + ty;
    target[i + 2] = z + qw * uz + (qx * uy - qy * ux) + tz;
  }
}

/** A twist: translation part (3) first, then rotation part (3). */
export type Twist = readonly [number, number, number, number, number, number];

/** The exponential map of SE(3): the motion reached after unit time with constant `twist`. */
export function exp(twist: Twist): Pose {
  const [r0, r1, r2, p0, p1, p2] = twist;
  const theta2 = p0 * p0 + p1 * p1 + p2 * p2;
  let imaginary: number;
  let real: number;
  let a: number;
  let b: number;
  if (theta2 < SMALL) {
    imaginary = 0.5 - theta2 / 48;
    real = 1 - theta2 / 8;
    a = 0.5;
    b = 0;
  } else {
    const theta = Math.sqrt(theta2);
    imaginary = sin(0.5 * theta) / theta;
    real = cos(0.5 * theta);
    a = (1 - cos(theta)) / theta2;
    b = (theta - sin(theta)) / (theta2 * theta);
  }
  const t = addCrossTerms(p0, p1, p2, r0, r1, r2, a, b);
  return new Pose(imaginary * p0, imaginary * p1, imaginary * p2, real, t[0], t[1], t[2]);
}

/** The logarithm map of SE(3), inverse of {@link exp}. */
export function log(pose: Pose): Twist {
  const { qx, qy, qz, qw } = pose;
  const n2 = qx * qx + qy * qy + qz * qz;
  let factor: number;
  let theta: number;
  if (n2 < SMALL) {
    factor = 2 / qw - ((2 / 3) * n2) / (qw * qw * qw);
    theta = (2 * n2) / qw;
  } else {
    const n = Math.sqrt(n2);
    factor = (2 * (qw < 0 ? atan2(-n, -qw) : atan2(n, qw))) / n;
    theta = factor * n;
  }
  const theta2 = theta * theta;
  const half = 0.5 * theta;
  const b = theta2 < SMALL ? 1 / 12 : (1 - (half * cos(half)) / sin(half)) / theta2;
  const p0 = factor * qx;
  const p1 = factor * qy;
  const p2 = factor * qz;
  const r = addCrossTerms(p0, p1, p2, pose.tx, pose.ty, pose.tz, -0.5, b);
  return [r[0], r[1], r[2], p0, p1, p2];
}

/** v + a (p x v) + b (p x (p x v)). */
function addCrossTerms(
  p0: number,
  p1: number,
  p2: number,
  v0: number,
  v1: number,
  v2: number,
  a: number,
  b: number,
): [number, number, number] {
  const c0 = p1 * v2 - p2 * v1;
  const c1 = p2 * v0 - p0 * v2;
  const c2 = p0 * v1 - p1 * v0;
  return [
    v0 + a * c0 + b * (p1 * c2 - p2 * c1),
    v1 + a * c1 + b * (p2 * c0 - p0 * c2),
    v2 + a * c2 + b * (p0 * c1 - p1 * c0),
  ];
}
