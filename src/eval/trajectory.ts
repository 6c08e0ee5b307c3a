import type { Matrix3, Rigid, Vector3 } from './matrix3.js';

/** A pose in the form of ROS messages; `stamp` in seconds. */
export interface StampedPose {
  readonly stamp: number;
  readonly position: { readonly x: number; readonly y: number; readonly z: number };
  readonly orientation: {
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly w: number;
  };
}

/** A sequence of poses, with or without times. Immutable. */
export class Trajectory {
  /**
   * @param poses - rotation matrices are kept as given, not orthonormalised
   * @param stamps - seconds, one per pose; absent if the poses are only numbered (KITTI)
   * @param name - used in messages and plots
   */
  constructor(
    readonly poses: readonly Rigid[],
    readonly stamps: Float64Array | undefined,
    readonly name = 'trajectory',
  ) {}

  get length(): number {
    return this.poses.length;
  }

  /** Builds a trajectory from poses as in `nav_msgs/Odometry` or `geometry_msgs/PoseStamped`. */
  static fromPoses(poses: readonly StampedPose[], name?: string): Trajectory {
    const rigid = poses.map(({ position: p, orientation: q }) => ({
      rotation: rotationOfQuaternion(q.x, q.y, q.z, q.w),
      translation: [p.x, p.y, p.z] as Vector3,
    }));
    return new Trajectory(
      rigid,
      Float64Array.from(poses, (pose) => pose.stamp),
      name,
    );
  }

  /** The poses at `indices`, in that order. */
  pick(indices: readonly number[]): Trajectory {
    const stamps = this.stamps && Float64Array.from(indices, (i) => this.stamps![i]!);
    return new Trajectory(
      indices.map((i) => this.poses[i]!),
      stamps,
      this.name,
    );
  }

  /** The trajectory with every pose transformed by `change`. */
  map(change: (pose: Rigid) => Rigid): Trajectory {
    return new Trajectory(this.poses.map(change), this.stamps, this.name);
  }
}

/** Rotation matrix of a quaternion of any nonzero length. */
export function rotationOfQuaternion(x: number, y: number, z: number, w: number): Matrix3 {
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - z * w),
    s * (x * z + y * w),
    s * (x * y + z * w),
    1 - s * (x * x + z * z),
    s * (y * z - x * w),
    s * (x * z - y * w),
    s * (y * z + x * w),
    1 - s * (x * x + y * y),
  ];
}

/**
 * Unit quaternion (x, y, z, w) with w ≥ 0 of a matrix that is nearly a rotation (Shepperd).
 */
export function quaternionOfRotation(m: Matrix3): readonly [number, number, number, number] {
  const trace = m[0] + m[4] + m[8];
  const largest = Math.max(m[0], m[4], m[8], trace);
  let q: [number, number, number, number];
  if (largest === trace) {
    q = [m[7] - m[5], m[2] - m[6], m[3] - m[1], 1 + trace];
  } else if (largest === m[0]) {
    q = [1 - trace + 2 * m[0], m[3] + m[1], m[6] + m[2], m[7] - m[5]];
  } else if (largest === m[4]) {
    q = [m[3] + m[1], 1 - trace + 2 * m[4], m[7] + m[5], m[2] - m[6]];
  } else {
    q = [m[6] + m[2], m[7] + m[5], 1 - trace + 2 * m[8], m[3] - m[1]];
  }
  const [x, y, z, w] = q;
  const n = Math.sqrt(x * x + y * y + z * z + w * w) * (w < 0 ? -1 : 1);
  return [x / n, y / n, z / n, w / n];
}
